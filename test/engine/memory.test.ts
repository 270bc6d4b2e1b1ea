import type { OnError } from 'n8n-workflow';
import {
	execute,
	killedAtFirstRequest,
	retryExecution,
	type Scenario,
} from '../../workbench/engine/engine';
import {
	goodItems,
	initiate,
	payoutItems,
	payoutParameters,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { engineDriver, playOnEngine } from '../scenarios/engineDriver';
import { retryScenarios } from '../scenarios/retry';
import { staysUnknownInStopMode, unclearScenarios } from '../scenarios/unclear';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const COUNT = 7;
const scenario = (changes: Partial<Scenario> = {}): Scenario =>
	sandbox.payouts(COUNT, { credential: sandbox.credential(), ...changes });

const refuseOnce = async (orderReference: string) =>
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, orderReference });

const allPaidOnce = Object.fromEntries(payoutItems(COUNT).map((item) => [item.orderReference, 1]));

playOnEngine(retryScenarios, sandbox);

// n8n tries again after an error, and in the other modes only if the first item failed.
it.each<[OnError, number]>([
	['stopWorkflow', 0],
	['stopWorkflow', 2],
	['stopWorkflow', COUNT - 1],
	['continueRegularOutput', 0],
	['continueErrorOutput', 0],
])(
	'pays the rest once with Retry On Fail when the cause is gone by the second try (%s, item %i)',
	async (onError, position) => {
		await refuseOnce(`INV-${position}`);
		const { error, items } = await execute(scenario({ onError, retryOnFail: true }));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(COUNT);
		expect(await sandbox.paid()).toEqual(allPaidOnce);
	},
);

describe('a payout of which the answer is lost after the money moved', () => {
	playOnEngine(unclearScenarios, sandbox);

	it.each<[string, Parameters<typeof staysUnknownInStopMode>[1]]>([
		['the connection was cut', { kind: 'dropAfter' }],
		['the service failed', { kind: 'statusAfter', status: 500 }],
		['the answer was cut in half', { kind: 'malformedJson' }],
		['the answer was empty', { kind: 'emptyBody' }],
	])('is never sent again by itself when %s', async (_, loss) => {
		await staysUnknownInStopMode(engineDriver(sandbox), loss);
	});
});

it('reports as unknown what was under way when n8n was killed, and does not send it again', async () => {
	const oneByOne = { parameters: payoutParameters({ concurrency: 1 }) };
	const killed = await killedAtFirstRequest(scenario(oneByOne));
	// Looked up, it would end as accepted.
	const unasked = { parameters: payoutParameters({ lookUpUnclear: false }) };
	const { error } = await retryExecution(killed, scenario(unasked));
	expect(error?.message).toMatch(/^Item 1, order reference INV-0: .*may or may not/);
	expect(error?.description).toContain('Unknown, look these up (1): INV-0.');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('sends a card payment of unknown outcome again, since it moved no money', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', orderReference: 'INV-1' });
	const links = sandbox.scenario(initiate, goodItems(initiate, 3), { retryOnFail: true });
	const { error, items } = await execute(links);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	const made = (await sandbox.ledger()).cardPayments.map(({ orderReference }) => orderReference);
	expect(made.sort()).toEqual(['INV-0', 'INV-1', 'INV-1', 'INV-2']);
});

it('refuses other details under a reference that this execution has used', async () => {
	await refuseOnce('INV-3');
	const failed = await execute(scenario());
	// The stored items stay; the builder changes a parameter and retries with the new workflow.
	const parameters = { ...payoutParameters(), amount: 999 };
	const before = await sandbox.paid();
	const { error } = await retryExecution(failed, scenario({ parameters }));
	expect(error?.message).toMatch(/Item 1, order reference INV-0: .*with other details/);
	expect(await sandbox.paid()).toEqual(before);
});

describe('in a loop', () => {
	it('pays what comes round again only once, and gives back the same answer', async () => {
		const laterItems = [payoutItems(3), payoutItems(1, 'NEW')];
		const { turns, error } = await execute(scenario({ items: payoutItems(2), laterItems }));
		expect(error).toBeUndefined();
		expect(turns.map((items) => items.map(({ json }) => json.orderReference))).toEqual([
			['INV-0', 'INV-1'],
			['INV-0', 'INV-1', 'INV-2'],
			['NEW-0'],
		]);
		expect(turns[1]?.[0]?.json).toEqual(turns[0]?.[0]?.json);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1, 'INV-2': 1, 'NEW-0': 1 });
	});

	it('does not call paid payouts unsent because another item of a later turn is not valid', async () => {
		const items = payoutItems(2);
		const bad = { ...payoutItems(1, 'BAD')[0], amount: -1 };
		const { error } = await execute(scenario({ items, laterItems: [[...items, bad]] }));
		expect(error?.message).toMatch(/^Item 3, order reference BAD-0: Amount is -1/);
		expect(error?.description).toContain('Accepted (2): INV-0, INV-1.');
		expect(error?.description).not.toContain('Not sent');
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
	});
});

it.each(['__proto__', 'constructor', 'toString', 'ENOTFOUND', '0'])(
	'remembers a payout whose reference is %s like any other',
	async (orderReference) => {
		const items = [{ ...payoutItems(1)[0], orderReference }];
		const { turns } = await execute(scenario({ items, laterItems: [items] }));
		expect(turns.map((one) => one.length)).toEqual([1, 1]);
		expect(await sandbox.requests('createBankPayout')).toHaveLength(1);
	},
);
