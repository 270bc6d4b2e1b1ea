import { NodeOperationError, type INodeExecutionData, type OnError } from 'n8n-workflow';
import { nodeIn } from '../../workbench/engine/alteredContext';
import { execute, retryExecution } from '../../workbench/engine/engine';
import {
	goodItems,
	keyIn,
	keyOf,
	operationsUnderTest,
	payoutParameters,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { engineDriver, playOnEngine } from '../scenarios/engineDriver';
import { errorModeScenarios } from '../scenarios/errorModes';
import { sendsNothing } from '../scenarios/operations';

const sandbox = useSandbox();

const continueModes: OnError[] = ['continueRegularOutput', 'continueErrorOutput'];

const refuse = async (orderReference: string) =>
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, orderReference });

/** What is unclear stays so: how it is looked up is the matter of other tests. */
const unasked = { lookUpUnclear: false };

playOnEngine(errorModeScenarios, sandbox);

describe('stop', () => {
	it('lets the requests that are under way finish and accounts for them', async () => {
		await sandbox.control.settings({ delayMs: 30 });
		await refuse('INV-2');
		const { error } = await execute(sandbox.payouts(20, { options: { concurrency: 4 } }));
		const paid = Object.keys(await sandbox.paid()).sort();
		const accepted = /Accepted \(\d+\): ([^.]*)\./.exec(String(error?.description))?.[1];
		expect(accepted?.split(', ').sort()).toEqual(paid);
		expect((await sandbox.requests()).every(({ status }) => status !== null)).toBe(true);
	});

	it.each(operationsUnderTest)(
		'sends nothing for $name when two of four items are invalid, and names each',
		async (operation) => await sendsNothing(engineDriver(sandbox), operation),
	);
});

it('ends at a refused payout also where what was already sent may pass', async () => {
	await refuse('INV-1');
	const options = { whenAlreadySent: 'passThrough' };
	const { error } = await execute(sandbox.payouts(2, { options }));
	expect(error?.message).toMatch(/^Item 2, order reference INV-1: The service refused/);
});

it('names the first item that needs attention, also where an earlier try has sent it', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', orderReference: 'INV-0' });
	const scenario = sandbox.payouts(2, { options: { concurrency: 1, ...unasked } });
	const failed = await execute(scenario);
	// 100.00 and 101.00: now the second one is not valid.
	const parameters = payoutParameters({ maximumAmount: 100, ...unasked });
	const { error } = await retryExecution(failed, { ...scenario, parameters });
	expect(error?.message).toMatch(/^Item 1, order reference INV-0: .*may or may not/);
	expect(error?.description).toContain('Item 2, order reference INV-1: Amount is 101');
});

describe.each(continueModes)('%s', (onError) => {
	it.each(operationsUnderTest)('goes on with $name after a refused item', async (operation) => {
		const given = goodItems(operation, 6);
		await sandbox.know(operation, given);
		const key = keyOf(operation);
		const refused = [0, 3].map((index) => given[index]!);
		for (const item of refused) {
			const only = { [key]: String(item[key]) };
			await sandbox.control.addFault({ kind: 'statusBefore', status: 422, ...only });
		}
		const { error, outputs } = await execute(
			sandbox.scenario(operation, given, { credential: sandbox.credential(), onError }),
		);
		expect(error).toBeUndefined();
		const [first = [], failed = first.filter(({ json }) => json.error)] = outputs;
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(failed.map(({ json }) => json)).toMatchObject(
			[1, 4].map((number) => ({
				message: expect.stringMatching(`^Item ${number}\\b`),
				details: { outcome: 'rejected', safeToRetry: true, httpStatus: 422 },
			})),
		);
		const accepted = first.filter(({ json }) => !json.error);
		const places = accepted.map(({ pairedItem }) => pairedItem);
		expect(places).toEqual([1, 2, 4, 5].map((item) => ({ item })));
		const answered = (await sandbox.requests()).filter((one) => keyIn(one));
		expect(answered.filter(({ status }) => status === 200)).toHaveLength(4);
	});
});

it.each([
	['continueRegularOutput', [false, false]],
	['continueErrorOutput', [false, true]],
] as const)(
	'marks failed items for every version of n8n where it has to (%s)',
	async (onError, marked) => {
		await refuse('INV-1');
		let returned: INodeExecutionData[] = [];
		const nodeType = nodeIn(
			() => ({}),
			(items) => (returned = items),
		);
		await execute(sandbox.payouts(2, { onError, nodeType }));
		expect(returned.map(({ error }) => error instanceof NodeOperationError)).toEqual(marked);
	},
);

it.each(continueModes)(
	'keeps all outcomes when n8n answers nothing after sending (%s)',
	async (onError) => {
		let isSent = false;
		const credential = sandbox.credential();
		credential.beforeRequest = () => (isSent = true);
		const nodeType = nodeIn(({ getNodeParameter }) => ({
			getNodeParameter: ((...call: Parameters<typeof getNodeParameter>) => {
				if (isSent) throw new Error('Too late');
				return getNodeParameter(...call);
			}) as typeof getNodeParameter,
		}));
		const options = { concurrency: 1 };
		const { outputs, error } = await execute(
			sandbox.payouts(3, { options, credential, onError, nodeType }),
		);
		expect(error).toBeUndefined();
		const references = outputs.flat().map(({ json }) => json.orderReference);
		expect(references).toEqual(['INV-0', 'INV-1', 'INV-2']);
		expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1]);
	},
);
