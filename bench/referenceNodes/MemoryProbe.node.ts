import { writeFileSync } from 'node:fs';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';
import { LiveHeap, liveBytes } from './liveHeap';

/** What one run of the node keeps alive, in bytes. */
export interface MemoryUse {
	items: number;
	/** The most that was alive at once, above what was before the run. */
	peak: number;
	/** The output items alone. */
	output: number;
}

/** The node, and beside its output a file that says how much memory it used for it. */
export class MemoryProbe implements INodeType {
	description: INodeTypeDescription = {
		...new CardBankPayments().description,
		name: 'memoryProbe',
		displayName: 'Memory Probe',
		icon: undefined,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const heap = await LiveHeap.start();
		const output = await CardBankPayments.prototype.execute.call(this);
		const peak = heap.stop();
		const before = liveBytes();
		// Parsed text takes as much memory as the answers that were parsed one by one.
		const copy: unknown = JSON.parse(JSON.stringify(output));
		const use: MemoryUse = {
			items: this.getInputData().length,
			peak,
			output: liveBytes() - before,
		};
		writeFileSync(String(process.env.MEMORY_USE_FILE), JSON.stringify(use));
		// Keeps the copy alive until it is measured.
		return copy ? output : output;
	}
}
