import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';

/** Fine enough to tell functions of some microseconds apart over thousands of calls. */
const samplingIntervalUs = 200;

/** The node, and beside its output a file with the CPU profile of exactly this run. */
export class Profile implements INodeType {
	description: INodeTypeDescription = {
		...new CardBankPayments().description,
		name: 'profile',
		displayName: 'Profile',
		icon: undefined,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const session = new Session();
		session.connect();
		await session.post('Profiler.enable');
		await session.post('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
		await session.post('Profiler.start');
		try {
			return await CardBankPayments.prototype.execute.call(this);
		} finally {
			const { profile } = await session.post('Profiler.stop');
			writeFileSync(String(process.env.YARDSTICK_FILE), JSON.stringify(profile));
			session.disconnect();
		}
	}
}
