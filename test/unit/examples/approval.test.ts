import type { IDataObject } from 'n8n-workflow';
import { evaluate, fieldOf, parametersOf, setBy, through } from '../support/exampleExpression';
import { itemByNode, simplifiedByNode } from '../support/byNode';

const request = {
	orderReference: 'INV1',
	amount: 1000,
	currency: 'TZS',
	accountName: 'Asha Mushi',
};

/** What the approver of an upload sees of a row, by what the preview of it has put out. */
function described(preview: IDataObject): IDataObject {
	const [read] = setBy('spreadsheet-approval', 'Read the preview', [preview]);
	const compared = { ...read, row: 1, file: {}, request, valid: true, amountText: '1,000.00 TZS' };
	return setBy('spreadsheet-approval', 'Describe each row', [compared])[0]!;
}

it('keeps out of the total to approve what was sent before', () => {
	const message = 'INV1 (item 1): Nothing was sent now. It is known (HTTP 409).';
	const used = { error: 'Request already sent', message, details: { outcome: 'alreadySent' } };
	expect(described(used)).toMatchObject({
		...{ isToPay: false, amount: 0, currency: 'sent before, will not be sent again' },
		warning: 'Sent before: it will not be sent again',
	});
	expect(described({ fee: 1500, balance: 9000 })).toMatchObject({
		...{ isToPay: true, amount: 1000, currency: 'TZS', warning: '' },
	});
});

it('warns where there is no preview for another reason, and still asks', () => {
	const refused = { error: 'Request rejected', message: 'INV1 (item 1): Nothing was changed.' };
	// A service may refuse with 409 what is only to come later.
	for (const httpStatus of [400, 409]) {
		const details = { outcome: 'rejected', httpStatus };
		expect(described({ ...refused, details })).toMatchObject({
			...{ isToPay: true, amount: 1000, currency: 'TZS' },
			warning: 'The service gave no preview: Nothing was changed.',
		});
	}
});

it.each([
	[{ outcome: 'alreadySent', httpStatus: 409 }, true],
	[{ outcome: 'rejected', httpStatus: 409 }, false],
])('salary-run takes a preview that ended with %j for sent before: %s', (details, isSentBefore) => {
	const expression = fieldOf('salary-run', 'Put the check together', 'isSentBefore');
	const earlier = { 'Preview the payouts': { error: 'Not previewed', details } };
	expect(evaluate(expression, { $json: {}, earlier })).toBe(isSentBefore);
});

/** What becomes of a row to 0150384512700 that was sent before, by the account number that the service shows. */
const shownAccounts = [
	['already sent', '0150384512700'],
	['already sent', '150384512700'],
	['already sent', '0150*****2700'],
	// The node takes the last four digits alone for the account, too.
	['already sent', '2700'],
	['reference used', '2701'],
	['reference used', '700'],
	['reference used', '9150384512700'],
	// Two accounts may end with the same four digits.
	['reference used', '0151384512700'],
	['reference used', '*******512711'],
	['reference used', '**********700'],
	['reference used', ''],
];

/** What the run of salaries makes of what the look-up of one gave. */
const ofSalary = (row: IDataObject, found: IDataObject) =>
	through(
		'salary-run',
		['Compare with the salary', 'Read the outcome', 'Decide the status'],
		[found],
		{ earlier: { 'Take each salary': row, 'Pay the salaries': { options: {} } } },
	);

describe('a salary that was changed after it was paid', () => {
	const salary = { employeeNumber: 'E1', orderReference: 'SAL202612E1', salary: 15_000 };
	const row = { ...salary, payout: { accountNumber: '0150384512700' } };
	const status = (found: IDataObject) => ofSalary(row, found);
	const record = {
		...{ id: 'payout-1', amount: '13500.00', fee: '1500.00', currency: 'TZS', status: 'SUCCESS' },
		beneficiary: { accountNumber: '0150384512700' },
	};

	it('is not called unpaid: the note says what was paid', () => {
		expect(status(record)).toMatchObject({
			status: 'reference used',
			note: 'NOT PAID NOW: before, 13500.00 TZS with the fee went to account …2700 under this order reference (SUCCESS)',
		});
	});

	it.each(['REVERSED', 'REFUNDED', 'FAILED'])(
		'is to be paid anew where it came back: %s',
		(back) => {
			const made = status({ ...record, status: back });
			expect(made.status).toBe('reversed');
			expect(made.note).toContain(`(${back})`);
		},
	);

	it.each([
		['whole', (whole: IDataObject) => whole],
		['simplified', simplifiedByNode],
	])('is already sent where nothing was changed, by a %s record', (_, shapeOf) => {
		expect(status(shapeOf({ ...record, amount: '16500.00' })).status).toBe('already sent');
		const { note } = status(shapeOf(record));
		expect(note).toContain('went to account …2700 under');
	});

	it.each(shownAccounts)('is "%s" where its account is shown as %s', (expected, accountNumber) => {
		const shown = status({ ...record, amount: '16500.00', beneficiary: { accountNumber } });
		expect(shown.status).toBe(expected);
		if (expected === 'reference used') expect(shown.note).toMatch(/^NOT PAID NOW: before, 16500/);
	});

	it('is already sent by a record of the same amount that shows no fee', () => {
		const shown = { ...record, amount: '15000.00', fee: undefined };
		expect(status(shown).status).toBe('already sent');
		expect(status({ ...shown, amount: '14999.00' }).status).toBe('reference used');
	});

	it.each([
		['notFound', 'item', 'unknown'],
		['unknown', 'service', 'unknown'],
		['rejected', 'settings', 'pending'],
	])('is not told from a look-up that ended with %s', (outcome, cause, expected) => {
		const details = { outcome, cause, nextStep: 'It says what to do.' };
		const message = 'SAL202612E1 (item 1): It says why.';
		expect(status({ error: 'Not looked up', message, details })).toMatchObject({
			...{ status: expected, note: 'It says why. It says what to do.' },
		});
	});

	// It was sent, or it would not have been looked up.
	it.each([
		['look up', 'unknown'],
		['pay', 'pending'],
	])('says that the node did not run which is deactivated: to %s, %s', (step, expected) => {
		const { status: is, note } = ofSalary({ ...row, step }, { ...row, step });
		const told = 'Nothing was sent: the paying or look-up node did not run';
		expect([is, note]).toEqual([expected, told]);
	});
});

describe('salary-run, whose look-up of a salary that was sent gets no clear answer', () => {
	const salary = {
		...{ step: 'look up', orderReference: 'SAL202612E017', employeeNumber: 'E017', name: 'Asha' },
		...{ salary: 1000, payout: { accountNumber: '0150384512700' } },
	};
	it.each([
		['unknown', 'service', undefined],
		['notFound', 'item', 404],
		['rejected', 'account', 403],
		['rejected', 'service', 429],
		['rejected', 'settings', 404],
		['rejected', 'item', 400],
		['notSent', 'account', undefined],
	] as const)('does not call it unsent (%s, %s, %s)', (outcome, cause, httpStatus) => {
		const { orderReference } = salary;
		const said = { outcome, cause, httpStatus, says: 'No', failed: true };
		const item = itemByNode({ ...said, orderReference });
		expect(ofSalary(salary, item).status).toBe('unknown');
	});
});

describe('an upload whose file has', () => {
	const example = 'spreadsheet-approval';
	const others = { orderReference: 'INV1', currency: 'TZS', accountNumber: '0150384512700' };
	const file = { ...others, accountName: 'Asha', bic: 'CORUTZTZ', transferType: 'ACH' };

	/** @param names of the columns of a CSV file; those of an Excel file are in the row */
	function read(row: IDataObject, names?: string[]): IDataObject {
		const earlier = names && { 'Read the names': { row: names } };
		const named = setBy(example, 'List the names', [row], { earlier: earlier ?? {} });
		return setBy(example, 'Find the columns', named)[0]!;
	}
	const isRead = (found: IDataObject) => {
		const { conditions } = parametersOf<{ conditions: { conditions: [{ leftValue: string }] } }>(
			example,
			'Are all columns there?',
		);
		const earlier = { 'Find the columns': found };
		return evaluate(conditions.conditions[0].leftValue, { $json: {}, earlier });
	};

	it.each<[unknown, IDataObject]>([
		[12500, { amount: 12500 }],
		[12500, { Amount: 12500, Remark: 'first' }],
		[12500, { amount: 12500, 'Amount %': 5, Amount_1: 7 }],
		[12500, { 'Amount %': 5, Amount_1: 7, amount: 12500 }],
	])('the amount %j in %j', (amount, columns) => {
		for (const names of [undefined, Object.keys({ ...file, ...columns })]) {
			const found = read({ ...file, ...columns }, names);
			expect(found).toMatchObject({ missing: '', twice: '', cells: { amount } });
			expect(isRead(found)).toBe(true);
		}
	});

	// n8n gives the last one of two columns of one name in a CSV file, and calls it amount_1 in an Excel file.
	it.each<[IDataObject, string[] | undefined]>([
		[{ Amount: 12500, 'Amount %': 5, Amount_1: 7 }, undefined],
		[{ Amount: 12500, 'Amount %': 5 }, undefined],
		[{ amount: 12500, amount_1: 7 }, undefined],
		[{ amount: 7 }, [...Object.keys(file), 'amount', 'amount']],
	])('two columns for one thing, is not read: %j', (columns, names) => {
		const found = read({ ...file, ...columns }, names);
		expect(found).toMatchObject({ missing: '', twice: 'amount' });
		expect(isRead(found)).toBe(false);
		const { completionMessage } = parametersOf<{ completionMessage: string }>(
			example,
			'Say that nothing was read',
		);
		const said = evaluate(completionMessage, { $json: found });
		expect(said).toMatch(/^Two columns are called amount: rename or delete one of them\. \n/);
	});
});

// The first row of a file stands in its second line, and blank lines are not counted.
it.each([
	[{ orderreference: 'INV1' }, 'INV1'],
	[{ orderreference: 20261 }, '20261'],
	[{}, 'No order reference'],
])('names a row that is not valid by its order reference: %j', (cells, named) => {
	const row = { row: 4, cells, file: {}, request: {}, valid: false, problem: 'It says why.' };
	const described = setBy('spreadsheet-approval', 'Describe each row', [row]);
	const lines = setBy('spreadsheet-approval', 'Write a line for the page', described);
	expect(lines).toMatchObject([
		{
			notValid: `${named}, row 4 of the result file: It says why.`,
			notValidLine: `<tr><td>Row 4</td><td>${named}</td><td>It says why.</td></tr>`,
		},
	]);
});

// Each row is compared with all others: what is read anew for each of them took half a minute of 5,000 rows.
it('reads what a row pays once, and not for each row that it is compared with', () => {
	let reads = 0;
	const rows = Array.from({ length: 100 }, (_, at) => ({
		request: { amount: at, currency: 'TZS' },
	}));
	const $json = {
		get request() {
			reads++;
			return rows[0]!.request;
		},
	};
	const samePayout = fieldOf('spreadsheet-approval', 'Compare the names', 'samePayout');
	expect(evaluate(samePayout, { $json, all: rows })).toBe('');
	expect(reads).toBe(1);
});

it('numbers the rows of the result itself, also where somebody uploads the file of a result', () => {
	const row = { row: 1, file: { row: '7', orderReference: 'INV1', status: 'rejected' }, note: '' };
	const [made = {}] = setBy('spreadsheet-approval', 'Name the columns', [
		{ ...row, status: 'accepted' },
	]);
	expect(made).toMatchObject({ row: 1, orderReference: 'INV1', status: 'accepted' });
	expect(Object.keys(made)[0]).toBe('row');
});

const lostZeros = 'Excel has taken the account number for a number: zeros in front may be missing';
it.each([
	[lostZeros, { cells: { accountnumber: 150384512700 } }],
	['', {}],
	[
		`The service gave no preview: No. The bank knows another name: Neema. ${lostZeros}`,
		{
			cells: { accountnumber: 150384512700 },
			holder: 'Neema',
			noPreview: 'The service gave no preview: No',
		},
	],
])('warns of all that is unusual in a row: %j', (warning, changes) => {
	const row = { request, cells: { accountnumber: '0150384512700' }, balance: 9000, limit: 5000 };
	const named = { ...row, expectedFee: 1500, holder: request.accountName, nameInPreview: '' };
	const empty = { problem: '', noPreview: '', receives: '', arrival: '', isSentBefore: false };
	const compared = setBy('spreadsheet-approval', 'Compare the names', [
		{ ...named, ...empty, ...changes },
	]);
	expect(setBy('spreadsheet-approval', 'Describe each row', compared)).toMatchObject([{ warning }]);
});

// One bill under two references is paid twice, and only a person can see it.
it('warns of two rows that pay the same amount to the same account', () => {
	const row = (orderReference: string, changes: IDataObject = {}): IDataObject => ({
		...{ cells: {}, balance: 9000, limit: 5000, expectedFee: 1500, nameInPreview: '' },
		...{ problem: '', noPreview: '', receives: '', arrival: '', isSentBefore: false },
		holder: request.accountName,
		request: { ...request, orderReference, accountNumber: '0150384512700', ...changes },
	});
	const rows = [
		row('S042INV1'),
		row('S042INV1B'),
		row('S042INV2', { amount: 1001 }),
		row('S042INV3', { accountNumber: '0150384512711' }),
		row('S042INV4', { currency: 'USD' }),
	];
	const seen = setBy(
		'spreadsheet-approval',
		'Describe each row',
		setBy('spreadsheet-approval', 'Compare the names', rows),
	);
	const same = 'Another row pays the same amount to this account. Is it the same bill?';
	expect(seen.map(({ warning }) => warning)).toEqual([same, same, '', '', '']);
});

describe('a row of a file that was sent before', () => {
	const sent = { ...request, accountNumber: '0150384512700' };
	const file = { orderReference: 'INV1' };
	const record = {
		...{ id: 'payout-1', amount: '2500.00', fee: '1500.00', currency: 'TZS', status: 'SUCCESS' },
		beneficiary: { accountNumber: '0150384512700' },
	};
	const found = (put: IDataObject, changes: object = {}) => {
		const earlier = { 'Split into rows': { row: 1, file, request: { ...sent, ...changes } } };
		const compared = setBy('spreadsheet-approval', 'Compare with the file', [put], { earlier });
		return setBy('spreadsheet-approval', 'Say what became of it', compared)[0]!;
	};
	const failed = (outcome: string) => {
		const details = { outcome, nextStep: 'It says what to do.' };
		return { error: 'Not looked up', message: 'INV1 (item 2): It says why.', details };
	};

	it.each<[string, IDataObject, object?]>([
		['already sent', record],
		['already sent', simplifiedByNode(record)],
		['already sent', { ...record, status: 'PROCESSING' }],
		['reversed', { ...record, status: 'REFUNDED' }],
		['unknown', { ...record, status: 'LATER' }],
		['reference used', record, { amount: 3000 }],
		['reference used', record, { currency: 'USD' }],
		['reference used', record, { accountNumber: '0150384512711' }],
		['reference used', record, { accountNumber: '0151384512700' }],
	])('is %s, and its note says what was sent: %j', (status, put, changes = {}) => {
		const made = found(put, changes);
		expect(made).toMatchObject({ row: 1, file, status });
		expect(made.note).toMatch(/^NOT PAID NOW: before, 2500(?:\.00)? TZS .* account …2700 under/);
	});

	it.each(shownAccounts)('is "%s" where its account is shown as %s', (expected, accountNumber) => {
		expect(found({ ...record, beneficiary: { accountNumber } }).status).toBe(expected);
	});

	it.each([
		[failed('notFound'), 'It says why. It says what to do.'],
		[failed('rejected'), 'It says why. It says what to do.'],
		[{ file }, 'Sent before. "Look up what was sent" did not run. Is it deactivated?'],
	])('is not called unsent where it was not found: %j', (put, note) => {
		expect(found(put)).toMatchObject({ status: 'unknown', note, payout: {} });
	});
});

describe('the approver reads whether a fee is missing in the sum', () => {
	it.each<[string, IDataObject]>([
		['did not run', { request, limit: 5000, problem: '' }],
		['shows all but the fee', { balance: 9000, receiver: { accountName: 'Asha Mushi' } }],
	])('in an upload, where the preview %s', (_, preview) => {
		expect(described(preview).warning).toBe('No fee is shown');
	});

	// A fee of 0.00 is one that the service has told. Where the preview is deactivated, what it was given comes through.
	it.each([
		['50.00', { fee: 50, balance: 9000 }],
		['50.00', { fee: 50 }],
		['0.00', { fee: 0, balance: 9000 }],
		['', { fee: null, balance: 9000 }],
		['', { balance: 9000 }],
		['', { error: 'Request rejected', message: 'S1 (item 1): No.' }],
		['', { request }],
	])('in the row, which shows the fee %j of %j', (fee, preview: IDataObject) => {
		const earlier = {
			...{ 'Prepare the salaries': { orderReference: 'S1', name: 'Asha', salary: 1000 } },
			...{ 'Check the salaries': { request: { body: {} } }, 'Preview the payouts': preview },
		};
		const together = setBy('salary-run', 'Put the check together', [{}], { earlier });
		const salary = through('salary-run', ['Decide for each row', 'Write a table row'], together, {
			earlier: { 'Put the check together': together },
		});
		expect(salary.html).toContain(`<td>1000.00</td><td>${fee}</td>`);
		expect(salary.remark).toEqual(fee ? '' : expect.stringMatching(/./));

		const [read] = setBy('spreadsheet-approval', 'Read the preview', [preview]);
		const [row] = setBy('spreadsheet-approval', 'Compare the names', [{ ...read, request }]);
		expect(row!.feeText).toBe(fee);
	});

	it.each(['No', ''])('in salary-run, where there was no preview: %j', (noPreview) => {
		const earlier = {
			'Start the salary run': { Month: '202612' },
			'Add the remark': [
				{ step: 'pay', noPreview },
				{ step: 'look up', noPreview: 'Sent before' },
			],
		};
		const sums = {
			sum_count: 2,
			sum_amount: 1000,
			sum_fee: 50,
			max_balance: 9000,
			appended_html: [],
		};
		const [{ costs } = {}] = setBy('salary-run', 'Write the question', [sums], { earlier });
		const missing = noPreview ? ', without the fees that are not known' : '';
		expect(costs).toBe(`Fees: 50.00 TZS. In all: 1,050.00 TZS${missing}`);
	});

	it.each([
		'The service gave no preview: No',
		'No fee is shown. The bank knows another name: A',
		'',
	])('in an upload, with the warning %j', (warning) => {
		const earlier = {
			'Describe each row': [
				{ currency: 'TZS', warning },
				{ currency: 'USD', warning: 'The service gave no preview: No' },
			],
		};
		const sums = { currency: 'TZS', count_row: 1, sum_amount: 1000, sum_expectedFee: 50 };
		const [{ total } = {}] = setBy(
			'spreadsheet-approval',
			'Write the totals',
			[{ ...sums, max_balance: 9000 }],
			{ earlier },
		);
		const missing = warning ? ' (not all are known)' : '';
		expect(total).toBe(`TZS: 1 row, 1,000.00, fees 50.00${missing}; balance 9,000.00`);
	});
});

it.each([
	['Approved', 'accepted'],
	['Approved', 'unknown'],
	['Approved: nothing was sent', 'already sent'],
	['Declined: nothing was sent', 'reversed'],
	['Declined: nothing was sent', 'unknown'],
])('spreadsheet-approval says %j, where a row is %s', (title, status) => {
	const [decision = ''] = title.split(':');
	const earlier = {
		'Read the decision': { decision, approved: decision === 'Approved', comment: '' },
		'Name the columns': [{ row: 1, status, note: '' }],
		'Describe each row': [{ reference: 'INV1' }],
	};
	expect(setBy('spreadsheet-approval', 'Write the summary', [{}], { earlier })).toMatchObject([
		{ title },
	]);
});
