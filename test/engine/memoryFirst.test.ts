import type { OnError } from 'n8n-workflow';
import { execute, retryExecution } from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import { payoutItems } from '../../workbench/engine/operations';
import { outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const operation = 'createBankPayout';
const onError: OnError = 'continueRegularOutput';

const run = async (...how: Parameters<typeof sandbox.oneByOne>) =>
	await execute(sandbox.oneByOne(...how));

/** Refuses the payouts that come from this one on, counted from 0. */
const refuse = async (skip: number, times = 1) =>
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, operation, skip, times });

describe('a later try that cannot read its credential', () => {
	const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
	/** The node whose credential can be read in its first try only. */
	const forgetful = () => {
		let runs = 0;
		return hurriedNode(() => (runs++ === 0 ? {} : { getCredentials }));
	};

	it('says in stop mode what was sent before', async () => {
		await refuse(1);
		const { error } = await run(3, {}, { retryOnFail: true, nodeType: forgetful() });
		const said = `${error?.message} ${error?.description}`;
		expect(said).toContain('It cannot be decrypted');
		expect(said).toMatch(/Accepted \(1\): INV-0\..*Not sent \(2\): INV-1, INV-2\./s);
		expect(said).not.toContain('Nothing was sent');
	});

	it('gives back in continue mode what was sent before', async () => {
		await refuse(0);
		const { items } = await run(3, {}, { retryOnFail: true, onError, nodeType: forgetful() });
		expect(outcomesOfItems(items)).toEqual(['notSent', 'accepted', 'accepted']);
		expect(items[0]?.json.message).not.toContain('Nothing was sent');
		expect(items[1]?.json).toMatchObject({ orderReference: 'INV-1', status: 'AUTHORIZED' });
		expect(await sandbox.paid()).toEqual({ 'INV-1': 1, 'INV-2': 1 });
	});

	it('gives back everything where everything was sent before', async () => {
		const { turns, error } = await run(
			2,
			{},
			{ laterItems: [payoutItems(2)], nodeType: forgetful() },
		);
		expect(error).toBeUndefined();
		expect(turns[1]).toEqual(turns[0]);
	});
});

it('a limit that was added before the execution is retried does not concern what was paid before', async () => {
	await refuse(1);
	const failed = await run(2);
	const limited = sandbox.oneByOne(2, { maximumAmount: 50 });
	const { error } = await retryExecution(failed, limited);
	const said = `${error?.message} ${error?.description}`;
	expect(said).toMatch(/^INV-1 \(item 2\): .* 101\.00 TZS is above Maximum Amount 50\.00/);
	expect(said).toContain('Accepted (1): INV-0.');
	expect(said).not.toContain('Nothing was sent');
});

it('calls no request accepted that Validate Only has built, where it stops at what is open', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', operation });
	const unasked = { credential: sandbox.pastedToken({ payoutPath: '' }) };
	const failed = await run(2, {}, unasked);
	const validating = sandbox.oneByOne(2, { validateOnly: true }, unasked);
	const { error } = await retryExecution(failed, validating);
	expect(error?.message).toContain('INV-0 (item 1): ');
	expect(error?.description).toContain('Not sent (1): INV-1.');
	expect(error?.description).not.toContain('Accepted');
	expect(await sandbox.requests(operation)).toHaveLength(1);
});
