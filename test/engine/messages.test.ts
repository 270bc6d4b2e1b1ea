import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { detailsOf } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';
import { expectBuildersWording } from '../unit/support/wording';
import { failures } from './failures';

const sandbox = useSandbox();

/** What a builder reads of each failure, one line each: its name, the message, what to do next. */
const table = new Map(
	readFileSync(join(__dirname, 'messages.txt'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => line.split(' | '))
		.map(([name = '', ...told]) => [name, told]),
);

/** What became of the money comes first, behind the name of the item. */
const BEGINS = new RegExp(
	`^(?:\\S+ \\(item \\d\\)|Item \\d): (?:${[
		'No money moved',
		'The payout may or may not have been made',
		'The money came back, and the order reference is used up',
		'Nothing was sent now',
		'The new details were not sent',
		'This item was not sent',
		'Nothing was started',
		'No link came back and nothing was charged',
		'Nothing was changed',
	].join('|')})\\. \\S`,
);

/** It begins with what to do. */
const CLICK =
	/^(?:Ask|Check|Clear|Copy|Correct|Delete|Find out|Give|In|Look|Make|Nothing to do|Paste|Remove|Run|Top up|Wait)\b/;

/** Only the service's own SUCCESS is a payment. */
const PAID = /(?<!not )\bpaid\b(?!.*status SUCCESS)/i;

/** Without what differs from run to run. */
function told({ message, nextStep }: IDataObject): string[] {
	return [message, nextStep].map((text) =>
		String(text)
			.replaceAll(sandbox.url.replace('http://', ''), 'HOST')
			.replace(/\b\d{4}-\d\d-\d\d\b/, 'DAY'),
	);
}

it('knows at least forty failures, and every line of the table is of one', () => {
	const names = Object.keys(failures);
	expect(names.length).toBeGreaterThanOrEqual(40);
	expect([...table.keys()]).toEqual(names);
});

it.each(Object.entries(failures))('%s: what happened, and what to click', async (name, fail) => {
	const [item] = (await fail(sandbox)).items;
	const { nextStep } = detailsOf(item!);
	const [message = '', next = ''] = told({ message: item?.json.message, nextStep });
	expect(message).toMatch(BEGINS);
	expect(message).not.toMatch(PAID);
	expect(next).toMatch(CLICK);
	expectBuildersWording(message, next);
	expect([name, message, next].join(' | ')).toBe([name, ...(table.get(name) ?? [])].join(' | '));
});

// n8n shows a run as canceled, and offers no retry, if the error has this word in its message.
it('is a run that failed, also where the service says that something was canceled', async () => {
	const body = { message: 'The transfer was canceled' };
	const operation = 'createBankPayout';
	await sandbox.control.addFault({ kind: 'statusBefore', operation, status: 400, body });
	const { run, error } = await execute(sandbox.payouts(1));
	expect(run.status).toBe('error');
	expect(error?.message).toContain('The transfer was cancelled (HTTP 400)');
});
