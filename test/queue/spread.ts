import assert from 'node:assert/strict';
import type { Payer, Trial } from './trial';

/**
 * On which workers the executions ran, e.g. "3 + 3 + 2 on three workers".
 *
 * @throws when one of them had none
 */
export async function spread({ cluster, client }: Trial, { workflowId }: Payer): Promise<string> {
	const { rows } = await client.query<{ id: number }>(
		`SELECT id FROM execution_entity WHERE "workflowId" = $1`,
		[workflowId],
	);
	const ranOn = rows.map(({ id }) => cluster.workerOf(String(id)));
	const counts = cluster.workers.map(({ name }) => ranOn.filter((each) => each === name).length);
	assert.ok(
		counts.every((count) => count > 0),
		'One of the workers had nothing to do',
	);
	return `${counts.join(' + ')} on three workers`;
}
