import { execute, storedForm } from './engine';
import { payoutItems, payoutParameters } from './operations';
import type { StoredCredential } from './credentials';

/** Bytes of a stored execution. */
export interface StoredSizes {
	/** The execution as n8n writes it to its database. */
	whole: number;
	/** What the node's memory adds to that. */
	memory: number;
	/** The node's output on its own. */
	output: number;
}

/** Makes a number of payouts in one execution, and measures what n8n stores. */
export async function storedSizes(
	count: number,
	credential: StoredCredential,
): Promise<StoredSizes> {
	const { run, items, error } = await execute({
		credential,
		parameters: payoutParameters({ concurrency: 20 }),
		items: payoutItems(count),
	});
	if (error) throw error;
	const { data } = run;
	const { executionData } = data;
	const whole = bytes(storedForm(data));
	const withoutMemory = {
		...data,
		executionData: executionData && { ...executionData, contextData: {} },
	};
	return {
		whole,
		memory: whole - bytes(storedForm(withoutMemory)),
		output: bytes(JSON.stringify(items)),
	};
}

function bytes(text: string): number {
	return Buffer.byteLength(text);
}
