import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Execution } from '../../../workbench/executions/executions';
import { nodeNames } from '../../../workbench/workflows/workflows';

/** Everything in an execution that our node has written itself: messages, hints and memory. */
export function ownTexts(execution: Execution): string[] {
	const { resultData, executionData } = execution.data as Execution['data'] & {
		executionData?: { contextData?: Record<string, unknown> };
	};
	const runs = resultData.runData[nodeNames.payments] ?? [];
	const errors = [resultData.error, ...runs.map(({ error }) => error)].flatMap((error) =>
		error === undefined ? [] : [error.message, error.description, ...(error.messages ?? [])],
	);
	const items = runs.flatMap(({ data }) => (data?.main ?? []).flat());
	const errorItems = items.flatMap((item) => {
		const { error, message, details } = item?.json ?? {};
		return details === undefined ? [] : [error, message, withoutRecord(details)];
	});
	const hints = runs.flatMap(({ hints: given }) => given ?? []);
	// The memory holds the service's record, which is the output's own.
	const memory = JSON.stringify(executionData?.contextData ?? {}, (key, value: unknown) =>
		key === 'record' ? undefined : value,
	);
	return [
		memory,
		...[...errors, ...errorItems, ...hints].map((text) => JSON.stringify(text ?? '')),
	];
}

/** The service's own record of a payment stands in the details as it was answered. */
function withoutRecord(details: unknown): object {
	return { ...(details as object), payout: undefined, payment: undefined };
}

/** All files but the installed package itself. */
export async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map((entry) => path.join(entry.parentPath, entry.name));
}
