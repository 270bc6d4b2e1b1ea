import type { IDataObject } from 'n8n-workflow';
import { holds, outputOf, setBy } from '../support/exampleExpression';

const example = 'spreadsheet-approval';
const [settings = {}] = setBy(example, 'Settings', [{}]);

/** A row of a file, as the node puts it out after its preview. */
const previewed = (changes: IDataObject = {}): IDataObject => ({
	...{ orderReference: 'S042INV001', amount: '1000', currency: 'TZS' },
	...{ accountNumber: '0150384512700', accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
	...{ transferType: 'ACH', status: 'pending', note: 'It can be paid.', needsYou: false },
	...{ payable: true, fee: 1500, total: 2500, receives: 1000, balance: 9000 },
	holder: 'ASHA MUSHI',
	...changes,
});
const refused = { payable: false, note: 'Correct it. It cannot be paid: no such bank.' };

const check = (...rows: IDataObject[]) =>
	setBy(example, 'Check each row', rows, { earlier: { Settings: settings } });
const page = (...rows: IDataObject[]) =>
	setBy(example, 'Write the lines', check(...rows)).map((row) => row.page as IDataObject);

describe('a row of an uploaded file', () => {
	it.each<[string, IDataObject, string]>([
		['is refused in the preview', refused, refused.note],
		['was not previewed', { payable: undefined, note: undefined }, 'Is "Preview the payouts"'],
		['has no name', { accountName: ' ' }, ' accountName is empty.'],
		['has the largest amount', { amount: 20_000_000 }, ''],
		['has more', { amount: 20_000_000.01 }, ' It is above the limit.'],
		['has as much in dollars', { amount: '8000.01', currency: 'usd' }, ' It is above the limit.'],
	])('that %s: says why it is not paid', (_, changes, why) => {
		const [row = {}] = check(previewed(changes));
		const { cannot } = row.page as { cannot: string };
		expect(cannot).toContain(why);
		expect(cannot === '').toBe(why === '');
		expect(outputOf(example, 'Can it be paid?', { $json: row })).toBe(why === '' ? 'yes' : 'no');
	});

	it('is paid by none of two with one order reference', () => {
		const rows = check(previewed(), previewed({ amount: 7 }), previewed({ orderReference: 'S2' }));
		const why = rows.map((row) => (row.page as IDataObject).cannot);
		const same = ' Another row has this order reference.';
		expect(why).toEqual([same, same, '']);
	});

	it('is left out where it is blank, and looked up where it is not', () => {
		const blank = { orderReference: ' ', amount: '', accountNumber: null, remark: 'x' };
		const output = (row: IDataObject) =>
			outputOf(example, 'Can it be paid?', { $json: check(row)[0]! });
		expect([blank, { ...blank, amount: 5 }].map(output)).toEqual([undefined, 'no']);
	});

	// What stands in the file is of another run, and not of this one.
	it('keeps no status of the file', () => {
		expect(check(previewed({ status: 'paid' }))).toMatchObject([{ status: '' }]);
	});
});

describe('the page of the approver', () => {
	const remarks = (...rows: IDataObject[]) => page(...rows).map(({ remark }) => remark);
	const same = 'ANOTHER ROW PAYS THIS AMOUNT TO THIS ACCOUNT. ';

	it.each<[IDataObject, string]>([
		[{}, ''],
		[{ accountNumber: 150384512700 }, 'ZEROS IN FRONT OF THE ACCOUNT NUMBER MAY BE MISSING. '],
		[{ ...refused, note: '<b>{{ 1 }}' }, 'NOT PAID NOW: &#60;b&#62;&#123;&#123; 1 &#125;&#125;'],
	])('says of a row with %j: %j', (changes, remark) => {
		expect(remarks(previewed(changes))).toEqual([remark]);
	});

	// One bill under two references is paid twice, and only a person can see it.
	it('warns of one bill in three spellings', () => {
		const rows = [
			previewed({ orderReference: 'S001INV1' }),
			previewed({ orderReference: 'S001INV01', accountNumber: '0150 3845 127 00' }),
			previewed({ orderReference: 's001inv1', amount: '1000.00', currency: 'tzs ' }),
			previewed({ orderReference: 'S2', amount: 1001 }),
			previewed({ orderReference: 'S3', currency: 'USD' }),
			previewed({ orderReference: 'S4', accountNumber: '0150384512711' }),
		];
		expect(remarks(...rows)).toEqual([same, same, same, '', '', '']);
	});

	it('shows all of a row, and nothing of it as HTML', () => {
		const [{ line } = {}] = page(
			previewed({ accountName: '<img src=x>', orderReference: '{{ 1 }}' }),
		);
		expect(line).toBe(
			'<tr><td>&#123;&#123; 1 &#125;&#125;</td><td>1000</td><td>TZS</td><td>1500.00</td><td>1000.00</td><td>&#60;img src=x&#62;</td><td>ASHA MUSHI</td><td>0150384512700</td><td>CORUTZTZ</td><td>ACH</td></tr>',
		);
	});

	it('adds up what can be paid, each currency for itself', () => {
		const dollars = { currency: 'USD', fee: 4, total: 9, balance: 7 };
		expect(page(previewed(), previewed({ orderReference: 'S2', ...dollars }))).toMatchObject([
			{ pays: 1, left: 0, tzs: 2500, tzsFee: 1500, tzsBalance: 9000, usd: 0, usdBalance: 0 },
			{ pays: 1, left: 0, tzs: 0, usd: 9, usdFee: 4, usdBalance: 7 },
		]);
		expect(page(previewed(refused))).toMatchObject([{ pays: 0, left: 1, tzs: 0, tzsFee: 0 }]);
	});

	it.each([
		[1, 100_000_000, 0, true],
		[1, 100_000_000.01, 0, false],
		[1, 0, 100_000_000.01, false],
		[0, 0, 0, false],
	])('is made of %d rows with %d TZS and %d USD: %s', (pays, tzs, usd, isAsked) => {
		const $json = { sum_page_pays: pays, sum_page_tzs: tzs, sum_page_usd: usd };
		const seen = { $json, earlier: { Settings: settings } };
		expect(holds(example, 'Is anything to pay?', seen)).toBe(isAsked);
	});
});

describe('after the decision', () => {
	const read = (given: IDataObject, earlier: Record<string, IDataObject | IDataObject[]>) =>
		setBy(example, 'Read the decision', [given], {
			earlier: { 'Write the lines': [], ...earlier },
		})[0]!;

	// The approver has approved seven, and three were paid.
	it.each([
		['Approve', true],
		['Decline', false],
	])('%s: sends what could be paid, and nothing that was refused', (decision, isSent) => {
		const other = previewed({ orderReference: 'S2', ...refused });
		const lines = setBy(example, 'Write the lines', check(previewed(), other));
		const { rows } = read({ data: { Decision: decision } }, { 'Write the lines': lines });
		expect(rows).toMatchObject([
			{ orderReference: 'S042INV001', approved: isSent, status: 'not paid' },
			{ orderReference: 'S2', approved: false, status: 'not paid', note: refused.note },
		]);
		expect((rows as IDataObject[])[0]).not.toHaveProperty('page');
	});

	it('says that nobody answered, or that the limit let nobody be asked', () => {
		const { decision } = read({}, { 'Ask for approval': {} });
		expect(decision).toBe('Nobody answered in time: nothing was sent');
		const above = 'The payouts are above maximumTotal in Settings: nothing was sent';
		expect(read({ sum_page_pays: 60 }, {}).decision).toBe(above);
	});

	it('keeps what a look-up has found of a row that is not paid now', () => {
		const found = { status: 'paid', note: 'Paid: 2026-11-28.' };
		const looked = check(previewed(refused)).map((row) => ({ ...row, ...found }));
		expect(setBy(example, 'Write the lines', looked)).toMatchObject([found]);
	});
});
