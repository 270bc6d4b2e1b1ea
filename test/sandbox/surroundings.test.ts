import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { IDataObject } from 'n8n-workflow';
import { withChecksum } from '../../nodes/CardBankPayments/wire/checksum';
import { defaultSettings, SandboxControl } from '../../sandbox';
import { Webhooks } from '../../sandbox/webhooks';
import { repositoryRoot } from '../../workbench/install/paths';
import { closeAll, listen } from '../../workbench/servers/loopback';
import { startProcess } from '../../workbench/servers/processes';
import { waitUntil } from '../../workbench/servers/waiting';
import { makeLink, jsonOf, ledger, pay, sandbox, useSandboxServer } from './support';

useSandboxServer();

const hostile = `<script>alert("x")</script>'&amp;`;

it('forgets everything on a reset, and says what is wrong with a setting or a fault', async () => {
	const { control } = sandbox;
	await control.addFault({ kind: 'statusBefore', skip: 1 });
	await pay();
	await control.reset({ balances: { TZS: '5000.5' } });
	const { requests, payouts, paid, balances } = await new SandboxControl(sandbox.url).ledger();
	expect([requests, payouts, paid]).toEqual([[], [], {}]);
	expect(balances).toEqual({ TZS: '5000.50', USD: '1000000.00' });
	expect((await pay()).status).toBe(200);
	await expect(control.settings({ dealyMs: 1 } as object)).rejects.toThrow('dealyMs');
	await expect(control.addFault({ kind: 'fire' as 'delay' })).rejects.toThrow('kind');
});

it('shows payments on its page, and text that looks like HTML as text', async () => {
	await pay({ orderReference: hostile, accountName: hostile });
	const answer = await fetch(sandbox.url);
	expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
	const page = await answer.text();
	for (const shown of ['999,998,400.00', 'AUTHORIZED', '&lt;script&gt;']) {
		expect(page).toContain(shown);
	}
	expect(page).not.toMatch(/<script>|sandbox-key|sandbox-access-token/);
});

it("takes a test card on the payer's page, and declines another one", async () => {
	const { cardPaymentLink } = await jsonOf<{ cardPaymentLink: string }>(makeLink());
	const enter = async (cardNumber: string) =>
		await fetch(cardPaymentLink, { method: 'POST', body: new URLSearchParams({ cardNumber }) });
	await enter('5555 5555 5555 4444');
	expect((await ledger()).payments).toMatchObject([{ status: 'FAILED', collectedAmount: 0 }]);
	await enter('4242 4242 4242 4242');
	expect(await ledger()).toMatchObject({
		payments: [{ collectedAmount: 25.5 }],
		cardPayments: [{ status: 'PAID' }],
	});
});

describe('events', () => {
	it('are posted in order, signed where the account has checksums', async () => {
		const received: string[] = [];
		const receiver = createServer(async (request, response) => {
			received.push(await text(request));
			response.writeHead(200).end('{}');
		});
		const webhookUrl = `http://127.0.0.1:${await listen(receiver)}/hook`;
		await sandbox.control.settings({ webhookUrl });
		await pay();
		await sandbox.control.settings({ checksum: 'hmacSha256Values' });
		await sandbox.control.setPayoutStatus('order-1', 'REVERSED');
		await waitUntil(() => received.length === 2);
		await closeAll(receiver);
		const [made, reversed] = received.map((body) => JSON.parse(body) as Record<string, unknown>);
		expect(made).toMatchObject({ event: 'PAYOUT INITIATED', data: { orderReference: 'order-1' } });
		const { checksum, checksumMethod, ...signed } = reversed as IDataObject;
		expect(signed).toMatchObject({ event: 'PAYOUT REVERSED' });
		const { checksumSecret } = defaultSettings;
		// As the node computes it, which is written apart on purpose.
		expect(withChecksum(signed, { checksum: 'hmacSha256Values', checksumSecret })).toEqual({
			...signed,
			checksum,
		});
		expect(checksumMethod).toBe('hmacSha256Values');
	});

	it('go to this machine only, however they were set up', async () => {
		for (const webhookUrl of ['http://example.com/', 'http://127.0.0.1@example.com/']) {
			await expect(sandbox.control.settings({ webhookUrl })).rejects.toThrow('webhookUrl');
		}
		const webhooks = new Webhooks();
		const webhookUrl = 'http://example.invalid/';
		webhooks.announce('PAYOUT INITIATED', {}, { ...defaultSettings, webhookUrl });
		await waitUntil(async () => webhooks.calls[0]?.failure !== undefined);
		expect(webhooks.calls[0]?.failure).toContain('this machine');
	});
});

it('prints where it runs and how to get in, stops on a signal, and refuses what it does not know', async () => {
	const run = (...options: string[]) =>
		startProcess(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', ...options], {
			cwd: repositoryRoot,
		});
	const { log, signal, ended, waitUntilReady } = run(
		...['--port', '0', '--strict', '--pace', '0.5'],
	);
	await waitUntilReady(() => log().includes('Ctrl-C'));
	for (const shown of ['/third-parties', 'sandbox-client', 'one payout in 0.5 seconds']) {
		expect(log()).toContain(shown);
	}
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(log())?.[0] ?? '';
	expect(await new SandboxControl(url).ledger()).toMatchObject({ requests: [] });
	signal('SIGTERM', true);
	expect(await ended).toBe(0);
	const wrong = run('--prot', '1');
	expect([await wrong.ended, wrong.log()]).toEqual([1, expect.stringContaining('--prot')]);
});
