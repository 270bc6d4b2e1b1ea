import type { INodeParameters, OnError } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';
import type { Fault } from '../../sandbox';
import {
	execute,
	killedAtFirstRequest,
	retryExecution,
	startExecution,
	type Scenario,
} from '../../workbench/engine/engine';
import { goodItems, initiate, payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOf } from '../../workbench/engine/outcomes';
import { useSandbox } from '../../workbench/engine/sandbox';
import { waitUntil } from '../../workbench/servers/waiting';

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

describe('a payout whose answer was lost', () => {
	it('is accepted with its record, and the run goes on', async () => {
		await loseAnswer({ orderReference: 'INV-1' });
		const { items, error } = await execute(scenario(3, {}, { retryOnFail: true }));
		expect(error).toBeUndefined();
		const { payouts } = await sandbox.ledger();
		expect(items.map(({ json }) => json)).toMatchObject(payouts);
		expect([await sent(), await asked()]).toEqual([3, 1]);
	});

	it.each(['REVERSED', 'REFUNDED', 'FAILED'])(
		'is reversed where it came back as %s',
		async (payoutStatus) => {
			await sandbox.control.addFault({ kind: 'payoutStatus', payoutStatus });
			await loseAnswer();
			expect(detailsOf(await payOne())).toMatchObject({
				outcome: 'reversed',
				safeToRetry: false,
				payout: { status: payoutStatus },
				lookedUp: { times: 1 },
			});
		},
	);

	it.each<[string, Partial<Fault>, string]>([
		['another account', { body: otherAccount }, 'to another account number'],
		['another amount', { body: { order: { amount: '1.00' } } }, 'of another amount'],
		['no status', { body: { status: null } }, 'gives no status'],
		['a status of nobody', { body: { status: 'MAYBE' } }, 'which this node does not know'],
		[
			'neither amount nor account',
			{ body: { order: null, amount: null, beneficiary: null } },
			'shows neither its amount nor its account number',
		],
		['two records', { kind: 'recordTwice' }, 'knows 2 payments'],
	])('stays unknown where the service shows %s', async (_, fault, says) => {
		await loseAnswer();
		await onLookUp('recordAltered', { times: 9, ...fault });
		const item = await payOne();
		expect(item.json.message).toContain(says);
		expect(detailsOf(item)).toMatchObject({ outcome: 'unknown', safeToRetry: false });
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	});

	it.each([
		['among the records of others', 'recordOthers', 1],
		['where the service shows it late', 'recordLate', 3],
	] as const)('is found %s', async (_, kind, questions) => {
		await loseAnswer();
		await onLookUp(kind, { times: 2 });
		expect(outcomesOf((await execute(scenario(1))).items)).toEqual(['accepted']);
		expect(await asked()).toBe(questions);
	});

	it.each<[string, Partial<Fault>, RegExp, number?]>([
		['knows nothing', { kind: 'recordLate' }, /^HTTP 404/],
		['asks for another token', { kind: 'expiredToken' }, /^HTTP 401/],
		// After 1, 2, 4, 8 and 16 seconds, and when the minute is over.
		['asks to wait', { kind: 'statusBefore', status: 429 }, /^HTTP 429/, 7],
		['fails', { kind: 'statusBefore', status: 500 }, /^HTTP 500/],
		['points elsewhere', { kind: 'redirect' }, /^HTTP 307/],
		['says nothing that can be read', { kind: 'malformedJson' }, /^HTTP 200/],
		['cuts the connection', { kind: 'dropBefore' }, /^no response/],
	])('stays unknown where the service %s when it is asked', async (_, fault, answer, times = 3) => {
		await loseAnswer();
		await onLookUp('recordLate', { times: 9, ...fault });
		expect(detailsOf(await payOne())).toMatchObject({
			outcome: 'unknown',
			lookedUp: { times, at: expect.any(String), answer: expect.stringMatching(answer) },
		});
		expect([await sent(), await asked()]).toEqual([1, times]);
	});

	it.each([
		['the option is off', { lookUpUnclear: false }, {}],
		['the credential names no path', {}, { payoutPath: '' }],
	])('is not looked up where %s', async (_, options, credential) => {
		await loseAnswer();
		const item = await payOne(options, { credential: sandbox.pastedToken(credential) });
		expect(outcomesOf([item])).toEqual(['unknown']);
		expect(detailsOf(item)).not.toHaveProperty('lookedUp');
		expect(await asked()).toBe(0);
	});
});

it('does not count what was found among three unclear ends in a row', async () => {
	await loseAnswer({ kind: 'statusAfter', times: 9 });
	const { items } = await execute(scenario(5));
	expect(outcomesOf(items)).toEqual(Array(5).fill('accepted'));
});

it('says on the last try, too, what was asked on the first', async () => {
	await execute(scenario(1));
	await loseAnswer({ times: 9 });
	await onLookUp('dropBefore', { times: 99 });
	// The first try asks about the guarded one first, a later one about those that it left unknown.
	const { items } = await execute(scenario(4, {}, { onError, retryOnFail: true }));
	expect(outcomesOf(items)).toEqual(['alreadySent', ...Array<string>(3).fill('unknown')]);
	for (const item of items.slice(0, 2)) {
		expect(detailsOf(item)).toHaveProperty('lookedUp.answer', 'no response (ECONNRESET)');
	}
});

it('asks no more once the execution is cancelled', async () => {
	await loseAnswer();
	const credential = sandbox.pastedToken();
	const nodeType = new CardBankPayments();
	const running = startExecution(scenario(2, {}, { onError, nodeType, credential }));
	credential.beforeRequest = () => running.cancel();
	const { run } = await running.finished;
	expect(run.status).toBe('canceled');
	expect(JSON.stringify(running.data().executionData?.contextData)).toContain('"state":"unknown"');
	expect([await sent(), await asked()]).toEqual([1, 0]);
});

it('ends a question that is under way when the execution is cancelled', async () => {
	await loseAnswer();
	await onLookUp('hangBefore');
	const running = startExecution(scenario(1, { timeout: 600_000 }, { onError }));
	await waitUntil(async () => (await asked()) === 1);
	running.cancel();
	expect((await running.finished).run.status).toBe('canceled');
});

describe('what this execution knows', () => {
	it('is looked up once where it was under way when n8n was killed', async () => {
		const killed = await killedAtFirstRequest(scenario(2));
		const { items, error } = await retryExecution(killed, scenario(1));
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['accepted', ...outcomesOf(items).slice(1)]);
		expect(await sandbox.paid()).toMatchObject({ 'INV-0': 1 });
		expect(await asked()).toBe(1);
	});

	it('is looked up once where it was unclear, by a later turn of a loop', async () => {
		await loseAnswer();
		await onLookUp('recordLate', { times: 3 });
		const { turns } = await execute(scenario(1, {}, { onError, laterItems: [payoutItems(1)] }));
		expect(turns.map(outcomesOf)).toEqual([['unknown'], ['accepted']]);
		expect([await sent(), await asked()]).toEqual([1, 4]);
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

	it('comes out as its record with When Already Sent → Return the Payout', async () => {
		await execute(scenario(1));
		const [payout] = (await sandbox.ledger()).payouts;
		const options = { whenAlreadySent: 'returnPayout' };
		const { items, error } = await execute(scenario(2, options));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ ...payout, alreadySent: true });
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
		const [simplified] = (await execute(scenario(1, { ...options, simplify: true }))).items;
		expect(simplified?.json).toMatchObject({ orderReference: 'INV-0', alreadySent: true });
		expect(simplified?.json).not.toHaveProperty('beneficiary');
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
	});

	it.each([
		['was reversed', { body: { status: 'REVERSED' } }],
		['belongs to another payout', { body: otherAccount }],
		['is not shown', { kind: 'recordLate' as const }],
	])('fails with Return the Payout where it %s', async (_, fault) => {
		await execute(scenario(1));
		await onLookUp('recordAltered', { times: 9, ...fault });
		const item = await payOne({ whenAlreadySent: 'returnPayout' });
		expect(item.json).toHaveProperty('error', 'Payout already sent');
	});

	it('carries none where the record is that of another payout', async () => {
		await execute(scenario(1));
		const item = await payOne({}, { items: [{ ...payoutItems(1)[0], amount: 999 }] });
		expect(item.json.message).toContain('The service knows another payout');
		expect(detailsOf(item)).toMatchObject({ outcome: 'alreadySent', safeToRetry: false });
		expect(detailsOf(item)).not.toHaveProperty('payout');
	});

	it('carries what the service refuses with 409', async () => {
		await sandbox.control.settings({ uniqueOrderReferences: true });
		const unguarded = { duplicateGuard: 'thisExecution' };
		await execute(scenario(1, unguarded));
		expect(detailsOf(await payOne(unguarded))).toMatchObject({
			outcome: 'alreadySent',
			httpStatus: 409,
			payout: { orderReference: 'INV-0' },
		});
	});
});

it('a payment link is not looked up where it is unclear, but sent again, and then where it is refused', async () => {
	await sandbox.control.settings({ uniqueOrderReferences: true });
	await loseAnswer({ operation: 'initiateCardPayment' });
	const link = sandbox.scenario(initiate, goodItems(initiate, 1), { onError });
	expect(outcomesOf((await execute(link)).items)).toEqual(['unknown']);
	expect(await sandbox.requests('getPayment')).toEqual([]);

	const { items } = await execute(link);
	expect(detailsOf(items[0]!)).toMatchObject({
		outcome: 'alreadySent',
		httpStatus: 409,
		payment: { orderReference: 'INV-0', status: 'PENDING' },
	});
	expect(await sandbox.requests('getPayment')).toHaveLength(1);
});
