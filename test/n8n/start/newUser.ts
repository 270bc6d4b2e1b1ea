import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxControl } from '../../../sandbox';
import { launchBrowser, logIn, openNode } from '../../../workbench/editor/browser';
import { executeToTheEnd, openTestForm } from '../../../workbench/editor/builder';
import { executedSuccessfully, outputTable } from '../../../workbench/editor/nodeView';
import type { Browser, Page } from 'playwright-core';
import {
	openLink,
	openMail,
	readFormEnding,
	submitForm,
	typeCard,
	visit,
} from '../../../workbench/instance/person';
import { waitUntil } from '../../../workbench/servers/waiting';
import { asha } from '../examples/stage';
import { ensureStarted } from './started';

/** What the README promises; a busy machine may take longer, so it is printed and not tested. */
const promisedSeconds = 5 * 60;

/** An ordinary screen, in CSS pixels. */
const width = 1440;

/**
 * Walks the tour that `npm start` prints, step by step and click by click. It knows nothing but what
 * is printed there: no address, no log-in, no card.
 */
describe('a new user, with nothing but what npm start has printed,', () => {
	let browser: Browser;
	let n8n: Page;
	let sandbox: Page;
	let mail: Page;
	let printed: string;
	let printedAt: number;
	const log: string[] = [];

	before(async () => {
		({ printed, printedAt } = await ensureStarted());
		browser = await launchBrowser();
	});
	after(async () => {
		const title = 'Seconds after npm start had printed the addresses';
		console.log([`${title}, of ${promisedSeconds} that are promised:`, ...log].join('\n'));
		await browser?.close();
	});

	/** One step of the walk; the log says when it was done. */
	function step(what: string, walk: () => Promise<void>): void {
		it(what, async () => {
			await walk();
			const seconds = (Date.now() - printedAt) / 1000;
			log.push(`${seconds.toFixed(1).padStart(7)}  ${what}`);
		});
	}

	/** What a pattern finds in the printed text. */
	function read(pattern: RegExp): string[] {
		const found = pattern.exec(printed);
		assert.ok(found, `${pattern} is not in what was printed:\n${printed}`);
		return found.slice(1);
	}
	const addressBehind = (label: string) =>
		read(new RegExp(`^${label}:? +(http\\S+)`, 'm'))[0] ?? '';

	async function openWorkflow(label: string): Promise<void> {
		await n8n.goto(addressBehind(label));
		await n8n.locator('[data-test-id="canvas-node"]').first().waitFor();
	}

	/** Rows of the sandbox's page that hold all of these texts. */
	async function rowsWith(...texts: string[]): Promise<number> {
		let rows = sandbox.locator('tbody tr');
		for (const hasText of texts) rows = rows.filter({ hasText });
		return await rows.count();
	}
	const madePayout = 'CRDB Bank';
	const requestedPayout = 'POST /third-parties/payouts/create-bank-payout';

	step('logs in, and is led to the workflow whose address was clicked', async () => {
		const [email = '', password = ''] = read(/log in as (\S+) with (\S+)/);
		const address = addressBehind('1. Get paid by card');
		n8n = await visit(browser, address, width);
		await logIn(n8n, { email, password });
		await n8n.locator('[data-test-id="canvas-node"]').first().waitFor();
		assert.ok(n8n.url().startsWith(address), n8n.url());
		sandbox = await visit(browser, addressBehind('Payments sandbox'), width);
		mail = await visit(browser, addressBehind('Mail catcher'), width);
	});

	step('fills in the form, and gets a payment link by e-mail', async () => {
		const form = await openTestForm(n8n);
		await submitForm(form, asha);
		assert.match(await readFormEnding(form), /check your e-mail/);
		await openMail(mail, 'Your payment link for 25.50 USD');
		await sandbox.locator('tr').filter({ hasText: 'Asha Mushi' }).getByText('PENDING').waitFor();
	});

	step('pays at the link', async () => {
		const [card = ''] = read(/pay with the card ([\d ]+\d)/);
		await typeCard(await openLink(mail), card);
	});

	step('sees that the team was told of the payment', async () => {
		await openMail(mail, ': paid');
		await mail.locator('.panel-plain').getByText('25.5 USD, status SUCCESS').waitFor();
	});

	step('makes a payout', async () => {
		await openWorkflow('2. Make a payout');
		assert.match(await executeToTheEnd(n8n), executedSuccessfully);
		await sandbox.getByText('PAYOUT2043').first().waitFor();
		assert.equal(await rowsWith('PAYOUT2043', madePayout), 1);
	});

	step('clicks again, and the same payout is refused before it is sent', async () => {
		const said = await executeToTheEnd(n8n);
		assert.match(said, /Problem in node ‘Create bank payout‘/);
		assert.match(said, /Already made: .*PAYOUT2043.* It is not sent again/);
		assert.equal(await rowsWith('PAYOUT2043', madePayout), 1);
		assert.equal(await rowsWith('PAYOUT2043', requestedPayout), 1);
	});

	step('makes a payout whose answer is lost, and sees it settled by a look-up', async () => {
		await openWorkflow('3. Lose a response');
		assert.match(await executeToTheEnd(n8n), executedSuccessfully);
		await openNode(n8n, 'Create bank payout');
		const [payout = {}] = await outputTable(n8n);
		assert.equal(payout.orderReference, 'LOST2045');
		assert.match(payout.status ?? '', /AUTHORIZED|SUCCESS/);
		await sandbox.getByText('LOST2045').first().waitFor();
		assert.equal(await rowsWith('LOST2045', madePayout), 1);
		assert.equal(await rowsWith('LOST2045', requestedPayout, 'none', 'dropAfter'), 1);
		assert.equal(await rowsWith('LOST2045', requestedPayout), 1);
	});

	step('pays a table, and is sent a summary', async () => {
		await openWorkflow('4. Pay a table');
		assert.match(await executeToTheEnd(n8n), executedSuccessfully);
		await openMail(mail, 'Payouts of ');
		await mail.locator('.panel-plain').getByText('accepted: 3 payouts').waitFor();
	});

	step('clicks again: nothing is paid twice, and what was sent has become paid', async () => {
		await waitUntil(async () => (await rowsWith(madePayout, 'AUTHORIZED')) === 0);
		assert.match(await executeToTheEnd(n8n), executedSuccessfully);
		await waitUntil(async () => {
			await openMail(mail, 'Payouts of ');
			return await mail.locator('.panel-plain').getByText('accepted → paid').first().isVisible();
		});
	});

	step('has paid everybody once', async () => {
		const { paid, payouts } = await new SandboxControl(addressBehind('Payments sandbox')).ledger();
		const references = ['PAYOUT2043', 'LOST2045', 'SAL202611A', 'SAL202611B', 'INV7715', 'INV7718'];
		assert.deepEqual(paid, Object.fromEntries(references.map((each) => [each, 1])));
		assert.equal(payouts.length, references.length);
	});
});
