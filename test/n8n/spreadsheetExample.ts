import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '../../workbench/editor/playwright';
import { requirePrivate } from '../../workbench/instance/paths';
import { allowAccess, readFormEnding, visit } from '../../workbench/instance/person';
import type { Mailbox } from '../../workbench/servers/mailbox';
import { answersWell, waitUntil } from '../../workbench/servers/waiting';
import { payoutToAsha } from './asha';

/*
 * What people see of the example "Payouts from a CSV file with approval": the file that one of them
 * uploads, the page on which another one decides, and the result.
 */

export const approver = 'approver@example.com';

/** The first line of the file. */
export const columns = 'orderReference,amount,currency,accountNumber,accountName,bic,transferType';

export type ResultRow = Record<string, string>;

/** What the person gets who uploads: the last page of the form, and the file from there. */
interface Result {
	ending: string;
	file: Buffer;
	rows: ResultRow[];
}

/** Chooses a file in a form and sends it. */
export async function submitFile(form: Page, file: string): Promise<void> {
	const input = form.locator('input[type="file"]');
	await allowAccess(form, input);
	const chooser = form.waitForEvent('filechooser');
	await input.click();
	await (await chooser).setFiles(file);
	await form.locator('#submit-btn').click();
}

/** A line of the file that the sandbox accepts, with `changes` to its cells. */
export function row(orderReference: string, changes: Record<string, string> = {}): string {
	const cells: Record<string, unknown> = { ...payoutToAsha, orderReference, ...changes };
	const line = columns.split(',').map((column) => cells[column]);
	return line.join(',');
}

/** The address behind the button of the e-mail, once the execution waits for the answer. */
export async function approvalLink(mailbox: Mailbox): Promise<string> {
	const { html } = await mailbox.waitForMessage(approver);
	const [, link = ''] = /href="([^"]*webhook-waiting[^"]*)"/.exec(html) ?? [];
	const address = link.replaceAll('&amp;', '&');
	await waitUntil(async () => await answersWell(address));
	return address;
}

/** Clicks the button of the e-mail, as the person does who approves. */
export async function openApproval(browser: Browser, mailbox: Mailbox): Promise<Page> {
	const approval = await visit(browser, await approvalLink(mailbox));
	await approval.getByText('Send my decision').first().waitFor();
	return approval;
}

export async function decide(approval: Page, decision: string, comment: string): Promise<void> {
	await approval.getByLabel(decision).click();
	await approval.getByLabel('Your name').fill('Neema Joseph');
	await approval.getByLabel('Comment').fill(comment);
	await approval.locator('#submit-btn').click();
	await approval.locator('#submitted-header').waitFor();
	await approval.close();
}

/** Waits for the end of the form and for the file that is downloaded there. */
export async function readResult(form: Page): Promise<Result> {
	const download = await form.waitForEvent('download');
	assert.match(download.suggestedFilename(), /^payouts-result-[\d-]+\.csv$/);
	const file = await readFile(await download.path());
	return { ending: await readFormEnding(form), file, rows: parseCsv(file) };
}

/** The rows of the table on the page for approval, with a space between the cells. */
export async function tableOf(approval: Page): Promise<string[]> {
	const rows = await approval.locator('tbody tr').all();
	const cells = rows.map(async (each) => await each.locator('td, th').allInnerTexts());
	return (await Promise.all(cells)).map((texts) => texts.join(' '));
}

export function parseCsv(file: Buffer): ResultRow[] {
	const { parse } = requirePrivate<{ parse(file: Buffer, options: object): ResultRow[] }>(
		'csv-parse/sync',
	);
	return parse(file, { columns: true, bom: true });
}
