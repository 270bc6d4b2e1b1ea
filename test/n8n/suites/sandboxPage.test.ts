import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { launchBrowser } from '../../../workbench/editor/browser';
import type { Page } from 'playwright-core';
import { forSuite } from '../../../workbench/servers/forSuite';
import { patienceMs, waitUntil } from '../../../workbench/servers/waiting';
import { callOn, initiate, messageOf, pay } from '../../sandbox/support';

/** An ordinary screen, in CSS pixels. */
const viewport = { width: 1280, height: 800 };

/** The buttons for what the next payout meets, and its status. What each fault does: test/sandbox. */
const payouts = {
	'Be refused': 422,
	'Get no response before the payment': undefined,
	'Get no response after the payment': undefined,
	'Meet an expired token': 401,
	'Be asked to wait': 400,
	'Come back reversed': 200,
	'Be slow': 200,
};

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

	/** Presses a button and waits until the page says that it is done. */
	async function press(name: string, says: RegExp): Promise<void> {
		await page.getByText(name, { exact: true }).click();
		await page.locator('[role=status]').filter({ hasText: says }).waitFor();
	}
	const statusOf = async (orderReference: string) =>
		await pay({ orderReference }).then(
			({ status }) => status,
			() => undefined,
		);

	it('lets the next request of the chosen operation, and no other, meet what was pressed', async () => {
		for (const [name, status] of Object.entries(payouts)) {
			await sandbox.control.reset();
			await press(name, new RegExp(`^The next request will: ${name}\\.$`, 'i'));
			await page.getByText(`${name}: Create bank payout`).waitFor();
			assert.equal(await statusOf('NEXT1'), status, name);
			await page.getByText('Still to come').waitFor({ state: 'detached' });
			assert.equal(await statusOf('NEXT2'), 200, name);
		}
		await page.locator('#operation').selectOption('initiateCardPayment');
		await press('Be refused', /be refused/);
		assert.equal(await statusOf('OTHER1'), 200);
		assert.equal((await initiate()).status, 422);
		await page.locator('#operation').selectOption('createBankPayout');
	});

	it('keeps and shows a pace, takes back what has not happened, and starts afresh', async () => {
		await press('Be refused', /be refused/);
		await press('Remove all', /as usual/);
		await page.locator('#pace').fill('30');
		await press('Keep this pace', /keeps this pace/);
		assert.equal(await statusOf('PACE1'), 200);
		const early = await pay({ orderReference: 'PACE2' });
		assert.match(await messageOf(early), /retry after (30|[12]?\d) seconds/);
		await press('Start afresh', /forgotten/);
		await page.getByText('PACE1').first().waitFor({ state: 'detached' });
		await waitUntil(async () => (await page.locator('#pace').inputValue()) === '0');
	});

	it('follows new requests by itself, and complains of nothing', async () => {
		await pay({ orderReference: 'SALARY202611ASHA', amount: 12_345_678, transferType: 'RTGS' });
		await initiate({ orderReference: 'WEBORDER12083', amount: '1250000.00' });
		await page.getByText('12,345,678.00 TZS').waitFor();
		await page.getByText('1,250,000.00 USD').waitFor();
		assert.deepEqual(complaints, []);
	});
});
