import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type {
	Cause,
	Outcome,
	Result,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import type { Expected } from '../../../../nodes/CardBankPayments/executor/read/rowOptions';
import { inCell } from '../../../../nodes/CardBankPayments/executor/report/rows/notes';
import { rowsOf } from '../../../../nodes/CardBankPayments/executor/report/rows/rowsOf';
import type { RowKind } from '../../../../nodes/CardBankPayments/resources/operation';
import { toCents } from '../../../../nodes/CardBankPayments/wire/amount';
import { ended, goodPayout, result } from '../../support/payments';

/* What comes out of the whole node, with a sandbox: test/engine/rows.test.ts. */

const today = '2026-11-28';

const link = { orderReference: 'INV-1', amount: '25.50', currency: 'USD' };

interface Given {
	kind?: RowKind;
	own?: IDataObject;
	expected?: Expected;
	item?: Partial<INodeExecutionData>;
}

/** The row of one result. */
function rowFor(one: Result, { kind = 'payout', own = {}, expected = {}, item }: Given = {}) {
	const effect = ({ payout: 'payout', link: 'paymentLink' } as const)[kind as 'payout'] ?? 'none';
	const inputs = [{ json: own, ...item }];
	const options = { kind, referenceColumn: 'orderReference' };
	const given = { inputs, expectedOf: () => expected, today };
	return rowsOf(ended([one], undefined, effect), options, given)[0]!;
}

const row = (outcome: Outcome, changes: Partial<Result> = {}, given: Given = {}) =>
	rowFor(result(0, outcome, changes), given).json;

const record = (changes: IDataObject = {}) => ({
	...{ id: 'P1', status: 'SUCCESS', fee: '1500.00', amount: '101500.00', currency: 'TZS' },
	...{ createdAt: '2026-11-27T10:00:00.000Z' },
	...changes,
});
const found = (changes: IDataObject = {}) => ({ records: [record(changes)] });

describe('the status of a payout’s row', () => {
	it.each<[what: string, outcome: Outcome, changes: Partial<Result>, status: string]>([
		['accepted, without a record', 'accepted', {}, 'accepted'],
		['accepted at SUCCESS', 'accepted', found(), 'paid'],
		['reversed', 'reversed', {}, 'reversed'],
		['made before, and FAILED', 'alreadySent', found({ status: 'FAILED' }), 'reversed'],
		['held', 'invalid', { cause: 'item', held: 'row' }, 'held'],
		['invalid with other details in this run', 'invalid', { conflict: true }, 'reference used'],
		['unknown, where another’s was found', 'unknown', { anothers: true }, 'unknown'],
		['by our list alone', 'alreadySent', { isInOurList: true }, 'already sent'],
		['by a 409 alone', 'alreadySent', {}, 'reference used'],
		[
			'by our list, with a record that nobody can read',
			'alreadySent',
			{ isInOurList: true, lookedUp: { at: '', times: 1, answer: 'x', isKnown: true } },
			'reference used',
		],
		[
			'made before, with a status that nobody knows',
			'alreadySent',
			found({ status: 'X' }),
			'already sent',
		],
		['made before, on no day', 'alreadySent', found({ createdAt: null }), 'already sent'],
	])('%s', (_, outcome, changes, status) => {
		expect(row(outcome, changes)).toMatchObject({
			...{ status, needsYou: !['paid', 'accepted'].includes(status) },
		});
	});

	it.each<[outcome: Outcome, causes: Cause[], status: string]>([
		['rejected', ['item'], 'rejected'],
		['rejected', ['account', 'settings', 'service', 'reference', 'run'], 'pending'],
		['invalid', ['item'], 'rejected'],
		['invalid', ['account', 'settings', 'service', 'reference', 'run'], 'pending'],
		['notSent', ['account', 'settings', 'service', 'reference', 'run'], 'pending'],
	])('%s for %j is %s', (outcome, causes, status) => {
		for (const cause of causes) expect(row(outcome, { cause }).status).toBe(status);
	});

	it.each(['checked', 'unknown', 'paid', ' Paid ', 7, { toString: 'data' }])(
		'stays %p where nothing was sent',
		(status) => {
			expect(row('notSent', {}, { own: { status } })).toMatchObject({ status, needsYou: true });
		},
	);

	it.each([undefined, null, '', ' '])('is pending where it was %p', (status) => {
		for (const kind of ['payout', 'link'] as const) {
			expect(row('notSent', {}, { kind, own: { status } }).status).toBe('pending');
		}
	});

	it.each<[day: string, payoutId: unknown, status: string]>([
		// Of a run that was killed on a Friday, and taken up after the weekend.
		['2026-11-21T00:00:00+03:00', '', 'paid'],
		['2026-11-20T23:59:59+03:00', '', 'already sent'],
		['2026-11-28T10:00:00Z', 'P1', 'already sent'],
		// It came back as P0, was corrected, and paid again as P1 by a run that was killed.
		['2026-11-28T10:00:00Z', 'P0', 'paid'],
	])(
		'of what was made at %s, in a row with the payoutId %p, is %s',
		(createdAt, payoutId, status) => {
			const own = { payoutId } as IDataObject;
			expect(row('alreadySent', found({ createdAt }), { own }).status).toBe(status);
		},
	);
});

it.each<
	[
		what: string,
		kind: RowKind,
		own: IDataObject,
		outcome: Outcome,
		changes: Partial<Result>,
		told: object,
	]
>([
	[
		'a payout’s ids and amounts',
		'payout',
		{},
		'accepted',
		found(),
		{ payoutId: 'P1', fee: 1500, paidOn: '2026-11-27' },
	],
	[
		'what stands there already',
		'payout',
		{ payoutId: 'P0', fee: 7 },
		'unknown',
		{},
		{ payoutId: 'P0', fee: 7 },
	],
	[
		'nothing of another’s',
		'payout',
		{},
		'alreadySent',
		{ ...found(), anothers: true },
		{ payoutId: undefined, fee: undefined },
	],
	[
		'nothing of two',
		'payoutLookUp',
		{},
		'accepted',
		{ records: [record(), record({ id: 'P2' })] },
		{ payoutId: undefined, status: 'reference used' },
	],
	[
		'a link',
		'link',
		{},
		'accepted',
		{ records: [{ cardPaymentLink: 'https://a.b' }] },
		{ link: 'https://a.b', status: 'link made' },
	],
	[
		'the payment that paid, of several attempts',
		'cardLookUp',
		{},
		'accepted',
		{
			records: [
				{ id: 'C1', status: 'FAILED' },
				{
					id: 'C2',
					status: 'SETTLED',
					collectedAmount: '25.50',
					collectedCurrency: 'USD',
					createdAt: '2026-11-27T10:00:00Z',
				},
			],
		},
		{
			paymentId: 'C2',
			collectedAmount: 25.5,
			collectedCurrency: 'USD',
			paidOn: '2026-11-27',
			status: 'paid',
			note: expect.stringContaining('25.50 USD'),
		},
	],
	[
		'that one of several attempts is on hold',
		'cardLookUp',
		{},
		'accepted',
		{ records: [{ status: 'FAILED' }, { status: 'ON-HOLD' }] },
		{ status: 'on hold' },
	],
	[
		'a preview’s amounts',
		'preview',
		{ status: 'checked' },
		'accepted',
		{
			records: [
				{
					...{ fee: 1500, amount: '101500', balance: '9000.50' },
					receiver: { amount: 100000, accountName: 'Asha Mushi' },
				},
			],
		},
		{
			...{ fee: 1500, total: 101500, receives: 100000, payable: true, status: 'checked' },
			...{ holder: 'Asha Mushi', balance: 9000.5, note: 'It can be paid.' },
		},
	],
	[
		'no day of a card payment that is open',
		'cardLookUp',
		{},
		'accepted',
		found({ status: 'PENDING' }),
		{ paidOn: undefined, paymentId: 'P1', status: 'not paid' },
	],
	[
		'a way out where the reference of a preview is used',
		'preview',
		{},
		'alreadySent',
		{ cause: 'reference' },
		{ payable: false, note: expect.stringMatching(/^Find out in the dashboard/) },
	],
	[
		'that a preview was refused',
		'preview',
		{},
		'rejected',
		{},
		{ payable: false, fee: undefined, status: '' },
	],
])('a row has %s', (_, kind, own, outcome, changes, told) => {
	expect({
		...{ payoutId: undefined, fee: undefined, paidOn: undefined },
		...row(outcome, changes, { kind, own }),
	}).toMatchObject(told);
});

it.each<[cents: bigint, currency: string | undefined, collected: unknown, status: string]>([
	[2550n, undefined, '25.50', 'paid'],
	[2551n, undefined, 25.5, 'paid less'],
	[2549n, 'USD', '25.50', 'paid more'],
	[2550n, 'EUR', '25.50', 'other currency'],
	// Nobody has seen whether it was enough.
	[2550n, undefined, null, 'link made'],
])(
	'a card payment of %p %p is, with %p USD collected, %s',
	(cents, currency, collectedAmount, status) => {
		const records = [
			{ status: 'SUCCESS', collectedAmount, collectedCurrency: 'USD' },
		] as IDataObject[];
		const given: Given = {
			kind: 'cardLookUp',
			own: { status: 'link made' },
			expected: { cents, currency },
		};
		expect(row('accepted', { records }, given)).toMatchObject({
			status,
			needsYou: status !== 'paid',
		});
	},
);

it.each<[amount: string, status: string]>([
	['40.00', 'paid'],
	['41.00', 'reference used'],
])('a payout of 40 dollars for shillings is, looked up as %s dollars, %s', (amount, status) => {
	const order = { amount: '40.00', currency: 'USD' };
	const expected = { accountNumber: '0150123456789', cents: toCents(amount) };
	const beneficiary = { accountNumber: '0150123456789' };
	const given: Given = { kind: 'payoutLookUp', expected };
	expect(row('accepted', found({ order, beneficiary }), given).status).toBe(status);
});

it('a payout is that of a row which expects no account number, whatever the service shows', () => {
	const beneficiary = { accountNumber: '0150123456789' };
	expect(row('accepted', found({ beneficiary }), { kind: 'payoutLookUp' }).status).toBe('paid');
});

it.each<[kind: RowKind, was: string, is: string, status: string, note: RegExp]>([
	['payoutLookUp', 'accepted', 'SUCCESS', 'paid', /^Paid: \S+, SUCCESS, 101,500\.00 TZS/],
	['payoutLookUp', 'paid', 'REVERSED', 'reversed', /The money came back/],
	['payoutLookUp', 'already sent', 'SUCCESS', 'already sent', /earlier payout \(/],
	['payoutLookUp', 'reference used', 'SUCCESS', 'reference used', /another payout under this/],
	['payoutLookUp', 'accepted', 'UNAUTHORIZED', 'accepted', /knows it, with UNAUTHORIZED/],
	['cardLookUp', 'link made', 'PENDING', 'not paid', /PENDING/],
	['cardLookUp', 'link made', 'PROCESSING', 'not paid', /PROCESSING/],
	['cardLookUp', 'link made', 'FAILED', 'not paid', /FAILED/],
	['cardLookUp', 'link made', 'ON-HOLD', 'on hold', /./],
	['cardLookUp', 'link made', 'REFUNDED', 'refunded', /./],
	['cardLookUp', 'link made', 'STRANGE', 'link made', /STRANGE/],
	['cardLookUp', 'link made', '', 'link made', /no status/],
])('the row of a %s with %s, of which the service shows %s, gets %s', (...of) => {
	const [kind, was, is, status, note] = of;
	expect(row('accepted', found({ status: is }), { kind, own: { status: was } })).toMatchObject({
		...{ status, note: expect.stringMatching(note) },
		needsYou: !['paid', 'not paid'].includes(status),
	});
});

it.each<[outcome: Outcome, changes: Partial<Result>, note: RegExp, kind?: RowKind]>([
	['accepted', found(), /^Paid: /],
	['accepted', found({ createdAt: undefined }), /^Paid: SUCCESS, /],
	['accepted', {}, /^On its way/],
	['rejected', { cause: 'item', says: 'Bad BIC' }, /Bad BIC/],
	['rejected', { cause: 'account' }, /^It is tried again/],
	['unknown', {}, /^Do not pay it by hand: /],
	['alreadySent', { isInOurList: true }, /^Ask the service whether it was paid/],
	['alreadySent', { anothers: true }, /^Find out in the dashboard whether this bill is paid\./],
	['unknown', { cause: 'service' }, /^It is looked up again by the next run\./, 'payoutLookUp'],
	['invalid', { cause: 'item' }, /^Correct the row\./, 'payoutLookUp'],
	['rejected', { cause: 'item' }, /^Correct it/, 'preview'],
	['notSent', { request: { body: goodPayout } }, /1,500\.50 TZS to …6789 as INV-1/],
	['notSent', { request: { body: link } }, /25\.50 USD as INV-1/, 'link'],
])('the note of a payout that is %s, with %j, says what to do', (...of) => {
	const [outcome, changes, note, kind] = of;
	expect(row(outcome, changes, { kind }).note).toMatch(note);
});

it.each<[kind: RowKind, was: string, needsYou: boolean]>([
	['payoutLookUp', 'accepted', true],
	['cardLookUp', 'link made', false],
	['cardLookUp', 'paid', true],
])('the row of a %s with %s that is not listed keeps it', (kind, status, needsYou) => {
	expect(row('notFound', {}, { kind, own: { status } })).toMatchObject({ status, needsYou });
});

it.each([
	['unknown', 'unknown'],
	['alreadySent', 'reference used'],
] as const)('the row of a link that is %s gets %s', (outcome, status) => {
	expect(row(outcome, {}, { kind: 'link' })).toMatchObject({ status, needsYou: true });
});

it('a look-up lets no row out: it never writes pending', () => {
	for (const outcome of ['notFound', 'rejected', 'unknown', 'notSent', 'invalid'] as const) {
		for (const kind of ['payoutLookUp', 'cardLookUp'] as const) {
			const request = outcome === 'notSent' ? {} : undefined;
			expect(row(outcome, { request, cause: 'item' }, { kind })).toMatchObject({
				...{ status: '', needsYou: true },
			});
		}
	}
});

it('keeps files and the pairing of an item, and a column that n8n would take for a failure', () => {
	const binary = { bill: { data: '', mimeType: 'application/pdf' } };
	const own = { error: 'late', bic: 'X' };
	const { json, ...others } = rowFor(result(0, 'accepted'), { own, item: { binary } });
	expect(others).toEqual({ binary, pairedItem: { item: 0 } });
	expect(json).toMatchObject({ bic: 'X', errorColumn: 'late' });
	expect(json).not.toHaveProperty('error');
});

it('leaves a blank row as it came', () => {
	const own = { row_number: 7, status: '' };
	expect(rowFor(result(0, 'invalid', { isEmptyRow: true }), { own }).json).toStrictEqual(own);
});

it.each<[column: unknown, sent: string, set: unknown]>([
	[7718, '7718', 7718],
	['inv7', 'INV7', 'INV7'],
])('a column with the reference %p, sent as %p, has %p', (column, orderReference, set) => {
	const own = { orderReference: column } as IDataObject;
	expect(row('accepted', { orderReference }, { own }).orderReference).toBe(set);
});

describe('a note', () => {
	it('has at most 300 signs, on one line', () => {
		const text = inCell(`a\n<b>${'x'.repeat(400)}`);
		expect(text).toHaveLength(300);
		const longest = `${'x'.repeat(299)}.`;
		expect(inCell(longest)).toBe(longest);
		expect(text).toMatch(/^a b x+…$/);
	});

	it.each([
		[
			'ref starts with white space; remove it: in the sheet =TRIM(A2), in n8n .trim()',
			'ref starts with white space; remove it: in the sheet =TRIM(A2).',
		],
		[
			"Use letters only: in the sheet =UPPER(A2), in n8n {{ $json.a.replace(/x/, '') }}. Then write pending",
			'Use letters only: in the sheet =UPPER(A2). Then write pending.',
		],
	])('has no advice for expressions: %s', (given, shown) => {
		expect(inCell(given)).toBe(shown);
	});
});
