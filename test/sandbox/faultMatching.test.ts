import { request } from 'node:http';
import { startSandbox } from '../../sandbox';
import {
	askToken,
	expectTruth,
	freshToken,
	initiate,
	ledger,
	lookUp,
	pastedToken,
	pay,
	payout,
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
		while ((await other.control.ledger()).requests.filter(({ fault }) => fault).length < 2);
		await other.close();
		expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	});
});

it('carries out what a client has sent even if the client does not wait for it', async () => {
	await strike({ kind: 'delay', delayMs: 100 });
	await new Promise<void>((resolve) => {
		const message = request(`${sandbox.baseUrl}/payouts/create-bank-payout`, {
			method: 'POST',
			headers: { authorization: pastedToken, 'content-type': 'application/json' },
		});
		message.once('error', () => resolve());
		message.end(JSON.stringify(payout()), () => setTimeout(() => message.destroy(), 50));
		message.once('close', () => resolve());
	});
	await new Promise((resolve) => setTimeout(resolve, 150));
	await expectTruth({ fault: 'delay', status: null, moved: true });
	expect((await lookUp('payouts', 'order-1')).status).toBe(200);
});
