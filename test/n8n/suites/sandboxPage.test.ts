import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { launchBrowser } from '../../../workbench/editor/browser';
import type { Page } from '../../../workbench/editor/playwright';
import { forSuite } from '../../../workbench/servers/forSuite';
import { brokenWords, hiddenWidth } from '../../../workbench/editor/typesetting';
import { patienceMs, waitUntil } from '../../../workbench/servers/waiting';
import { askToken, callOn, initiate, messageOf, pay } from '../../sandbox/support';

/** An ordinary screen, in CSS pixels. */
const viewport = { width: 1280, height: 800 };

/** What the client of the next payout sees, the text of its answer, and whether it was paid. */
const payouts = [
	['Be refused', 422, /422/, false],
	['Get no response before the payment', 'no answer', /^$/, false],
	['Get no response after the payment', 'no answer', /^$/, true],
	['Meet an expired token', 401, /token/i, false],
	['Be asked to wait', 400, /retry after 5 seconds/, false],
	['Come back reversed', 200, /"status":"REVERSED"/, true],
] as const;

describe("the sandbox's page, in a browser", () => {
	let sandbox: Sandbox;
	const browser = forSuite(launchBrowser);
	let page: Page;
	const complaints: string[] = [];

	before(async () => {
		sandbox = callOn(await startSandbox());
		page = await browser.newPage({ baseURL: sandbox.url, viewport, colorScheme: 'light' });
		page.context().setDefaultTimeout(patienceMs);
		page.on('pageerror', ({ message }) => complaints.push(message));
		page.on('console', (said) => {
			if (said.type() === 'error') complaints.push(said.text());
		});
		await page.goto('/');
	});
	after(async () => await sandbox?.close());
	beforeEach(async () => await sandbox.control.reset());

	const ledger = async () => await sandbox.control.ledger();

	/** Presses a button and waits until the page says that it is done. */
	async function press(name: string, says: RegExp): Promise<void> {
		await page.getByText(name, { exact: true }).click();
		await page.locator('[role=status]').filter({ hasText: says }).waitFor();
	}

	async function showsPace(seconds: string): Promise<void> {
		await waitUntil(async () => (await page.locator('#pace').inputValue()) === seconds);
	}

	/** What the client of a payout sees. */
	async function payOnce(orderReference: string): Promise<[seen: number | string, text: string]> {
		try {
			const answer = await pay({ orderReference });
			return [answer.status, await answer.text()];
		} catch {
			return ['no answer', ''];
		}
	}

	for (const [name, seen, says, isPaid] of payouts) {
		it(`lets the next payout, and no other, ${name.toLowerCase()}`, async () => {
			await press(name, new RegExp(`^The next request will: ${name}\\.$`, 'i'));
			await page.getByText(`${name}: Create bank payout`).waitFor();

			const [status, text] = await payOnce('NEXT1');
			assert.equal(status, seen);
			assert.match(text, says);
			assert.deepEqual((await ledger()).paid, isPaid ? { NEXT1: 1 } : {});
			await page.getByText('Still to come').waitFor({ state: 'detached' });
			const [next, answer] = await payOnce('NEXT2');
			assert.equal(next, 200, answer);
			assert.doesNotMatch(answer, /REVERSED/);
		});
	}

	it('lets the next payout be slow, which is held and then made', async () => {
		await press('Be slow', /be slow/);
		const paying = payOnce('SLOW1');
		await waitUntil(async () => (await ledger()).requests[0]?.fault === 'delay');
		assert.deepEqual((await ledger()).paid, {});
		assert.equal((await paying)[0], 200);
	});

	it('lets the next request of another operation be refused, which leaves payouts alone', async () => {
		await page.locator('#operation').selectOption('initiateCardPayment');
		await press('Be refused', /be refused/);
		assert.equal((await payOnce('OTHER1'))[0], 200);
		assert.equal((await initiate()).status, 422);
		await page.locator('#operation').selectOption('createBankPayout');
	});

	it('takes back what has not happened yet', async () => {
		await press('Be refused', /be refused/);
		await press('Remove all', /as usual/);
		await page.getByText('Still to come').waitFor({ state: 'detached' });
		assert.equal((await payOnce('BACK1'))[0], 200);
	});

	it('shows the pace that is kept', async () => {
		await sandbox.control.settings({ paceSeconds: 7.5 });
		await showsPace('7.5');
	});

	it('keeps a pace of one payout in N seconds', async () => {
		await page.locator('#pace').fill('30');
		await press('Keep this pace', /keeps this pace/);
		assert.equal((await payOnce('PACE1'))[0], 200);
		const early = await pay({ orderReference: 'PACE2' });
		assert.equal(early.status, 400);
		assert.match(await messageOf(early), /retry after (30|[12]?\d) seconds/);
	});

	it('starts afresh, with the settings of the start', async () => {
		await page.locator('#pace').fill('30');
		await press('Keep this pace', /keeps this pace/);
		await payOnce('AFRESH1');
		await page.getByText('AFRESH1').first().waitFor();
		await press('Start afresh', /forgotten/);

		await page.getByText('AFRESH1').first().waitFor({ state: 'detached' });
		assert.deepEqual((await ledger()).requests, []);
		await showsPace('0');
		for (const orderReference of ['AFRESH1', 'AFRESH2']) {
			assert.equal((await payOnce(orderReference))[0], 200);
		}
	});

	it('follows new requests by itself, and breaks no word of them in two', async () => {
		await askToken();
		await pay({
			orderReference: 'SALARY202611ASHA',
			amount: 12_345_678,
			accountName: 'Kilimanjaro Coffee Traders Ltd',
			transferType: 'RTGS',
		});
		await pay({ orderReference: 'SALARY202611REHEMA', accountNumber: '0152330000' });
		await initiate({
			orderReference: 'WEBORDER12083',
			amount: '1250000.00',
			customer: {
				fullName: 'Grace Mwakyusa',
				email: 'grace.mwakyusa@lakezonefisheries.co.tz',
				phoneNumber: '255712345678',
			},
		});
		await page.getByText('12,345,678.00 TZS').waitFor();
		await page.getByText('1,250,000.00 USD').waitFor();
		await page.getByText('REVERSED').waitFor();
		assert.deepEqual(await brokenWords(page), []);
		assert.equal(await hiddenWidth(page), 0);
	});

	it('has nothing to complain about on the console', () => assert.deepEqual(complaints, []));
});
