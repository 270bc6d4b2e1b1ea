import type { Payment, Payout } from '../../sandbox';
import { serviceDay } from '../../sandbox/lists';
import {
	call,
	initiate,
	jsonOf,
	ledger,
	listed,
	listPage,
	lookUp,
	makePayouts,
	messageOf,
	oldestFirst,
	pay,
	sandbox,
	useSandbox,
} from './support';

useSandbox({ settlementMs: 60_000 });
afterEach(async () => {
	expect((await ledger()).contractViolations).toEqual([]);
});

it('lists a payout without its order, and without what is only said when it is made', async () => {
	const made = await jsonOf<Payout & { estimatedArrival: string }>(pay());
	const { order, estimatedArrival, ...listed } = made;
	expect({ order, estimatedArrival }).toEqual({
		order: { amount: '100.00', currency: 'TZS' },
		estimatedArrival: '1-3 Working Days',
	});
	expect(await jsonOf(listPage('payouts'))).toEqual({
		data: [{ ...listed, settlementType: null, notes: null }],
		totalCount: 1,
	});
	expect(await jsonOf(lookUp('payouts', 'order-1'))).toEqual([{ ...listed, order }]);
});

it('lists payments as a look-up finds them', async () => {
	await initiate();
	const found = await jsonOf<Payment[]>(lookUp('payments', 'card-1'));
	expect(await jsonOf(listPage('payments'))).toEqual({ data: found, totalCount: 1 });
});

it('shows the newest twenty first, or the page that is asked for', async () => {
	await makePayouts(23);
	const newest = await listed();
	expect([newest.length, newest[0], newest.at(-1)]).toEqual([21, 'r22', 23]);
	expect(await listed({ ...oldestFirst, limit: 2, skip: 20 })).toEqual(['r20', 'r21', 23]);
	expect(await listed({ ...oldestFirst, limit: 500, skip: 22 })).toEqual(['r22', 23]);
	expect(await listed({ ...oldestFirst, skip: 23 })).toEqual([23]);
	expect((await listed({ sortBy: 'orderReference', orderBy: 'ASC' }))[2]).toBe('r10');
});

it('counts days in East Africa Time, the first and the last included', async () => {
	expect(serviceDay('2026-11-23T20:59:59.999Z')).toBe('2026-11-23');
	expect(serviceDay('2026-11-23T21:00:00.000Z')).toBe('2026-11-24');
	const { createdAt } = await jsonOf<Payout>(pay());
	const day = serviceDay(createdAt);
	const dayBefore = serviceDay(new Date(Date.parse(createdAt) - 86_400_000).toISOString());
	expect(await listed({ startDate: day, endDate: day })).toEqual(['order-1', 1]);
	expect(await listed({ startDate: dayBefore, endDate: dayBefore })).toEqual([0]);
	expect(await listed({ startDate: dayBefore })).toEqual(['order-1', 1]);
});

it('filters by status, order reference and currency', async () => {
	await makePayouts(2);
	await pay({ orderReference: 'usd', currency: 'USD' });
	await sandbox.control.setPayoutStatus('r1', 'SUCCESS');
	expect(await listed({ status: 'SUCCESS' })).toEqual(['r1', 1]);
	expect(await listed({ orderReference: 'r0' })).toEqual(['r0', 1]);
	expect(await listed({ currency: 'USD' })).toEqual(['usd', 1]);
	await initiate();
	const ofPayments = { status: 'PENDING', orderReference: 'card-1', collectedCurrency: 'USD' };
	expect(await listed(ofPayments, 'payments')).toEqual(['card-1', 1]);
});

it.each<['payouts' | 'payments', Record<string, string | number>]>([
	['payouts', { startDate: '2026-11-3' }],
	['payouts', { endDate: '2026-02-30' }],
	['payouts', { startDate: '2026-11-23T00:00:00' }],
	['payouts', { status: 'AUTHORIZED' }],
	['payouts', { collectedCurrency: 'USD' }],
	['payments', { currency: 'USD' }],
	['payments', { status: 'REVERSED' }],
	['payouts', { orderReference: '' }],
	['payouts', { orderBy: 'asc' }],
	['payouts', { limit: 0 }],
	['payouts', { skip: -1 }],
])('refuses %s with %p, and names the field', async (list, query) => {
	const answer = await listPage(list, query);
	expect([answer.status, await messageOf(answer)]).toEqual([
		400,
		expect.stringContaining(Object.keys(query)[0]!),
	]);
});

it('lists nothing without a token', async () => {
	const answer = await call('/payouts/all', { method: 'GET', authorization: null });
	expect(answer.status).toBe(401);
});

describe('a bank account', () => {
	const verify = async (body: Record<string, string>) =>
		await call('/payouts/verify-bank-account', { body });

	it('has the holder that a preview names, or none', async () => {
		const named = await verify({ bic: 'CORUTZTZ', accountNumber: '0150123450' });
		expect([named.status, await named.json()]).toEqual([200, { accountName: 'Asha Mushi' }]);
		const unnamed = await verify({ bic: 'CORUTZTZ', accountNumber: '0150123459' });
		expect(unnamed.status).toBe(404);
		const unknown = await verify({ bic: 'NOBANK', accountNumber: '0150123450' });
		expect([unknown.status, await messageOf(unknown)]).toEqual([
			400,
			expect.stringContaining('NOBANK'),
		]);
	});
});
