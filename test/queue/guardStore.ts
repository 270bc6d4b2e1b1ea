import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/**
 * The order references that the guard of a workflow still knows. n8n stores a list of MD5 sums for
 * each node, of the Base URL and the reference.
 *
 * @param baseUrl at which they were used
 */
export async function remembered(
	client: Client,
	workflowId: string,
	baseUrl: string,
	references: string[],
): Promise<string[]> {
	const { rows } = await client.query<{ value: string }>(
		`SELECT value FROM processed_data WHERE "workflowId" = $1`,
		[workflowId],
	);
	const known = new Set(
		rows.flatMap(({ value }) => (JSON.parse(value) as { data: string[] }).data),
	);
	const sum = (reference: string) =>
		createHash('md5').update(`${baseUrl} ${reference}`).digest('base64');
	return references.filter((reference) => known.has(sum(reference)));
}
