import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	evaluate,
	holds,
	onlyWhere,
	outputOf,
	parametersOf,
	setBy,
	textOf,
	writtenBy,
} from '../support/exampleExpression';

const example = 'salary-run';
const december = { Month: '202612', submittedAt: '2026-12-22T09:00:00.000+03:00' };
const settingsOn = (day: string, form: IDataObject): IDataObject =>
	setBy(example, 'Settings', [form], { $now: DateTime.fromISO(`${day}T09:00:00`) })[0]!;
const Settings = settingsOn('2026-12-22', december);

const lastAccount = '0150384512700';
const employee = (changes: IDataObject = {}): IDataObject => ({
	...{ id: 1, employeeNumber: 'E017', name: 'Asha Mushi', email: 'asha@example.com' },
	...{ salary: 6000, accountNumber: '0150384512700', bic: 'CORUTZTZ' },
	...{ orderReference: null, status: null, note: null, lastAccount: null, ...changes },
});
const prepare = (row: IDataObject): IDataObject =>
	setBy(example, 'Prepare the salaries', [row], { earlier: { Settings } })[0]!;
const good = { payable: true, needsYou: false, note: 'It can be paid.', fee: 1500, balance: 9000 };
const refused = { payable: false, needsYou: true, note: 'Correct it. It cannot be paid: no.' };

/** Rows of the table, as they are checked after their previews. */
function check(rows: IDataObject[], preview: IDataObject = good): IDataObject[] {
	const previewed = rows.map((row) => ({ ...prepare(row), ...preview }));
	return setBy(example, 'Check the rows', previewed, { earlier: { Settings } });
}
const only = (changes: IDataObject, preview?: IDataObject) =>
	check([employee(changes)], preview)[0]!;

// The usual slip in January is the old year, and everybody would be paid again.
it.each([
	['2026-11-19', '202611', true],
	['2026-11-19', '202612', false],
	['2026-11-20', '202612', true],
	['2026-11-26', '202609', false],
	['2027-01-22', '202601', false],
	['2027-01-31', '202702', true],
	['2027-01-05', ' ', false],
])('on %s, the month %j may be paid: %s', (day, Month, begins) => {
	const earlier = { Settings: settingsOn(day, { Month }) };
	const output = ($json: IDataObject) => outputOf(example, 'What begins?', { $json, earlier });
	expect(output({ id: 1 })).toBe(begins ? 'salary run' : undefined);
	expect(output({})).toBeUndefined();
});

// Late returns come when the month is over: its rows are looked up, and none of them is paid.
describe('last month', () => {
	const last = settingsOn('2027-01-02', { ...december, Month: ' 202612' });
	// Written over it, a number that was corrected in January would be paid for January once more.
	it.each<[string | null, boolean]>([
		['SAL202612E018', true],
		[null, true],
		['SAL202701E018', false],
	])('is looked up while another row has the reference %j: %s', (reference, isLookedUp) => {
		const all = [
			{ id: 1, orderReference: 'SAL202612E017' },
			{ id: 2, orderReference: reference },
		];
		const seen = { $json: all[0]!, all, earlier: { Settings: last } };
		expect(outputOf(example, 'What begins?', seen) !== undefined).toBe(isLookedUp);
	});

	it('is not paid, whatever stands in a row', () => {
		const pending = employee({ orderReference: 'SAL202612E017', status: 'pending' });
		const row = { ...prepare(pending), ...good };
		const [checked] = setBy(example, 'Check the rows', [row], { earlier: { Settings: last } });
		expect(checked!.cannot).toMatch(/That month is over/);
		expect(outputOf(example, 'Can it be paid?', { $json: checked! })).toBe('no');
	});
});

it('reminds where no form began it', () => {
	const earlier = { Settings: settingsOn('2026-12-20', {}) };
	expect(outputOf(example, 'What begins?', { $json: { id: 1 }, earlier })).toBe('reminder');
});

describe('the order reference of a salary', () => {
	// A number that is corrected after the pay would be another order reference, and pay again.
	it.each<[string, IDataObject]>([
		['SAL202612E017', { orderReference: 'SAL202611E017' }],
		['SAL202612E071', { orderReference: 'SAL202612E071', status: 'accepted' }],
	])('is %s for %j', (orderReference, changes) => {
		expect(prepare(employee(changes))).toMatchObject({ orderReference });
	});

	it('is not written down for a row without a number', () => {
		const written = (changes: IDataObject) =>
			writtenBy(example, 'Write the status', 'orderReference', {
				$json: prepare(employee(changes)),
			});
		expect([written({}), written({ employeeNumber: null })]).toEqual(['SAL202612E017', '']);
	});
});

describe('a row of the table', () => {
	it.each<[string, IDataObject, IDataObject, string]>([
		['was paid last month', { orderReference: 'SAL202611E017', status: 'paid' }, good, ''],
		['was not paid last month', { orderReference: 'SAL202611E017', status: 'not paid' }, good, ''],
		['is pending', { orderReference: 'SAL202612E017', status: 'Pending ' }, good, ''],
		['is unknown', { orderReference: 'SAL202612E017', status: 'unknown' }, good, ''],
		['has left', { status: 'left' }, good, 'Stopped by its status.'],
		...['accepted', 'PAID ', 'already sent', 'reversed'].map(
			(status): [string, IDataObject, IDataObject, string] => [
				`was ${status}`,
				{ orderReference: 'SAL202612E071', status },
				good,
				'It was sent for this month.',
			],
		),
		['is refused in the preview', {}, refused, ` ${refused.note}`],
		['was not previewed', {}, {}, ' It was not checked: is a node deactivated?'],
		['has no name', { name: null }, good, ' name or employeeNumber is empty.'],
		['has no number', { employeeNumber: '' }, good, ' name or employeeNumber is empty.'],
		['is above the limit', { salary: 5_000_000.01 }, good, ' It is above the limit in Settings.'],
	])('that %s: why it is not paid', (_, changes, preview, cannot) => {
		const row = only(changes, preview);
		expect(row).toMatchObject({ cannot });
		const output = cannot === '' ? undefined : cannot.startsWith('Stopped') ? 'stopped' : 'no';
		expect(outputOf(example, 'Can it be paid?', { $json: row })).toBe(output);
	});

	it('is not paid where another one has its number', () => {
		const rows = check([employee(), employee({ id: 2 }), employee({ employeeNumber: 'E018' })]);
		const same = ' Another row has this employeeNumber.';
		expect(rows.map(({ cannot }) => cannot)).toEqual([same, same, '']);
	});

	// A look-up that finds nothing must not make "not paid" of what may have been paid.
	it.each([
		['accepted', 'accepted'],
		['Unknown', 'unknown'],
		['already sent', 'accepted'],
		['rejected', 'not paid'],
	])('that was %s is %s before it is sent or looked up', (was, status) => {
		const row = only({ orderReference: 'SAL202612E017', status: was });
		expect(row).toMatchObject({ status });
	});

	it.each<[string, IDataObject]>([
		['', {}],
		[
			'ZEROS IN FRONT OF THE ACCOUNT NUMBER MAY BE MISSING.',
			{ accountNumber: 150384512700, lastAccount: '150384512700' },
		],
	])('warns the approver: %j', (warning, changes) => {
		expect(only({ lastAccount, ...changes }, good)).toMatchObject({ warning });
	});

	// Somebody who maintains the table could be paid for another one.
	it('warns of two rows with one account', () => {
		const other = { employeeNumber: 'E018', accountNumber: '20810014562' };
		const rows = check([employee(), employee({ employeeNumber: 'E019' }), employee(other)]);
		const warned = rows.map(({ warning }) => /ANOTHER ROW HAS THIS ACCOUNT/.test(String(warning)));
		expect(warned).toEqual([true, true, false]);
	});
});

describe('the question to the approver', () => {
	const ask = (rows: IDataObject[]) =>
		setBy(example, 'Write the question', rows, { earlier: { Settings } })[0]!;

	it('counts who is paid, who is not, which account has changed, and who is new', () => {
		const rows = [
			only({ lastAccount: '20810014562' }, { ...good, holder: 'ASHA MUSHA' }),
			only({ employeeNumber: 'E018', salary: 5500.5 }),
			only({ employeeNumber: 'E022', status: 'left', salary: 4000, lastAccount: '2' }),
		];
		const question = ask(rows);
		expect(question).toMatchObject({
			...{ month: 'December 2026', count: 2, left: 1, changed: 1, fresh: 1 },
			...{ salaries: 11500.5, fees: 3000, balance: 9000 },
			remarks: [
				'ACCOUNT CHANGED: THE LAST SALARY WENT TO 20810014562. ',
				'NEW: NEVER PAID BEFORE. ',
				'NOT PAID NOW: Stopped by its status: left.',
			],
		});
		const { html } = parametersOf<{ formFields: { values: Array<{ html: string }> } }>(
			example,
			'Ask for approval',
		).formFields.values[0]!;
		expect(evaluate(html, { $json: question })).toMatch(
			/<td>6000\.00<.*ANOTHER NAME\. ACCOUNT CHANGED.*<td>5500\.50<.*NEW: .*<td>4000\.00<.*NOT PAID NOW: /,
		);
		const found = { ...only({}, refused), status: 'paid', note: 'Paid: 2026-12-22.' };
		expect(ask([found])).toMatchObject({ count: 0, remarks: ['NOT PAID NOW: Paid: 2026-12-22.'] });
	});

	it('shows nothing of the table as HTML', () => {
		const { cells, remarks } = ask([only({ name: '{{ 1 }}<b>', status: '<i>' })]);
		expect(JSON.stringify([cells, remarks])).not.toMatch(/<[bi]>|\{\{/);
	});

	it.each([
		[1, 50_000_000, true],
		[1, 50_000_000.01, false],
		[0, 0, false],
	])('of %d salaries of %d together is asked: %s', (count, salaries, isAsked) => {
		const seen = { $json: { count, salaries }, earlier: { Settings } };
		expect(holds(example, 'Is anything to pay?', seen)).toBe(isAsked);
	});

	const decide = (Decision: string) => ({ data: { Decision, 'Your name': 'Neema' } });

	it.each<[string, IDataObject, boolean]>([
		['Approved by Neema', decide('Approve'), true],
		['Declined by Neema: nothing was sent', decide('Decline'), true],
		['Nobody answered in time: nothing was sent', {}, true],
		['The e-mail to the approver could not be sent: nothing was sent', { error: 'No' }, true],
		['The salaries are above maximumTotal in Settings: nothing was sent', { count: 60 }, false],
	])('ends with %j', (decision, given, isAsked) => {
		const asked = isAsked && { 'Ask for approval': given };
		const earlier = { 'Collect the rows': [only({})], ...asked };
		const [read] = setBy(example, 'Read the decision', [given], { earlier });
		expect(read).toMatchObject({
			decision,
			rows: [{ status: 'not paid', note: 'It was not approved. Nothing was sent.' }],
		});
		const isPaid = (cannot: string) =>
			holds(example, 'Is it approved?', {
				$json: { cannot },
				earlier: { 'Read the decision': read! },
			});
		expect(isPaid('')).toBe(decision === 'Approved by Neema');
		expect(isPaid('Stopped by its status.')).toBe(false);
	});
});

describe('the table is written', () => {
	// After a restart somebody sends the form again: both approvals wait, and one of them pays.
	it.each<[boolean, IDataObject]>([
		[false, { status: 'not paid' }],
		[true, { status: 'accepted', paidOn: '2026-12-23' }],
		[true, { status: 'unknown' }],
	])('over what another run wrote meanwhile: %s, with %j', (isWritten, $json) => {
		const $now = DateTime.fromISO('2026-12-23T09:00:00.000+03:00');
		const seen = { $json, earlier: { Settings }, $now };
		const [, [column, compared, latest] = []] = onlyWhere(example, 'Write the status', seen);
		expect([column, compared]).toEqual(['updatedAt', 'lte']);
		expect($now <= DateTime.fromISO(String(latest))).toBe(isWritten);
	});

	it.each([
		['accepted', '0150384512700'],
		['paid', '0150384512700'],
		['reversed', '20810014562'],
	])('with the account that was paid last, where it is %s', (status, account) => {
		const $json = employee({ status, lastAccount: '20810014562' });
		expect(writtenBy(example, 'Write the status', 'lastAccount', { $json })).toBe(account);
	});

	// The e-mails and the form may hold the run up: n8n begins at the top.
	it('before anybody is told', () => {
		const file = path.resolve(__dirname, `../../../examples/${example}.json`);
		const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as {
			nodes: Array<{ name: string; position: [number, number] }>;
			connections: Record<string, { main: Array<Array<{ node: string }>> }>;
		};
		const heightOf = (name: string) => nodes.find((node) => node.name === name)!.position[1];
		const next = connections.Results!.main[0]!.map(({ node }) => node);
		const order = ['Write the status', 'Keep what was sent', 'Tell finance'];
		expect(next.sort((one, other) => heightOf(one) - heightOf(other))).toEqual(order);
	});
});

describe('a run of which somebody does not hear', () => {
	const result = { ...only({}), status: 'accepted' };
	const failure = { error: 'connect ECONNREFUSED' };

	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['', {}, {}, { id: 1 }],
		['The e-mail to the approver could not be sent. ', failure, {}, { id: 1 }],
		['The e-mail to finance could not be sent. ', {}, failure, { id: 1 }],
		// Where the table or a column is not there, n8n hands on what it was given.
		['The table Employees could not be written.', {}, {}, result],
	])('ends as failed with %j', (failed, approver, mail, written) => {
		const earlier = {
			...{ 'Ask for approval': approver, 'Tell finance': mail, 'Write the status': written },
		};
		const seen = { $json: {}, earlier };
		expect(textOf(example, 'End as failed', 'errorMessage', seen)).toBe(failed);
		expect(holds(example, 'Keep what failed', seen)).toBe(failed !== '');
	});
});
