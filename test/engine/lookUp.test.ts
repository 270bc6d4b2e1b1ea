import type { INodeParameters, OnError } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { execute, type Scenario } from '../../workbench/engine/engine';
import { createBankPayout, fromItem } from '../../workbench/engine/operations';
import { detailsOf, outcomesOf } from '../../workbench/engine/outcomes';
import { useSandbox } from '../../workbench/engine/sandbox';
import { playOnEngine } from '../scenarios/engineDriver';
import { unclearScenarios } from '../scenarios/unclear';

// A service that pays whatever it is sent, and knows what it paid.
const sandbox = useSandbox({ uniqueOrderReferences: false, settlementMs: 600_000 });

const onError: OnError = 'continueRegularOutput';

const scenario = (
	count: number,
	options: INodeParameters = {},
	changes: Partial<Scenario> = {},
): Scenario => sandbox.payouts(count, { options: { concurrency: 1, ...options }, ...changes });

/** One payout in continue mode. */
const payOne = async (options: INodeParameters = {}, changes: Partial<Scenario> = {}) => {
	const { items } = await execute(scenario(1, options, { onError, ...changes }));
	return items[0]!;
};

/** The answer to a payout is lost after the money has moved. */
const loseAnswer = async (changes: Partial<Fault> = {}) =>
	await sandbox.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout', ...changes });
const onLookUp = async (kind: Fault['kind'], changes: Partial<Fault> = {}) =>
	await sandbox.control.addFault({ kind, operation: 'getPayout', ...changes });

const asked = async () => (await sandbox.requests('getPayout')).length;
const sent = async () => (await sandbox.requests('createBankPayout')).length;

const otherAccount = { beneficiary: { accountNumber: '0199999999999' } };

playOnEngine(unclearScenarios, sandbox);

describe('a payout whose answer was lost', () => {
	it('is accepted with its record, and the run goes on', async () => {
		await loseAnswer({ orderReference: 'INV-1' });
		const { items, error } = await execute(scenario(3, {}, { retryOnFail: true }));
		expect(error).toBeUndefined();
		const { payouts } = await sandbox.ledger();
		expect(items.map(({ json }) => json)).toMatchObject(payouts);
		expect([await sent(), await asked()]).toEqual([3, 1]);
	});
});

describe('what an earlier execution has sent', () => {
	it('carries its record', async () => {
		await execute(scenario(1));
		const [payout] = (await sandbox.ledger()).payouts;
		const expected = { outcome: 'alreadySent', payout };
		expect(detailsOf(await payOne())).toMatchObject(expected);
		const passed = await execute(scenario(1, { whenAlreadySent: 'passThrough' }));
		expect(passed.items[0]?.json).toMatchObject(expected);
		expect([await sent(), await asked()]).toEqual([1, 2]);
	});

	describe.each([true, false])(
		'with When Already Sent → Return the Payout, and Look Up Unclear Payouts %p',
		(lookUpUnclear) => {
			const options = { whenAlreadySent: 'returnPayout', lookUpUnclear };

			it('comes out as its record, and the run goes on', async () => {
				await execute(scenario(1));
				const [payout] = (await sandbox.ledger()).payouts;
				const { items, error } = await execute(scenario(2, options));
				expect(error).toBeUndefined();
				expect(items[0]?.json).toEqual({ ...payout, alreadySent: true });
				expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
				const [simplified] = (await execute(scenario(1, { ...options, simplify: true }))).items;
				expect(simplified?.json).toMatchObject({ orderReference: 'INV-0', alreadySent: true });
				expect(simplified?.json).not.toHaveProperty('beneficiary');
				expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
			});

			it('comes out as its record in a call by an agent', async () => {
				await execute(scenario(1));
				const [payout] = (await sandbox.ledger()).payouts;
				const agents = { agentPayouts: 'anyBeneficiary', maximumAmount: 500 };
				const parameters = fromItem(createBankPayout, { orderReference: 'INV-0' });
				const { items, error } = await execute(
					scenario(
						1,
						{},
						{
							parameters: { ...parameters, options: { ...options, ...agents } },
							asTool: true,
						},
					),
				);
				expect(error).toBeUndefined();
				expect(items[0]?.json).toEqual({ ...payout, alreadySent: true });
			});

			it.each([
				['was reversed', { body: { status: 'REVERSED' } }],
				['belongs to another payout', { body: otherAccount }],
				['is not shown', { kind: 'recordLate' as const }],
			])('fails where it %s', async (_, fault) => {
				await execute(scenario(1));
				await onLookUp('recordAltered', { times: 9, ...fault });
				expect((await payOne(options)).json).toHaveProperty('error', 'Payout already sent');
				expect((await execute(scenario(1, options))).error).toBeDefined();
			});

			it('comes out as its record where the service refuses it with 409', async () => {
				await sandbox.control.settings({ uniqueOrderReferences: true });
				const unguarded = { ...options, duplicateGuard: 'thisExecution' };
				await execute(scenario(1, unguarded));
				const { json } = await payOne(unguarded);
				expect(json).toMatchObject({ orderReference: 'INV-0', alreadySent: true });
			});
		},
	);

	it('is all that Return the Payout looks up where Look Up Unclear Payouts is off', async () => {
		await loseAnswer();
		const item = await payOne({ whenAlreadySent: 'returnPayout', lookUpUnclear: false });
		expect(outcomesOf([item])).toEqual(['unknown']);
		expect(await asked()).toBe(0);
	});
});
