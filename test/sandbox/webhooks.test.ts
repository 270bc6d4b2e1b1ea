import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { defaultSettings, startSandbox, type WebhookCall } from '../../sandbox';
import { PayoutBook, type PayoutOrder } from '../../sandbox/payouts';
import { closeAll, listen } from '../../workbench/servers/loopback';
import { waitUntil } from '../../workbench/servers/waiting';
import { initiate, pay, payout, sandbox, useSandbox } from './support';

useSandbox({ settlementMs: 60_000 });

let received: string[] = [];
let answerStatus = 200;
const receiver = createServer(async (request, response) => {
	received.push(await text(request));
	response.writeHead(answerStatus).end('{}');
});
let webhookUrl: string;

beforeAll(async () => {
	webhookUrl = `http://127.0.0.1:${await listen(receiver)}/hook`;
});
beforeEach(async () => {
	received = [];
	answerStatus = 200;
	await sandbox.control.settings({ webhookUrl });
});
afterEach(() => jest.useRealTimers());
afterAll(async () => await closeAll(receiver));

/** The calls, once so many of them have ended. */
async function calls(count: number, of = sandbox): Promise<WebhookCall[]> {
	let webhooks: WebhookCall[] = [];
	await waitUntil(async () => {
		({ webhooks } = await of.control.ledger());
		return webhooks.filter(({ status, failure }) => status !== null || failure).length >= count;
	});
	return webhooks;
}

it('tells of payouts that are made and come back, in order, with the record of that moment', async () => {
	await pay();
	for (const status of ['PROCESSING', 'REVERSED', 'REFUNDED']) {
		await sandbox.control.setPayoutStatus('order-1', status);
	}
	const told = await calls(3);
	expect(told.map(({ body }) => body)).toMatchObject([
		{ event: 'PAYOUT INITIATED', data: { orderReference: 'order-1', status: 'AUTHORIZED' } },
		{ event: 'PAYOUT REVERSED', data: { orderReference: 'order-1', status: 'REVERSED' } },
		{ event: 'PAYOUT REFUNDED', data: { orderReference: 'order-1', status: 'REFUNDED' } },
	]);
	expect(received.map((body) => JSON.parse(body) as unknown)).toEqual(told.map(({ body }) => body));
	expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('tells of a payout that comes back by itself, though nobody looks', async () => {
	await sandbox.control.settings({ settlementMs: 20 });
	await pay({ accountNumber: '0150120000' });
	await waitUntil(() => received.length >= 2);
	expect(received[1]).toContain('PAYOUT REVERSED');
});

it('tells of it, too, where the timer runs out a moment before the clock says so', () => {
	jest.useFakeTimers({ now: 1_000 });
	const events: string[] = [];
	const book = new PayoutBook(defaultSettings.balances, (event) => events.push(event));
	const order = payout({ accountNumber: '0150120000' }) as unknown as PayoutOrder;
	const settings = { ...defaultSettings, webhookUrl, settlementMs: 20 };
	book.pay(order, book.quote(order, settings), settings);
	jest.setSystemTime(999);
	jest.advanceTimersByTime(20);
	expect(events).toEqual(['PAYOUT INITIATED']);
	jest.advanceTimersByTime(1);
	expect(events).toEqual(['PAYOUT INITIATED', 'PAYOUT REVERSED']);
});

it('tells of payments that are received or fail', async () => {
	await initiate();
	for (const status of ['FAILED', 'SUCCESS', 'SETTLED']) {
		await sandbox.control.setPaymentStatus('card-1', status);
	}
	await pay();
	const events = (await calls(3)).map(({ event }) => event);
	expect(events).toEqual(['PAYMENT FAILED', 'PAYMENT RECEIVED', 'PAYOUT INITIATED']);
});

it('signs what it tells, where the account has checksums', async () => {
	await initiate();
	await sandbox.control.settings({ checksum: 'hmacSha256Values' });
	await sandbox.control.setPaymentStatus('card-1', 'SUCCESS');
	const [{ body } = { body: {} }] = await calls(1);
	const { event, data, checksum, checksumMethod } = body as Record<string, object | string>;
	expect(checksumMethod).toBe('hmacSha256Values');
	expect(checksum).toBe(
		createHmac('sha256', 'sandbox-checksum-secret')
			.update(JSON.stringify(data) + String(event))
			.digest('hex'),
	);
});

it('tries once, and the ledger says what became of it', async () => {
	answerStatus = 500;
	await pay({ orderReference: 'a' });
	expect(await calls(1)).toMatchObject([{ status: 500 }]);
	await sandbox.control.settings({ webhookUrl: 'http://127.0.0.1:9/' });
	await pay({ orderReference: 'b' });
	expect((await calls(2))[1]).toMatchObject({ status: null, failure: expect.any(String) });
	expect(received).toHaveLength(1);
});

it.each([
	'http://example.com/',
	'http://127.0.0.1@example.com/',
	'http://127.0.0.1.example.com/',
	'ftp://127.0.0.1/',
	'127.0.0.1',
])('is not set up for %s', async (webhookUrl) => {
	await expect(sandbox.control.settings({ webhookUrl })).rejects.toThrow('webhookUrl');
});

it('goes to this machine only, however it was set up', async () => {
	const other = await startSandbox({ settings: { webhookUrl: 'http://192.0.2.1/' } });
	try {
		await pay({}, { of: other });
		const [call] = await calls(1, other);
		expect(call).toMatchObject({ status: null, failure: expect.stringContaining('this machine') });
	} finally {
		await other.close();
	}
});
