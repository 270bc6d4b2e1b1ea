import type { OnError } from 'n8n-workflow';
import { execute, type Execution, type Scenario } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const pay = async (count: number, changes: Partial<Scenario> = {}) =>
	await execute({
		credential: sandbox.pastedToken(),
		parameters: payoutParameters(),
		items: payoutItems(count),
		...changes,
	});

const outcomes = ({ items }: Execution) =>
	items.map(({ json }) => {
		const details = (json.details ?? json) as { outcome?: string };
		return details.outcome ?? 'accepted';
	});

const calls = async () => (await processedStore()).calls.map(([call]) => call);
const reserved = async () => (await processedStore()).reserved();
const onError: OnError = 'continueRegularOutput';

it('does not pay in a second execution what the first has paid', async () => {
	await pay(3);
	const second = await pay(3);
	expect(second.error?.message).toMatch(/^Item 0, order reference INV-0: An earlier execution/);
	expect(second.error?.description).toContain('Already sent before (3): INV-0, INV-1, INV-2.');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1, 'INV-2': 1 });
	expect(await sandbox.requests('createBankPayout')).toHaveLength(3);
});

it('sends nothing in stop mode when one of many was already sent', async () => {
	await pay(1);
	const { error } = await pay(4);
	expect(error?.description).toContain('Not sent (3): INV-1, INV-2, INV-3.');
	expect(await sandbox.requests('createBankPayout')).toHaveLength(1);
	// What was not sent can be sent later.
	expect(await reserved()).toEqual(['INV-0']);
});

it('pays the new ones in continue mode', async () => {
	await pay(2);
	const second = await pay(4, { onError });
	expect(outcomes(second)).toEqual(['alreadySent', 'alreadySent', 'accepted', 'accepted']);
	expect(second.items[0]?.json.details).toMatchObject({ safeToRetry: false });
	expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1, 1]);
});

it('asks the store twice before sending, and not at all afterwards when all is well', async () => {
	await pay(20);
	expect(await calls()).toEqual(['check', 'check']);
});

it('gives back what was refused all at once, and asks the store whether that stands', async () => {
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, skip: 3, times: 2 });
	await pay(20, { onError });

	expect((await calls()).slice(2)).toEqual(['check', 'remove', 'check']);
	expect(await reserved()).toHaveLength(18);
});

it('reserves everything before the first request leaves', async () => {
	await sandbox.control.settings({ delayMs: 50 });
	const running = pay(3);
	await sandbox.arrived(1);
	expect(await reserved()).toEqual(['INV-0', 'INV-1', 'INV-2']);
	await running;
});

it('lets a refused payout and those not sent after it be paid by a later execution', async () => {
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, orderReference: 'INV-1' });
	await pay(4, { parameters: payoutParameters({ concurrency: 1 }) });
	expect(await reserved()).toEqual(['INV-0']);
	const later = await pay(4, { onError });
	expect(outcomes(later)).toEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
	expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1, 1]);
});

it('keeps a payout of unknown outcome reserved', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', orderReference: 'INV-0' });
	await pay(1);
	expect(await reserved()).toEqual(['INV-0']);
	expect(outcomes(await pay(1, { onError }))).toEqual(['alreadySent']);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('keeps reserved what the service itself knows already', async () => {
	await sandbox.control.settings({ uniqueOrderReferences: true });
	await pay(1);
	(await processedStore()).reset();
	const second = await pay(1, { onError });
	expect(outcomes(second)).toEqual(['alreadySent']);
	expect(second.items[0]?.json.details).toMatchObject({ httpStatus: 409 });
	expect(await reserved()).toEqual(['INV-0']);
});

it('passes on what was already sent, where the builder wants that', async () => {
	await pay(2);
	const parameters = payoutParameters({ whenAlreadySent: 'passThrough' });
	const second = await pay(3, { parameters });
	expect(second.error).toBeUndefined();
	expect(outcomes(second)).toEqual(['alreadySent', 'alreadySent', 'accepted']);
	expect(second.items[0]?.json).toMatchObject({
		outcome: 'alreadySent',
		orderReference: 'INV-0',
		message: expect.stringContaining('INV-0'),
	});
	expect(second.items[0]?.json).not.toHaveProperty('error');
	expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1]);
});

it('looks at this execution only, where the builder wants that', async () => {
	const parameters = payoutParameters({ duplicateGuard: 'thisExecution' });
	await pay(2, { parameters });
	await pay(2, { parameters });
	expect(await calls()).toEqual([]);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 2, 'INV-1': 2 });
});

it('pays once when executions with the same references start at the same instant', async () => {
	const executions = await Promise.all([1, 2, 3, 4].map(async () => await pay(3, { onError })));
	expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1]);
	expect(executions.flatMap(outcomes).sort()).toEqual([
		...Array(3).fill('accepted'),
		...Array(9).fill('alreadySent'),
	]);
});

it('forgets no reference when executions start at the same instant', async () => {
	const prefixes = ['A', 'B', 'C', 'D'];
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, orderReference: 'B-0' });
	await Promise.all(
		prefixes.map(async (prefix) => await pay(3, { onError, items: payoutItems(3, prefix) })),
	);
	const sent = prefixes.flatMap((prefix) => [0, 1, 2].map((index) => `${prefix}-${index}`));
	expect((await reserved()).sort()).toEqual(sent.filter((reference) => reference !== 'B-0'));
});

it('keeps the references of different workflows apart', async () => {
	await pay(1, { workflowId: 'workflow-1' });
	expect((await pay(1, { workflowId: 'workflow-2' })).error).toBeUndefined();
});

it('pays in a workflow that is not saved, and says that it only looked at this execution', async () => {
	const { hints, items } = await pay(2, { workflowId: null });
	expect(items).toHaveLength(2);
	expect(hints).toEqual([expect.stringContaining('only looked at this execution')]);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
});

describe.each(['stopWorkflow', onError] as OnError[])('when the store is silent (%s)', (mode) => {
	it('sends nothing and says why', async () => {
		(await processedStore()).fails.check = new Error('database is locked');
		const execution = await pay(3, { onError: mode });
		expect(await sandbox.requests()).toEqual([]);
		const text = JSON.stringify([execution.error?.message, execution.items]);
		expect(text).toContain('n8n could not look up which order references were used before');
		if (mode !== 'stopWorkflow') expect(outcomes(execution)).toEqual(Array(3).fill('notSent'));
	});
});

it('does not lose the answers when the store falls silent in the middle of the run', async () => {
	await sandbox.control.settings({ delayMs: 50 });
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, orderReference: 'INV-1' });
	const running = pay(3, { onError });
	await sandbox.arrived(1);
	(await processedStore()).fails.check = new Error('database is locked');
	const execution = await running;
	expect(outcomes(execution)).toEqual(['accepted', 'rejected', 'accepted']);
	expect(execution.hints).toEqual([
		expect.stringContaining('1 of 3 items needs your attention: 1 refused'),
		expect.stringMatching(/stay reserved .*: INV-1$/),
	]);
});
