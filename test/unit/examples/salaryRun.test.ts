import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, parametersOf, setBy, through } from '../support/exampleExpression';
import { inputRow } from './outcomeCases';

describe('salary-run', () => {
	const example = 'salary-run';

	// In the three days of an approval, somebody may raise a salary in the table, or delete a row.
	it('tells finance what was paid, not what the table says by then', () => {
		const file = path.resolve(__dirname, `../../../examples/${example}.json`);
		const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as {
			nodes: Array<{ name: string; position: [number, number] }>;
			connections: Record<string, { main: Array<Array<{ node: string }>> }>;
		};
		const next = connections['Decide the status']!.main[0]!.map(({ node }) => node);
		expect(next).toEqual(expect.arrayContaining(['Write the status', 'Collect the lines']));
		expect(connections['Write the status']).toBeUndefined();
		// The form and the e-mails may hold the run up, so the table is written before: n8n begins at the top.
		const heightOf = (node: string) => nodes.find(({ name }) => name === node)!.position[1];
		const heights = next.filter((name) => name !== 'Write the status').map(heightOf);
		expect(heightOf('Write the status')).toBeLessThan(Math.min(...heights));
	});

	it.each([null, '', undefined])(
		'makes no order reference without a number: %j',
		(employeeNumber) => {
			// Once the number is filled in, the reference would be another one, and the salary be paid again.
			const row = { employeeNumber, name: null };
			const earlier = { 'Start the salary run': { Month: '202612' } };
			const made = setBy(example, 'Prepare the salaries', [row], { earlier });
			expect(made).toMatchObject([{ orderReference: '', name: '' }]);
			const [{ orderReference } = {}] = setBy(
				example,
				'Prepare the salaries',
				[{ ...row, employeeNumber: 'E017' }],
				{ earlier },
			);
			expect(orderReference).toBe('SAL202612E017');
		},
	);

	// Typed for another month, everybody would be paid again, under new order references.
	it.each([
		['202712', false],
		['202701', false],
		['202612', true],
		['202611', true],
		['202511', true],
		['202510', false],
		['no month', false],
	])('lets the month %s begin on 26 November 2026: %s', (Month, begins) => {
		const { conditions } = parametersOf<{
			conditions: { conditions: Array<{ leftValue: string }> };
		}>(example, 'Can the run begin?').conditions;
		const earlier = { 'Start the salary run': { Month } };
		const $now = DateTime.fromISO('2026-11-26T09:00:00');
		const isNear = evaluate(conditions[1]!.leftValue, { $json: {}, earlier, $now });
		expect(isNear).toBe(begins);
	});

	// Above Maximum Total no row is left to pay, and nobody is asked: "Nothing to pay" would be all they read.
	it.each([
		['Nothing to pay', ''],
		['Nothing to pay now: rows did not pass the checks, and each line says why', 'It says why.'],
	])(
		'says %j where no row is left to pay, by what is wrong with a row: %j',
		(decision, invalid) => {
			const rows = [
				{ step: 'look up', invalid: '' },
				...(invalid ? [{ step: 'invalid', invalid }] : []),
			];
			const earlier = {
				'Write the question': { month: 'May 2026', count: 0 },
				'Add the remark': rows,
			};
			const [read] = setBy(example, 'Read the decision', [{ count: 0 }], { earlier });
			expect(read).toMatchObject({ decision, isApproved: false });
		},
	);

	// Raised above a limit after it was paid, a salary does not pass the checks, and nobody looks it up.
	it('says of a salary that did not pass the checks only that nothing was sent now', () => {
		const { text } = parametersOf<{ text: string }>(example, 'Tell finance');
		expect(text).toContain('rejected: no money moved now.');
		expect(text).toContain('pending: nothing was sent now;');
		const { content } = parametersOf<{ content: string }>(example, 'About the status');
		expect(content).toMatch(
			/pending\*\* \| nothing was sent now.*rejected\*\* \| no money moved now/s,
		);
	});

	/** What becomes of a row of the table that is not sent to the service in this run. */
	function left(row: IDataObject, checked: IDataObject): IDataObject {
		const month = { 'Start the salary run': { Month: '202612' } };
		const [prepared = {}] = setBy(example, 'Prepare the salaries', [row], { earlier: month });
		const earlier = {
			...{ 'Prepare the salaries': prepared, 'Check the salaries': checked },
			'Preview the payouts': { fee: 0 },
		};
		const together = setBy(example, 'Put the check together', [{}], { earlier });
		const [salary = {}] = setBy(example, 'Decide for each row', together, {
			earlier: { 'Put the check together': together },
		});
		return through(
			example,
			['Say why it is left', 'Read the outcome', 'Decide the status'],
			[salary],
			{
				earlier: {
					...{ 'Take each salary': salary, 'Read the decision': { decision: 'Declined' } },
					'Pay the salaries': { options: {} },
				},
			},
		);
	}
	const bad = {
		error: 'Payout invalid',
		message: 'SAL202612E017 (item 1): It says why.',
		details: { cause: 'item', outcome: 'invalid' },
	};
	const good = { request: { body: { accountNumber: '0150384512700' } } };

	// Emptied by mistake after it was sent, an account would make a row of it that says nothing of the payout.
	it.each<[string | null, string | null, string, string]>([
		...['accepted', 'paid', 'already sent', 'unknown', 'reversed', 'reference used'].map(
			(status): [string, string, string, string] => ['SAL202612E017', status, status, status],
		),
		['SAL202612E017', 'pending', 'rejected', 'pending'],
		['SAL202612E017', 'rejected', 'rejected', 'pending'],
		['SAL202612E017', null, 'rejected', 'pending'],
		['SAL202611E017', 'accepted', 'rejected', 'pending'],
		[null, 'accepted', 'rejected', 'pending'],
	])(
		'makes of a row that was %s, %s: %s where it does not pass the checks, %s where nobody approves',
		(orderReference, status, ifWrong, ifDeclined) => {
			const row = { employeeNumber: 'E017', name: 'Asha', salary: 5, orderReference, status };
			const [wrong, declined] = [left(row, bad), left(row, good)];
			expect([wrong.status, declined.status]).toEqual([ifWrong, ifDeclined]);
			const isKept = ifWrong === status && status !== 'rejected';
			const kept = isKept ? `It was ${String(status)} before, and was not looked up now. ` : '';
			expect([wrong.note, declined.note]).toEqual([`${kept}It says why.`, `${kept}Declined`]);
		},
	);

	// Where neither the preview nor the credential works, it is approved once more, and nothing is sent.
	it.each<[string, string, IDataObject]>([
		['accepted', 'accepted', { error: 'No', details: { outcome: 'notSent', cause: 'settings' } }],
		['accepted', 'accepted', { error: 'No', details: { outcome: 'invalid', cause: 'item' } }],
		['unknown', 'unknown', { employeeNumber: 'E017', statusBefore: 'unknown' }],
		['unknown', 'rejected', { error: 'No', details: { outcome: 'rejected', cause: 'item' } }],
		['unknown', 'unknown', { error: 'No', details: { outcome: 'unknown' } }],
		['unknown', 'accepted', { id: 'P1', status: 'PROCESSING' }],
		['', 'pending', { error: 'No', details: { outcome: 'notSent', cause: 'settings' } }],
	])('makes of a salary that was "%s" and is approved: %s by %j', (statusBefore, now, paying) => {
		const salary = { employeeNumber: 'E017', step: 'pay', salary: 5, statusBefore };
		const { status, note } = through(example, ['Read the outcome', 'Decide the status'], [paying], {
			earlier: { 'Take each salary': salary, 'Pay the salaries': { options: {} } },
		});
		expect(status).toBe(now);
		const { outcome } = (paying.details ?? {}) as IDataObject;
		const isKept = statusBefore !== '' && now === statusBefore && outcome !== 'unknown';
		const kept = `It was ${statusBefore} before, and was not looked up now. `;
		expect(String(note).startsWith(kept)).toBe(isKept);
	});

	it('shows the approver a row that has neither a name nor a request', () => {
		const row = { step: 'invalid', invalid: 'It says why.', payout: {}, salary: 5, fee: 0 };
		const texts = { orderReference: 'S1', name: '', nameAtBank: '', feeText: '', arrival: '' };
		const shown = setBy(example, 'Write a table row', [{ ...row, ...texts }]);
		const [{ html } = {}] = setBy(example, 'Add the remark', shown);
		expect(html).toMatch(/^<tr><td>S1<.*>5\.00<.*: It says why\.<.*<\/tr>$/);
		expect(html).not.toContain('undefined');
	});

	// Somebody who maintains the table could be paid for another one.
	it('warns the approver of two rows with one account number', () => {
		const row = (name: string, accountNumber?: string) => ({
			...{ name, nameAtBank: '', payout: { accountNumber }, salary: 5, fee: 0, arrival: '' },
			...{ orderReference: name, invalid: '', isSentBefore: false, noPreview: '' },
		});
		const rows = [row('A', '0150'), row('B', '20'), row('C', '0150'), row('D'), row('E')];
		const earlier = { 'Put the check together': rows };
		const decided = setBy(example, 'Decide for each row', rows, { earlier });
		const shown = setBy(example, 'Write a table row', decided);
		const warning = 'ANOTHER ROW HAS THIS ACCOUNT NUMBER';
		expect(shown.map(({ remark }) => remark)).toEqual([warning, '', warning, '', '']);
	});

	// n8n's Import CSV takes account numbers for numbers, and not every bank tells whose the account is.
	it.each<[string | number, string]>([
		[150384512700, 'ZEROS IN FRONT OF THE ACCOUNT NUMBER MAY BE MISSING'],
		['0150384512700', ''],
	])(
		'warns the approver of an account number that the table has as a number: %j',
		(given, remark) => {
			const row = {
				...inputRow(''),
				employeeNumber: 'E1',
				name: 'Asha Mushi',
				accountNumber: given,
			};
			const month = { 'Start the salary run': { Month: '202612' } };
			const prepared = setBy(example, 'Prepare the salaries', [row], { earlier: month });
			const checked = {
				...{ 'Prepare the salaries': prepared, 'Preview the payouts': { fee: 0 } },
				'Check the salaries': { request: { body: { accountNumber: String(given) } } },
			};
			const together = setBy(example, 'Put the check together', [{}], { earlier: checked });
			const decided = setBy(example, 'Decide for each row', together, {
				earlier: { 'Put the check together': together },
			});
			expect(setBy(example, 'Write a table row', decided)).toMatchObject([{ remark }]);
		},
	);

	// "Order Reference is empty" sends people to the column of this name, which the workflow writes itself.
	it('says of a row without a number what is missing in the table', () => {
		const earlier = {
			'Prepare the salaries': { ...inputRow(''), name: 'Asha Mushi' },
			'Check the salaries': { error: 'Payout invalid', message: 'Item 2: It says why.' },
			'Preview the payouts': {},
		};
		const [{ invalid } = {}] = setBy(example, 'Put the check together', [{}], { earlier });
		expect(invalid).toBe('employeeNumber is empty');
		const left = setBy(example, 'Say why it is left', [{ invalid, cause: 'item' }], { earlier });
		const decided = { ...earlier, 'Take each salary': { step: 'invalid', salary: 5 } };
		const read = setBy(example, 'Read the outcome', left, {
			earlier: { ...decided, 'Pay the salaries': { options: {} } },
		});
		expect(setBy(example, 'Decide the status', read)).toMatchObject([
			{ status: 'rejected', note: 'employeeNumber is empty' },
		]);
	});

	// After a restart somebody sends the form again: both approvals wait, and one of them pays.
	it('does not call a salary unsent that another run paid while nobody approved this one', () => {
		const { filters } = parametersOf<{
			filters: { conditions: Array<{ keyName: string; keyValue: string }> };
		}>(example, 'Write the status');
		const { keyValue } = filters.conditions.find(({ keyName }) => keyName === 'updatedAt')!;
		const submittedAt = '2026-12-22T09:00:00.000+03:00';
		const $now = DateTime.fromISO('2026-12-23T09:00:00.000+03:00');
		const isWritten = (outcome: string, isApproved: boolean) => {
			const earlier = {
				'Start the salary run': { submittedAt },
				'Read the decision': { isApproved },
			};
			const latest = evaluate(keyValue, { $json: { outcome }, earlier, $now });
			return $now <= DateTime.fromISO(String(latest));
		};
		expect(isWritten('notSent', false)).toBe(false);
		expect(isWritten('notSent', true)).toBe(true);
		expect(isWritten('accepted', true)).toBe(true);
		expect(isWritten('alreadySent', false)).toBe(true);
	});

	it.each<[string, IDataObject]>([
		['798,500.00', { beneficiary: { amount: '798500.00' } }],
		['800,000.00', { beneficiary: { accountNumber: '0150384512700' } }],
		['800,000.00', {}],
	])('tells the employee what arrives, also where the fee is taken off: %s', (amount, payout) => {
		const { text } = parametersOf<{ text: string }>(example, 'Tell the employee');
		const $json = { name: 'Asha', salary: 800_000, orderReference: 'S1', payout };
		const earlier = { 'Read the decision': { month: 'December 2026' } };
		expect(evaluate(text, { $json, earlier })).toContain(`to your bank account: ${amount} TZS.`);
	});

	it.each<[string, IDataObject]>([
		['It says why. It says what to do.', { details: { nextStep: 'It says what to do.' } }],
		['Something in n8n', { error: 'Something in n8n', message: undefined }],
		['', { error: undefined }],
	])('says of a salary that did not pass the checks: %j', (invalid, more) => {
		const checked = { error: 'Payout invalid', message: 'S1 (item 2): It says why.', ...more };
		const row = { ...inputRow('S1'), name: 'Asha Mushi' };
		const earlier = {
			...{ 'Prepare the salaries': row, 'Check the salaries': checked },
			'Preview the payouts': {},
		};
		const made = setBy(example, 'Put the check together', [{}], { earlier });
		expect(made).toMatchObject([{ invalid }]);
	});
});

describe('salary-run, once everybody was told', () => {
	const example = 'salary-run';
	const failure = { error: 'connect ECONNREFUSED' };
	const [sent, updated] = [{ accepted: ['finance@example.com'] }, { id: 1, status: 'accepted' }];

	it.each<[string, RegExp, IDataObject, IDataObject, IDataObject]>([
		['', /The table Employees and the e-mail to finance say more/, {}, sent, updated],
		// A node that is deactivated hands on what it was given.
		['', /The table Employees says more/, {}, { title: 'ACCEPTED: 1' }, updated],
		[
			'The e-mail to the approver could not be sent. ',
			/approver could not/,
			failure,
			sent,
			updated,
		],
		['The e-mail to finance could not be sent. ', /It says why/, {}, failure, updated],
		// A table that is not there does so as well.
		['The table Employees could not be written.', /It says why/, {}, sent, { outcome: 'accepted' }],
	])('ends as failed with %j, and the page says %s', (failed, said, approver, mail, written) => {
		const earlier = {
			...{ 'Ask for approval': approver, 'Tell finance': mail, 'Write the status': written },
			'Read the decision': { decision: 'Approved' },
			'Write the sections': { title: 'PENDING: 1', lines: 'It says why' },
		};
		const [seen] = setBy(example, 'See what failed', [mail], { earlier });
		expect(seen).toEqual({ failed });
		const { completionMessage } = parametersOf<{ completionMessage: string }>(
			example,
			'Show the result',
		);
		const page = String(evaluate(completionMessage, { $json: seen!, earlier }));
		expect(page).toMatch(said);
		expect(page).toContain(failed);
	});
});

it.each([
	[/sent by e-mail/, '', {}, { accepted: ['finance@example.com'] }],
	[/could not be sent/, '', {}, { title: 'Approved' }],
	[/sent by e-mail/, 'The e-mail to the approver could not be sent. ', { error: 'No' }, {}],
	[/could not be sent/, 'The e-mail with the result could not be sent.', {}, { error: 'No' }],
])('spreadsheet-approval says %s, and ends as failed with %j', (said, failed, approver, mail) => {
	const example = 'spreadsheet-approval';
	const earlier = {
		...{ 'Write the summary': {}, 'Ask for approval': approver, 'Send the result': mail },
	};
	const { completionMessage } = parametersOf<{ completionMessage: string }>(
		example,
		'Show the result',
	);
	expect(evaluate(completionMessage, { $json: {}, earlier })).toMatch(said);
	expect(setBy(example, 'See what failed', [{}], { earlier })).toEqual([{ failed }]);
});
