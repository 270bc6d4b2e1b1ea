import type { OnError } from 'n8n-workflow';
import { execute, type Execution, type Scenario } from '../../workbench/engine/engine';
import { outcomesOf } from '../../workbench/engine/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';
import { playOnEngine } from '../scenarios/engineDriver';
import { guardScenarios } from '../scenarios/guard';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const pay = async (count: number, changes: Partial<Scenario> = {}) =>
	await execute(sandbox.payouts(count, changes));

const outcomes = ({ items }: Execution) => outcomesOf(items);

const reserved = async () => (await processedStore()).reserved();
const onError: OnError = 'continueRegularOutput';

playOnEngine(guardScenarios, sandbox);

it('releases what was refused', async () => {
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, skip: 3, times: 2 });
	await pay(20, { onError });
	expect(await reserved()).toHaveLength(18);
});

it('reserves everything before the first request leaves', async () => {
	const store = await processedStore();
	const credential = sandbox.pastedToken();
	let atFirst: string[] | undefined;
	credential.beforeRequest = () => (atFirst ??= store.reserved());
	await pay(3, { credential });
	expect(atFirst).toEqual(['INV-0', 'INV-1', 'INV-2']);
});

it('pays once when executions with the same references start at the same instant', async () => {
	const executions = await Promise.all([1, 2, 3, 4].map(async () => await pay(3, { onError })));
	expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1]);
	expect(executions.flatMap(outcomes).sort()).toEqual([
		...Array(3).fill('accepted'),
		...Array(9).fill('alreadySent'),
	]);
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
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, orderReference: 'INV-1' });
	const { fails } = await processedStore();
	const credential = sandbox.pastedToken();
	credential.beforeRequest = () => (fails.check = new Error('database is locked'));
	const execution = await pay(3, { onError, credential });
	expect(outcomes(execution)).toEqual(['accepted', 'rejected', 'accepted']);
	// To be corrected first, whatever its reference.
	expect(execution.items[1]?.json).toHaveProperty(
		'details.nextStep',
		'Correct the cause, then run this item again.',
	);
	expect(execution.hints).toEqual([
		expect.stringContaining('1 of 3 items needs your attention: 1 rejected'),
		expect.stringMatching(/could not be released: INV-1\./),
	]);
});
