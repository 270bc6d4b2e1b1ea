import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { SandboxControl } from '../../sandbox';
import { waitUntil } from '../../workbench/servers/waiting';
import {
	call,
	initiate,
	ledger,
	pastedToken,
	paths,
	pay,
	payout,
	sandbox,
	useSandbox,
} from './support';

useSandbox({ settlementMs: 60_000 });

/** A payout whose body is still to be sent. */
const payoutRequest = (agent?: Agent) =>
	request(`${sandbox.baseUrl}${paths.payout}`, {
		agent,
		method: 'POST',
		headers: { authorization: pastedToken, 'content-type': 'application/json' },
	});

it('shows each request as it arrived', async () => {
	const rawBody = JSON.stringify(payout()).replace('100', '100.00');
	await call(paths.payout, { rawBody });
	const { requests } = await ledger();
	expect(requests).toEqual([
		{
			seq: 1,
			at: expect.stringMatching(/Z$/),
			method: 'POST',
			path: '/third-parties/payouts/create-bank-payout',
			operation: 'createBankPayout',
			orderReference: 'order-1',
			headers: expect.objectContaining({
				authorization: expect.stringMatching(/^sha256:[0-9a-f]{8}$/),
				'content-type': 'application/json',
			}),
			authorizationShape: 'Bearer <token>',
			authorizationValid: true,
			tokenSerial: 0,
			body: payout(),
			rawBody,
			status: 200,
		},
	]);
});

it('keeps bodies that are not JSON, and the beginning of long ones', async () => {
	await call(paths.payout, { rawBody: '{"amount":' });
	await pay({ accountName: 'x'.repeat(20_000) });
	const { requests } = await ledger();
	expect(requests[0]).toMatchObject({ body: null, rawBody: '{"amount":', status: 400 });
	expect(requests[1]?.rawBody).toHaveLength(10_000);
});

it('shows requests to unknown paths, and none of those to the control API and the pages', async () => {
	await fetch(`${sandbox.url}/nowhere`);
	await fetch(sandbox.url);
	await ledger();
	const { requests } = await ledger();
	expect(requests).toMatchObject([{ path: '/nowhere', status: 404 }]);
	expect(requests[0]).not.toHaveProperty('operation');
});

it('gives only the requests after a sequence number when asked to', async () => {
	for (const orderReference of ['a', 'b', 'c']) await pay({ orderReference });
	const { requests, payouts } = await sandbox.control.ledger(2);
	expect(requests).toMatchObject([{ seq: 3, orderReference: 'c' }]);
	expect(payouts).toHaveLength(3);
	expect((await sandbox.control.ledger(99)).requests).toEqual([]);
	expect((await fetch(`${sandbox.url}/_sandbox/ledger?since=x`)).status).toBe(400);
});

it('knows how many requests were under way at the same moment', async () => {
	await pay();
	await sandbox.control.addFault({ kind: 'hangBefore', times: 4 });
	const givenUp = new AbortController();
	const { signal } = givenUp;
	const hanging = ['a', 'b', 'c', 'd'].map(
		async (orderReference) =>
			await call(paths.payout, { body: payout({ orderReference }), signal }).catch(() => undefined),
	);
	await waitUntil(async () => (await sandbox.control.ledger(1)).requests.length === 4);
	givenUp.abort();
	await Promise.all(hanging);
	expect((await ledger()).peakInFlight).toBe(4);
});

it('counts requests one after the other as one under way, dropped ones included', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', orderReference: '3' });
	for (let index = 0; index < 10; index++) {
		await pay({ orderReference: `${index}` }).catch(() => undefined);
	}
	expect((await ledger()).peakInFlight).toBe(1);
});

it('forgets everything on a reset', async () => {
	await sandbox.control.settings({ delayMs: 1, clientId: 'other' });
	await sandbox.control.addFault({ kind: 'statusBefore', skip: 5 });
	await pay();
	await initiate();
	await sandbox.control.reset({ balances: { TZS: '5000.5' } });
	expect(await ledger()).toEqual({
		requests: [],
		payouts: [],
		paid: {},
		returned: {},
		cardPayments: [],
		payments: [],
		webhooks: [],
		tokensIssued: 0,
		balances: { TZS: '5000.50', USD: '1000000.00' },
		peakInFlight: 0,
		underWay: 0,
		redirectHits: 0,
		contractViolations: [],
	});
	expect(await (await pay()).json()).toMatchObject({ clientId: 'sandbox-client' });
	await sandbox.control.reset();
	expect((await ledger()).balances.TZS).toBe('1000000000.00');
});

it('keeps a request that began before a reset out of the fresh ledger', async () => {
	const late = payoutRequest();
	const answered = once(late, 'response');
	late.flushHeaders();
	await waitUntil(async () => (await ledger()).peakInFlight === 1);
	await sandbox.control.reset();
	// It waits for its body in the meantime, so that all that is done with it comes after the reset.
	late.end(JSON.stringify(payout()));
	const [answer] = (await answered) as [IncomingMessage];
	expect(answer.resume().statusCode).toBe(200);
	expect(await ledger()).toMatchObject({ requests: [], payouts: [], paid: {}, peakInFlight: 0 });
});

it('can be steered from anywhere by its address alone', async () => {
	await pay();
	const control = new SandboxControl(sandbox.url);
	expect((await control.ledger()).paid).toEqual({ 'order-1': 1 });
});

it('says what is wrong with a setting or a fault', async () => {
	const { control } = sandbox;
	await expect(control.settings({ delayMs: -1 })).rejects.toThrow('delayMs');
	await expect(control.settings({ dealyMs: 1 } as object)).rejects.toThrow('dealyMs');
	await expect(control.reset({ balances: { TZS: '-1' } })).rejects.toThrow('balances.TZS');
	await expect(control.addFault({ kind: 'fire' as 'delay' })).rejects.toThrow('kind');
});

it('keeps every one of thousands of payouts that arrive at the same time', async () => {
	const count = 3_000;
	// Costs a fraction of what fetch does.
	const agent = new Agent({ keepAlive: true });
	const payQuickly = (orderReference: string) =>
		new Promise<void>((resolve, reject) => {
			const message = payoutRequest(agent);
			message.once('error', reject);
			message.once('response', (answer) => answer.resume().once('end', resolve));
			message.end(JSON.stringify(payout({ orderReference })));
		});
	let next = 0;
	await Promise.all(
		Array.from({ length: 16 }, async () => {
			while (next < count) await payQuickly(`bulk-${next++}`);
		}),
	);
	agent.destroy();
	const all = await ledger();
	expect(all.requests).toHaveLength(count);
	expect(Object.keys(all.paid)).toHaveLength(count);
	expect(all.balances.TZS).toBe('995200000.00');
	expect(all.contractViolations).toEqual([]);
});
