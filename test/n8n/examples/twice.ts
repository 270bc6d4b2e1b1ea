import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import {
	importExample,
	openTestForm,
	productionFormUrl,
	publishWorkflow,
} from '../../../workbench/editor/builder';
import { submitForm, visit } from '../../../workbench/editor/user';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import { payoutRequests } from '../../../workbench/executions/outcomes';
import { forSuite } from '../forSuite';
import type { ExampleFixture } from './exampleFixture';

/** The examples that are run beside the others: in exampleAgents and exampleJobs. */
export const ofOtherSuites = [
	...['ai-agent-payment-link', 'ai-agent-payouts'],
	...['google-sheets-payouts', 'invoice-links', 'months-statement', 'salary-run'],
];

/** One of the two runs: 0 is out of the editor where that can be, 1 is published. */
export type Time = 0 | 1;

/** By column. */
export type Row = Record<string, unknown>;

export interface Example {
	/** Before the first run, with the example open in the editor. */
	prepare?: () => Promise<void>;
	/** Runs it as a user does, and returns what that user reads at the end. */
	run: (workflowId: string, time: Time) => Promise<string>;
	says: [RegExp, RegExp];
	/** Who was paid after the first run, each once, and also after the second. */
	paid?: string[];
	/** Recipient, subject and text of each e-mail of a run; none when left out. */
	mails?: [RegExp[], RegExp[]];
	/** Of the rows of the table, after each run. */
	statuses?: [string, string];
	/** The rows that have these statuses; those of the table Payouts when left out. */
	rows?: () => Promise<Row[]>;
	/** The rows that say what is to be paid; those of the table when left out. */
	bills?: () => Promise<Row[]>;
	/** The nodes that are red in the second run, because they refuse what was asked for. */
	refuses?: string[];
}

/** A browser with n8n's editor in it, for all tests of the suite that calls this. */
export function useEditor({ fixture, approvalLink }: ExampleFixture) {
	const browser = forSuite(launchBrowser);
	const editor = forSuite(async () => {
		const page = await openEditor(browser, fixture.api);
		// n8n takes a browser without a window for a program that opens links, and lets it approve nothing.
		const userAgent = await page.evaluate<string>('navigator.userAgent');
		const windowed = userAgent.replace('HeadlessChrome', 'Chrome');
		await page.setExtraHTTPHeaders({ 'user-agent': windowed });
		return page;
	});

	/** Opens the form of a workflow: that of a test run, or the published one with a log-in to n8n. */
	async function openForm(workflowId: string, trigger: string, time: Time): Promise<Page> {
		if (time === 0) return await openTestForm(editor);
		await publishWorkflow(editor);
		const url = await productionFormUrl(fixture.api, workflowId, trigger);
		const form = await editor.context().newPage();
		// With the log-in, until n8n has registered it: of a request without one, n8n begins a log-in of its own, and
		// where that fails on a busy machine, the trigger ends in red.
		await waitUntil(async () => (await form.goto(url))?.ok());
		return form;
	}

	/** Opens the page that the approver was sent, on which these words stand, and approves. */
	async function approve(words: string): Promise<void> {
		const address = await approvalLink();
		await waitUntil(async () => await answersWell(address));
		const page = await visit(browser, address);
		await page.getByText(words).first().waitFor();
		await page.getByLabel('Approve').click();
		await submitForm(page, { 'Your name': 'Neema Joseph' });
	}
	return { browser, editor, openForm, approve };
}

/** How the notes on the canvas begin of which somebody has to scroll to read the end. */
async function notesCutOff(editor: Page): Promise<string[]> {
	return await editor
		.getByTestId('sticky')
		.evaluateAll((notes) =>
			notes
				.filter((note) =>
					[note, ...note.querySelectorAll('*')].some(
						({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
					),
				)
				.map(({ textContent }) => String(textContent).slice(0, 40)),
		);
}

/** A test for each of these examples, which imports it and runs it twice in a row. */
export function runTwice(
	exampleFixture: ExampleFixture,
	editor: Page,
	examples: Record<string, Example>,
): void {
	const { fixture, mailbox, expectMails } = exampleFixture;
	const ledger = async () => await fixture.control.ledger();

	/** Expects that n8n shows nothing in red of these executions but some nodes. */
	async function assertRed(ids: string[], nodes: string[]): Promise<void> {
		const executions = await Promise.all(ids.map(async (id) => await fixture.api.getExecution(id)));
		const red = executions.flatMap(({ mode, status, data: { resultData } }) => {
			const runs = Object.entries(resultData.runData).flatMap(([node, each]) =>
				each
					.filter(({ executionStatus }) => executionStatus === 'error')
					.map(({ error }) => ({ node, mode, error })),
			);
			const failed = { node: status, mode, error: resultData.error };
			return [...runs, ...(status === 'error' ? [failed] : [])];
		});
		const names = red.map(({ node }) => node);
		assert.deepEqual(names, nodes, JSON.stringify(red, null, '  '));
	}

	/** What left is what the bill says. A table of salaries has shillings, which go by ACH. */
	function assertSent(sent: Row[], bills: Row[]) {
		for (const body of sent) {
			const { orderReference } = body;
			const bill = bills.find((each) => each.orderReference === orderReference) ?? {};
			const { amount = bill.salary, accountName = bill.name, accountNumber, bic } = bill;
			const { currency = 'TZS', transferType = 'ACH' } = bill;
			const wanted = { currency, accountNumber, accountName, bic, transferType };
			assert.deepEqual(body, { orderReference, amount: Number(amount), ...wanted });
		}
	}

	/** The rows tell the outcomes, and of each payout what the service has of it. */
	async function assertRows(statuses: string, rows: Row[]) {
		assert.deepEqual(rows.map(({ status }) => status).join(' '), statuses);
		for (const { orderReference, id, fee, beneficiary } of (await ledger()).payouts) {
			const row = rows.find((each) => each.orderReference === orderReference);
			if (row !== undefined && !('payoutId' in row)) continue;
			// A sheet has it as a number.
			const told = [row?.payoutId, Number(row?.fee), row?.accountNumber];
			assert.deepEqual(told, [id, Number(fee), beneficiary.accountNumber]);
		}
	}

	for (const [file, example] of Object.entries(examples)) {
		it(`${file} runs to its end twice: nobody is paid again, and nothing is red`, async () => {
			const { run, says, paid = [], mails = [[], []], statuses, refuses = [] } = example;
			const { rows = async () => await exampleFixture.table.rows(), bills = rows } = example;
			const workflowId = await importExample(editor, file);
			assert.deepEqual(await notesCutOff(editor), []);
			await example.prepare?.();
			let sent: number | undefined;
			let executions: string[] = [];
			for (const time of [0, 1] as const) {
				await mailbox.clear();
				assert.match(await run(workflowId, time), says[time]);
				await expectMails(mails[time]);
				const seen = await ledger();
				assert.deepEqual(seen.paid, Object.fromEntries(paid.map((each) => [each, 1])));
				if (statuses !== undefined) await assertRows(statuses[time], await rows());
				const made = payoutRequests(seen).map(({ body }) => body as Row);
				assert.equal(made.length, sent ?? made.length, 'a payout was sent again');
				assertSent(made, await bills());
				sent = made.length;
				const all = await fixture.api.listExecutions(workflowId);
				const came = all.filter((id) => !executions.includes(id));
				if (time === 1) await assertRed(came, refuses);
				executions = all;
			}
			await exampleFixture.stopWaiting(workflowId);
		});
	}
}
