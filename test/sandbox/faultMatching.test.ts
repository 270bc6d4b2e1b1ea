import { startSandbox } from '../../sandbox';
import { waitUntil } from '../../workbench/servers/waiting';
import {
	askToken,
	call,
	expectTruth,
	freshToken,
	initiate,
	ledger,
	lookUp,
	pay,
	sandbox,
	strike,
	useSandbox,
} from './support';

useSandbox();

describe('a fault', () => {
	it('strikes as many requests as it was told to, after letting some pass', async () => {
		await strike({ kind: 'statusBefore', status: 503, skip: 2, times: 2 });
		const statuses: number[] = [];
		for (let index = 0; index < 6; index++) {
			statuses.push((await pay({ orderReference: `${index}` })).status);
		}
		expect(statuses).toEqual([200, 200, 503, 503, 200, 200]);
	});

	it('strikes only the operation it is meant for', async () => {
		await strike({ kind: 'statusBefore' });
		expect((await initiate()).status).toBe(200);
		expect((await pay()).status).toBe(500);
	});

	it('strikes only the order reference it is meant for', async () => {
		await strike({ kind: 'statusBefore', orderReference: 'b' });
		expect((await pay({ orderReference: 'a' })).status).toBe(200);
		expect((await pay({ orderReference: 'b' })).status).toBe(500);
	});

	it('strikes whatever comes first when it is meant for nothing in particular', async () => {
		await sandbox.control.addFault({ kind: 'statusBefore' });
		expect((await askToken()).status).toBe(500);
		expect((await ledger()).tokensIssued).toBe(0);
	});

	it('waits for its turn when an older one strikes', async () => {
		await strike({ kind: 'statusBefore', status: 500 });
		await strike({ kind: 'statusBefore', status: 503 });
		expect((await pay()).status).toBe(500);
		expect((await pay()).status).toBe(503);
		expect((await pay()).status).toBe(200);
	});

	it('can strike before, within and after the work of the same request', async () => {
		await strike({ kind: 'delay', delayMs: 1 });
		await sandbox.control.addFault({ kind: 'payoutStatus' });
		await strike({ kind: 'dropAfter' });
		await expect(pay()).rejects.toThrow();
		expect(await ledger()).toMatchObject({
			requests: [{ fault: 'delay+payoutStatus+dropAfter' }],
			payouts: [{ status: 'REVERSED' }],
		});
	});

	it('lets pass what its kind has no meaning for', async () => {
		await sandbox.control.addFault({ kind: 'recordLate' });
		await sandbox.control.addFault({ kind: 'payoutStatus' });
		expect((await initiate()).status).toBe(200);
		expect(await (await pay()).json()).toMatchObject({ status: 'REVERSED' });
		expect((await lookUp('payouts', 'order-1')).status).toBe(404);
	});

	it('is not used up by a request without a valid token', async () => {
		await strike({ kind: 'statusBefore' });
		expect((await pay({}, { authorization: 'Bearer stale' })).status).toBe(401);
		expect((await pay()).status).toBe(500);
	});

	it('of the sort that strikes afterwards is not used up by a request that is refused', async () => {
		await strike({ kind: 'dropAfter' });
		expect((await pay({ amount: -1 })).status).toBe(400);
		await expect(pay()).rejects.toThrow();
	});

	it('may name another place to redirect to, and another status', async () => {
		const location = 'http://127.0.0.1:9/elsewhere';
		await strike({ kind: 'redirect', status: 302, location });
		const answer = await pay();
		expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
	});

	it.each(['statusBefore', 'statusAfter'] as const)(
		'%s may be any status, those of a redirect without a location included',
		async (kind) => {
			const statuses = [300, 302, 303, 304, 307, 308, 402, 418, 429, 451, 499, 511, 599];
			for (const status of statuses) {
				await strike({ kind, status });
				const answer = await pay({ orderReference: `${status}` });
				expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
			}
			const moved = kind === 'statusAfter' ? statuses.length : 0;
			expect((await ledger()).payouts).toHaveLength(moved);
		},
	);

	it('may be a status that has no body', async () => {
		await strike({ kind: 'statusAfter', status: 204 });
		const answer = await pay();
		expect([answer.status, await answer.text()]).toEqual([204, '']);
		await expectTruth({ fault: 'statusAfter', status: 204, moved: true });
	});

	it('is gone once it is taken back', async () => {
		await strike({ kind: 'statusBefore', times: 100 });
		await sandbox.control.clearFaults();
		expect((await pay()).status).toBe(200);
	});

	it('can lose a token that was issued', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation: 'generateToken' });
		await expect(freshToken()).rejects.toThrow();
		expect((await ledger()).tokensIssued).toBe(1);
	});

	it('does not keep a client waiting that hangs when the sandbox closes', async () => {
		const other = await startSandbox();
		await other.control.addFault({ kind: 'hangBefore' });
		await other.control.addFault({ kind: 'delay', delayMs: 60_000 });
		const waiting = [pay({}, { of: other }), pay({ orderReference: '2' }, { of: other })];
		const outcome = Promise.allSettled(waiting);
		await waitUntil(async () => {
			const { requests } = await other.control.ledger();
			return requests.filter(({ fault }) => fault).length === 2;
		});
		await other.close();
		expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
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
	const { requests, payouts, paid, balances } = await ledger();
	expect(requests[1]).toMatchObject({ operation: 'createBankPayout', status: null });
	expect([payouts.length, paid, balances.TZS]).toEqual([1, { 'order-1': 1 }, '999998400.00']);
	expect((await lookUp('payouts', 'order-1')).status).toBe(200);
});

it('holds requests until so many of them wait for each other, but for the first', async () => {
	await sandbox.control.settings({ holdUntil: 3 });
	expect((await pay({ orderReference: '0' })).status).toBe(200);
	const held = ['1', '2'].map(async (orderReference) => await pay({ orderReference }));
	await waitUntil(async () => (await ledger()).requests.length === 3);
	expect(await ledger()).toMatchObject({ underWay: 2, paid: { 0: 1 } });
	expect((await call('/list/banks', { method: 'GET' })).status).toBe(200);
	const answers = await Promise.all([...held, pay({ orderReference: '3' })]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	expect((await pay({ orderReference: '4' })).status).toBe(200);
});
