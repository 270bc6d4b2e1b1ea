import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import {
	evaluate,
	holds,
	onlyWhere,
	outputOf,
	parametersOf,
	setBy,
	writtenBy,
} from '../support/exampleExpression';

const $now: DateTime = DateTime.fromISO('2026-11-25T09:00:00.000Z');

/** A row as it stands in a sheet as well as in a table. */
const rowOf = (changes: IDataObject = {}): IDataObject => ({
	...{ id: 7, row_number: 7, orderReference: 'S042INV1', amount: 1000, currency: 'TZS' },
	...{ accountNumber: '0150384512700', accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
	...{ transferType: 'ACH', status: 'pending', note: null, payoutId: null, fee: null },
	...{ paidOn: null, payOn: null, ...changes },
});

const read = (example: string, row: IDataObject) =>
	setBy(example, 'Read the status', [row], { $now })[0]!;

/** The number of the row that is written; 0 where none is. */
function rowWritten(example: string, $json: IDataObject): number {
	if (example === 'scheduled-payouts')
		return Number(onlyWhere(example, 'Write the status', { $json })[0]![2]);
	if (!holds(example, 'Is it still there?', { $json })) return 0;
	return Number(writtenBy(example, 'Write the status', 'row_number', { $json }));
}

describe.each(['google-sheets-payouts', 'scheduled-payouts'])('the example %s', (example) => {
	it.each<[string, IDataObject]>([
		...['unknown', 'Pending ', ' CHECKED'].map((status): [string, IDataObject] => [
			'pay',
			{ status },
		]),
		['pay', { status: 'pending', payOn: '2026-11-25' }],
		['pay', { status: 'pending', payOn: ' 2026-11-24' }],
		['on a later day', { status: 'pending', payOn: '2026-12-28' }],
		...['28/12/2026', '20261228', 46384].map((payOn): [string, IDataObject] => [
			'not understood',
			{ status: 'checked', payOn },
		]),
		// In a column PayOn, a day would be read by nobody, and the row be paid today.
		['not understood', { status: 'pending', payOn: undefined }],
		...[null, 'Paied', 'pending approval', 'paid by cheque'].map(
			(status): [string, IDataObject] => ['not understood', { status }],
		),
		['look up', { status: 'Accepted ', paidOn: '2026-10-01', payoutId: 'P1' }],
		['look up', { status: 'already sent', paidOn: '2026-10-26', payoutId: 'P1' }],
		['nothing to do', { status: 'already sent', paidOn: '2026-10-25', payoutId: 'P1' }],
		// A day that the sheet has made a number of, or that somebody has emptied.
		['look up', { status: 'paid', paidOn: 46320, payoutId: 'P1' }],
		['look up', { status: 'paid', payoutId: 'P1' }],
		// Paid by hand, as the team writes it.
		['nothing to do', { status: 'paid' }],
		...['rejected', 'reversed', 'reference used', 'held', 'Hold'].map(
			(status): [string, IDataObject] => ['nothing to do', { status }],
		),
		// A formula that was filled down fills in a status alone.
		[
			'nothing to do',
			{ status: 'pending', orderReference: '', amount: 0, accountNumber: null, accountName: '' },
		],
	])('sends to "%s" a row with %j', (where, changes) => {
		const seen = { $json: read(example, rowOf(changes)), $now };
		expect(outputOf(example, 'Sort the rows', seen) ?? 'not understood').toBe(where);
	});

	it.each<[string, IDataObject]>([
		['Write pending to pay it, or hold to let it wait: its status is "Paied"', { status: 'Paied' }],
		['its status is "", which nobody knows. Nothing was sent.', { status: null }],
		['into payOn, or nothing: it is "28/12/2026". Nothing', { payOn: '28/12/2026' }],
		['it is "no column"', { payOn: undefined }],
	])('says "%s" of a row that it does not understand', (words, changes) => {
		const [said] = setBy(example, 'Say what is not understood', [read(example, rowOf(changes))]);
		expect(said).toMatchObject({ note: expect.stringContaining(words), needsYou: true });
	});

	it('lets pay what a person has checked, and looks at the name and the twin of all others', () => {
		const { options } = parametersOf<{ options: Record<string, string> }>(example, 'Pay');
		const valueOf = (name: string, status: string) =>
			evaluate(options[name]!, { $json: read(example, rowOf({ status })) });
		const decided = ['pending', 'Unknown', 'Checked '].map((status) =>
			['checkAccountName', 'equalPayouts'].map((name) => valueOf(name, status)),
		);
		expect(decided).toEqual([
			[true, 'hold'],
			[true, 'hold'],
			[false, 'pay'],
		]);
		expect(options).toMatchObject({ output: 'row', checkBalance: true });
	});

	it.each<[boolean, IDataObject]>([
		[true, { was: 'pending', status: 'accepted', needsYou: false }],
		[true, { was: 'pending', status: 'pending', needsYou: true }],
		[false, { was: 'accepted', status: 'accepted', needsYou: false, paidOn: '2026-11-19' }],
		[true, { was: 'accepted', status: 'accepted', needsYou: false, paidOn: '2026-11-18' }],
		// It was told when it was sent, and would be told on each of thirty days.
		[false, { was: 'already sent', status: 'already sent', needsYou: true }],
		[true, { was: 'already sent', status: 'reversed', needsYou: true }],
		// A node is switched off.
		[true, { was: 'pending', status: 'pending' }],
	])('tells: %s, of %j', (isTold, changes) => {
		const row = { ...read(example, rowOf()), ...changes };
		const [found] = setBy(example, 'Find the row now', [row], {
			...{ $now, earlier: { 'Read again': [rowOf()] } },
		});
		expect(holds(example, 'Keep what is new', { $json: found!, $now })).toBe(isTold);
	});

	/** The row that the result of one is written into, and with which note. */
	function written(own: IDataObject, ...again: IDataObject[]) {
		const seen = { $now, earlier: { 'Read again': again } };
		const result = { ...read(example, own), status: 'accepted', note: 'On its way.' };
		const [found] = setBy(example, 'Find the row now', [result], seen);
		const write = (column: string) =>
			writtenBy(example, 'Write the status', column, { $json: found! });
		const [line] = setBy(example, 'Write a line', [{ ...found, needsYou: false }]);
		return [rowWritten(example, found!), write('note'), line!.why];
	}

	it('writes a result over the row as it was read', () => {
		const twin = rowOf({ row_number: 6, id: 6 });
		expect(written(rowOf(), twin, rowOf())).toEqual([7, 'On its way.', '']);
	});

	// Left pending under the new reference, it would be paid again the next day.
	it('writes into a row whose order reference was corrected while it ran', () => {
		const note = 'For order reference S042INV1: On its way.';
		expect(written(rowOf(), rowOf({ orderReference: 'S042INV01' }))).toEqual([7, note, '']);
	});

	it.each<[string, IDataObject[]]>([
		['its status', [rowOf({ status: 'hold' })]],
		['its amount', [rowOf({ amount: 2000 })]],
		['its account', [rowOf({ accountNumber: '0150384519999' })]],
		['that it is gone', []],
		['that all could not be read again', [{ error: 'The service is unavailable' }]],
	])('writes into no row of which somebody has changed %s, and says so', (_, again) => {
		const [number, , why] = written(rowOf(), ...again);
		expect([number, why]).toEqual([0, ', not written']);
	});

	it('writes status, note, payoutId, fee and paidOn, and nothing else', () => {
		const { columns } = parametersOf<{ columns: { value: object } }>(example, 'Write the status');
		const names = Object.keys(columns.value).filter((name) => name !== 'row_number');
		expect(names).toEqual(['status', 'note', 'payoutId', 'fee', 'paidOn']);
	});

	it.each<[string, string, IDataObject]>([
		['NEEDS YOU', ', pending', { status: 'pending' }],
		['NEEDS YOU', ', accepted for more than 6 days', { status: 'accepted', isLate: true }],
		['ON ITS WAY', '', { status: 'accepted' }],
		['PAID', '', { status: 'paid' }],
	])('groups as "%s%s" a row with %j', (group, why, changes) => {
		const isSwitchedOff = changes.status === 'pending';
		const given = { asRead: true, isThere: true, ...(!isSwitchedOff && { needsYou: false }) };
		const [line] = setBy(example, 'Write a line', [{ ...rowOf(), ...given, ...changes }]);
		expect(line).toMatchObject({ group, why });
		expect(String(line!.line).includes('Nothing was done')).toBe(isSwitchedOff);
	});

	// After the first payout, "nothing was paid" would be untrue.
	it.each<[RegExp, Record<string, IDataObject>]>([
		[/not read.*Nothing was looked up or paid\. n8n says: No access/, {}],
		[/not written.*This e-mail has what was sent.*n8n says: No access/, { 'Sort the rows': {} }],
	])('says which reading failed: %s', (words, earlier) => {
		const [said] = setBy(example, 'Say what failed', [{ error: 'No access' }], { earlier });
		expect(`${String(said!.status)} ${String(said!.note)}`).toMatch(words);
	});
});

describe('google-sheets-payouts', () => {
	const example = 'google-sheets-payouts';

	it('finds a row that was moved, and takes no neighbour with the same amount for it', () => {
		const neighbour = rowOf({ orderReference: 'S042INV0' });
		const earlier = { 'Read again': [neighbour, rowOf({ row_number: 8 })] };
		const [found] = setBy(example, 'Find the row now', [read(example, rowOf())], { earlier });
		expect(rowWritten(example, found!)).toBe(8);
	});

	// Else Google makes numbers of account numbers, and formulas of what begins with =.
	it('writes as it stands', () => {
		expect(parametersOf(example, 'Write the status')).toMatchObject({
			...{ options: { cellFormat: 'RAW' }, columns: { matchingColumns: ['row_number'] } },
		});
	});
});

// What google-sheets-payouts writes is read where it runs on n8n.
it('scheduled-payouts writes its e-mail as google-sheets-payouts does', () => {
	const groups = [
		{ group: 'PAID', why: '', count_line: 1, sum_sum: 1234.5, currency: 'TZS' },
		{ group: 'NEEDS YOU', why: ', held', count_line: 1, sum_sum: 0, currency: '' },
	].map((group) => ({ ...group, concatenated_line: '- S042INV1' }));
	const written = (example: string) => [
		parametersOf(example, 'Total each group'),
		setBy(example, 'Write the sections', groups),
		parametersOf(example, 'Send the e-mail'),
	];
	expect(written('scheduled-payouts')).toEqual(written('google-sheets-payouts'));
});
