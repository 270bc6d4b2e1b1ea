import type { Fault, Payout } from '../../sandbox';
import { waitUntil } from '../../workbench/servers/waiting';
import {
	call,
	makeLink,
	jsonOf,
	ledger,
	listPage,
	pay,
	sandbox,
	addFault,
	useSandboxServer,
} from './support';

useSandboxServer();

async function makePayouts(count: number): Promise<void> {
	for (let index = 0; index < count; index++) await pay({ orderReference: `r${index}` });
}

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
])('%j is applied to one page', async (fault, shown) => {
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
	const read = async () => await jsonOf(listPage('payouts', query));
	expect(await read()).toMatchObject({ data: [{}, {}], totalCount: 3 });
	expect(await read()).toMatchObject({ data: [{ orderReference: 'r2' }], totalCount: 1 });
});

it('tiesReordered shows what shares a moment in another order, and nothing else', async () => {
	await sandbox.control.settings({ clockStepMs: 86_400_000 });
	await makePayouts(5);
	await sandbox.control.settings({ clockAheadMs: 86_400_000 });
	await pay({ orderReference: 'later' });
	const read = async () => {
		const { data } = await jsonOf<{ data: Payout[] }>(listPage('payouts', { orderBy: 'ASC' }));
		return data.map(({ orderReference }) => orderReference);
	};
	const made = ['r0', 'r1', 'r2', 'r3', 'r4', 'later'];
	expect(await read()).toEqual(made);
	await sandbox.control.addFault({ kind: 'tiesReordered', times: 2 });
	expect(await read()).toEqual(made);
	expect(await read()).toEqual(['r4', 'r1', 'r2', 'r3', 'r0', 'later']);
	const reversed = ['r4', 'r3', 'r2', 'r1', 'r0', 'later'];
	expect(await read()).toEqual(reversed);
	expect(await read()).toEqual(reversed);
});

it('is applied to the operation and the reference it was told to, so often, after letting some pass', async () => {
	await addFault({ kind: 'statusBefore', status: 503, skip: 1, times: 2 });
	await addFault({ kind: 'statusBefore', orderReference: 'b' });
	expect((await makeLink({ orderReference: 'b' })).status).toBe(200);
	const statuses: number[] = [];
	for (const orderReference of ['0', '1', '2', '3', 'b']) {
		statuses.push((await pay({ orderReference })).status);
	}
	expect(statuses).toEqual([200, 503, 503, 200, 500]);
});

it('is applied to look-ups of what was sent, and of nothing else, where it was told so', async () => {
	const operation = 'getPayout';
	await sandbox.control.addFault({ kind: 'statusBefore', status: 503, operation, onceSent: true });
	const look = async () => (await call('/payouts/order-1', { method: 'GET' })).status;
	expect(await look()).toBe(404);
	await pay();
	expect([await look(), await look()]).toEqual([503, 200]);
});

it('carries out what a client has sent even if the client does not wait for it', async () => {
	const { control } = sandbox;
	await control.settings({ holdUntil: 2 });
	// The first one passes.
	await makeLink();
	const givenUp = new AbortController();
	const answer = pay({}, { signal: givenUp.signal });
	await waitUntil(async () => (await ledger()).requests.length === 2);
	givenUp.abort();
	await expect(answer).rejects.toThrow('aborted');
	// By the time that it answers this, the sandbox has seen the connection go.
	expect(await ledger()).toMatchObject({ underWay: 1, paid: {} });
	await control.settings({ holdUntil: 0 });
	await waitUntil(async () => (await ledger()).underWay === 0);
	expect(await ledger()).toMatchObject({ paid: { 'order-1': 1 } });
});
