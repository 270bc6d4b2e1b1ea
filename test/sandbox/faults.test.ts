import type { Fault } from '../../sandbox';
import { waitUntil } from '../../workbench/servers/waiting';
import {
	initiate,
	jsonOf,
	ledger,
	listed,
	listPage,
	lookUp,
	makePayouts,
	pay,
	sandbox,
	strike,
	useSandbox,
} from './support';

useSandbox();

/** What a page of two payouts becomes; what becomes of one payout is tried by the fault matrix. */
it.each<[Fault, shown: object]>([
	[
		{ kind: 'pageCapped', records: 1 },
		{ data: [{ orderReference: 'r1' }], totalCount: 2 },
	],
	[
		{ kind: 'pageAltered', body: { totalCount: 7 } },
		{ data: [{}, {}], totalCount: 7 },
	],
	[
		{ kind: 'pageEndless', records: 3 },
		{ data: [{}, {}, {}], totalCount: 1_000_000_000 },
	],
])('%j strikes one page', async (fault, shown) => {
	await makePayouts(2);
	const truth = await jsonOf(listPage('payouts'));
	await sandbox.control.addFault(fault);
	expect(await jsonOf(listPage('payouts'))).toMatchObject(shown);
	expect(await jsonOf(listPage('payouts'))).toEqual(truth);
});

it('recordsLeave takes records out of the filter once they are read', async () => {
	await makePayouts(3);
	for (const one of ['r0', 'r1', 'r2']) await sandbox.control.setPayoutStatus(one, 'PENDING');
	await sandbox.control.addFault({ kind: 'recordsLeave', records: 2, payoutStatus: 'SUCCESS' });
	const query = { sortBy: 'createdAt', orderBy: 'ASC', status: 'PENDING', limit: 2 };
	expect(await listed(query)).toEqual(['r0', 'r1', 3]);
	expect(await listed(query)).toEqual(['r2', 1]);
});

describe('a fault', () => {
	it('strikes as many requests as it was told to, after letting some pass', async () => {
		await strike({ kind: 'statusBefore', status: 503, skip: 2, times: 2 });
		const statuses: number[] = [];
		for (const orderReference of ['0', '1', '2', '3', '4']) {
			statuses.push((await pay({ orderReference })).status);
		}
		expect(statuses).toEqual([200, 200, 503, 503, 200]);
	});

	it('strikes the operation and the reference it is meant for, and none without a token', async () => {
		await strike({ kind: 'statusBefore', orderReference: 'b' });
		expect((await initiate({ orderReference: 'b' })).status).toBe(200);
		expect((await pay({ orderReference: 'a' })).status).toBe(200);
		expect((await pay({ orderReference: 'b' }, { authorization: 'Bearer stale' })).status).toBe(
			401,
		);
		expect((await pay({ orderReference: 'b' })).status).toBe(500);
	});
});

it('carries out what a client has sent even if the client does not wait for it', async () => {
	const { control } = sandbox;
	await control.settings({ holdUntil: 2 });
	// The first one passes.
	await lookUp('payouts', 'order-1');
	const givenUp = new AbortController();
	const answer = pay({}, { signal: givenUp.signal });
	await waitUntil(async () => (await ledger()).requests.length === 2);
	givenUp.abort();
	await expect(answer).rejects.toThrow('aborted');
	// By the time that it answers this, the sandbox has seen the connection go.
	expect(await ledger()).toMatchObject({ underWay: 1, paid: {} });
	await control.settings({ holdUntil: 0 });
	await waitUntil(async () => (await ledger()).underWay === 0);
	expect(await ledger()).toMatchObject({
		requests: [{}, { status: null }],
		paid: { 'order-1': 1 },
	});
});
