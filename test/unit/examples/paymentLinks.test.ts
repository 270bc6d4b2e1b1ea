import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
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

/** What somebody has left in the node Settings, but for what is changed here. */
const settings = (example: string) => setBy(example, 'Settings', [{}])[0]!;

const daysAgo = (days: number) => DateTime.now().minus({ days });

// Whoever is asked for a number in one and not in the other would be refused for the same signs.
it.each([
	['0712.345 678', '255712345678'],
	['+255 (712) 345-678', '255712345678'],
	['0712', '0712'],
])('both examples read the phone number %s as %s', (phoneNumber, read) => {
	const form = 'form-payment-link';
	const asha = { fullName: 'Asha Mushi', email: 'asha@example.com', submittedAt: '2026-12-22' };
	const earlier = { Settings: settings(form), 'Payment form': { ...asha, phoneNumber } };
	const [order] = setBy(form, 'Prepare the order', [{}], { earlier });
	expect(order).toMatchObject({ phoneNumber: read });

	const invoices = 'invoice-links';
	const { customerPhoneNumber } = parametersOf<{ customerPhoneNumber: string }>(
		invoices,
		'Create the payment link',
	);
	const seen = { $json: { phoneNumber }, earlier: { Settings: settings(invoices) } };
	expect(evaluate(customerPhoneNumber, seen)).toBe(read);
});

it.each([
	['form-payment-link', 'Thank the payer', 'Your payment for order INV1: 20.00 USD'],
	['invoice-links', 'Thank the customer', 'Your payment for invoice INV1: 20.00 USD'],
])('%s tells the payer in "%s" what came and what was asked for', (example, node, subject) => {
	const collected = { collectedAmount: 20, collectedCurrency: 'USD' };
	const row = { orderReference: 'INV1', amount: 48.5, ...collected };
	const earlier = { Settings: settings(example) };
	expect(textOf(example, node, 'subject', { $json: row })).toBe(subject);
	const mail = (status: string) =>
		textOf(example, node, 'text', { $json: { ...row, status }, earlier });
	expect(mail('paid')).toMatch(/Thank you: we have received your payment\./);
	expect(mail('paid less')).toMatch(/less than.*Received: 20\.00 USD\nAsked for: 48\.50 USD/s);
	expect(mail('paid more')).toMatch(/more than/);
	expect(mail('other currency')).toMatch(/in another currency/);
});

describe('form-payment-link', () => {
	const example = 'form-payment-link';
	const earlier = { Settings: settings(example) };
	const paid = { paidOn: '2026-11-28' };

	it.each([
		[2000, true],
		[2000.01, false],
	])('makes a link for %d dollars: %s', (amount, isAllowed) => {
		const seen = { $json: { amount }, earlier };
		expect(holds(example, 'Is the amount allowed?', seen)).toBe(isAllowed);
	});

	it.each([
		...['link made', 'Not paid ', 'on hold'].map((status) => [status, true]),
		...['paid', null].map((each) => [each, false]),
	])('looks up an order that is %j: %s', (status, isLookedUp) => {
		expect(holds(example, 'Open', { $json: { status } })).toBe(isLookedUp);
	});

	it.each<[string, IDataObject, IDataObject, string | undefined, string | undefined]>([
		['is not paid yet', {}, {}, undefined, undefined],
		['was declined', {}, { status: 'not paid' }, 'not paid', undefined],
		['is paid less', {}, { status: 'paid less', ...paid }, 'paid less', 'paid'],
		['went back', {}, { status: 'refunded' }, 'refunded', 'to be told'],
		['is paid, of which nobody tells how much', {}, paid, 'link made', 'to be told'],
		['was told before', paid, paid, undefined, undefined],
		['is not paid after three days', { days: 4 }, {}, 'given up', 'to be told'],
		['is paid on the fourth day', { days: 4 }, { status: 'paid' }, 'paid', 'paid'],
	])('an order that %s', (_, { days = 1, ...before }, found, status, told) => {
		const row = { id: 7, status: 'link made', updatedAt: daysAgo(Number(days)).toISO(), ...before };
		const $json = { ...row, ...found };
		const seen = { $json, earlier: { ...earlier, Open: row } };
		expect(holds(example, 'Keep what is new', seen)).toBe(status !== undefined);
		if (status === undefined) return;
		expect(writtenBy(example, 'Write the status', 'status', seen)).toBe(status);
		// Of two executions at once, the second one finds another status there, and tells nobody.
		expect(onlyWhere(example, 'Write the status', seen)).toEqual([
			['id', 'eq', 7],
			['status', 'ilike', 'link made'],
		]);
		const out = outputOf(example, 'What came of it?', { $json: { ...$json, status } });
		expect(out).toBe(told);
	});

	it.each<[string, IDataObject]>([
		['Order FORM1: PAID, 25.50 USD', { status: 'paid', collectedAmount: 25.5 }],
		['Order FORM1: GIVEN UP', { status: 'given up' }],
		['The table Orders could not be read or written', { error: 'No such table' }],
	])('tells the team: %s', (subject, row) => {
		const $json = row.error ? row : { orderReference: 'FORM1', collectedCurrency: 'USD', ...row };
		expect(textOf(example, 'Tell the team', 'subject', { $json })).toBe(subject);
	});
});

describe('invoice-links', () => {
	const example = 'invoice-links';
	const Settings = settings(example);
	/** A row as it is read. */
	const readRow = (row: IDataObject) =>
		setBy(example, 'Read the status', [{ id: 7, amount: 25, ...row }], {
			earlier: { Settings },
		})[0]!;

	it.each<[string | undefined, IDataObject]>([
		['make a link', { status: 'Pending ' }],
		['not right', { status: 'pending', amount: 50_000 }],
		['not right', { status: 'Pendng' }],
		['send the link again', { status: 'link made' }],
		['look up', { status: 'link made', sentOn: '2026-11-28' }],
		['look up', { status: 'not paid', sentOn: '2026-11-28' }],
		...[null, 'paid', 'paid less', 'unknown', 'reference used', 'cancelled'].map(
			(status): [undefined, IDataObject] => [undefined, { status }],
		),
	])('%s: what becomes of a row with %j', (output, row) => {
		const seen = { $json: readRow(row), earlier: { Settings } };
		expect(outputOf(example, 'Sort the invoices', seen)).toBe(output);
	});

	it('rejects an amount that is too large, and keeps a word that it does not know', () => {
		const said = (row: IDataObject) =>
			setBy(example, 'Say what is not right', [readRow(row)], { earlier: { Settings } })[0];
		expect(said({ status: 'pending', amount: 50_000 })?.status).toBe('rejected');
		expect(said({ status: 'Pendng' })?.status).toBe('Pendng');
	});

	// The second of two executions finds the reference used, and would write an empty link over the first one's.
	it.each([
		['link made', '%'],
		['reference used', 'Pending '],
	])('writes %s only where the status is still: %j', (status, still) => {
		const $json = { id: 7, status };
		const seen = { $json, earlier: { 'Read the status': readRow({ status: 'Pending ' }) } };
		expect(onlyWhere(example, 'Write the row', seen)).toEqual([
			['id', 'eq', 7],
			['status', 'ilike', still],
		]);
	});

	/** Whether the team is told of a row in each of several runs, in which the look-up says the same. */
	function toldOf(row: IDataObject, found: IDataObject, runs: number) {
		let now: IDataObject = row;
		return Array.from({ length: runs }, () => {
			const before = readRow(now);
			const looked = { ...before, ...found };
			const seen = { $json: looked, earlier: { 'Read the status': before } };
			if (!holds(example, 'Keep what is new', seen)) return false;
			now = { ...looked, note: writtenBy(example, 'Write the row', 'note', seen) as string };
			return holds(example, 'Keep what the team needs', { ...seen, $json: now });
		});
	}
	const sent = (days: number) => ({
		...{ status: 'link made', note: 'The link was e-mailed.' },
		sentOn: daysAgo(days).toISODate(),
	});

	it.each<[string, IDataObject, IDataObject, boolean[]]>([
		['nobody has paid', sent(13), { note: 'Nobody has paid at the link yet.' }, [false, false]],
		['nobody has paid for 14 days', sent(15), { note: 'Nobody has paid yet.' }, [true, false]],
		['a card was declined', sent(1), { status: 'not paid', note: 'Not paid yet.' }, [false, false]],
		['nobody could look', sent(1), { note: 'It could not be looked up: x.' }, [true, false]],
		['it is paid', sent(1), { status: 'paid', note: 'Paid: 25.00 USD.' }, [true]],
	])('tells the team once, and not of what is as usual: %s', (_, row, found, told) => {
		expect(toldOf(row, found, told.length)).toEqual(told);
	});

	it('sends a link again that could not be e-mailed', () => {
		const now = (column: string) =>
			writtenBy(example, 'Write that it was sent', column, { $json: { error: 'No such host' } });
		expect(now('sentOn')).toBe('');
		expect(now('note')).toBe(
			'The e-mail could not be sent. The next run tries again. No such host',
		);
	});

	it.each<[string, IDataObject]>([
		['2. LINK MADE', { status: 'link made', note: 'The link was e-mailed.' }],
		['1. NEEDS YOU: LINK MADE', { status: 'link made', note: 'The e-mail could not be sent. x' }],
		['1. NEEDS YOU: PAID LESS', { status: 'paid less', note: 'Settle it with the payer.' }],
		['1. NEEDS YOU: TABLE NOT READ OR WRITTEN', { error: 'No such table' }],
	])('names in the e-mail under "%s": %j', (group, row) => {
		expect(setBy(example, 'Write a line', [row])[0]).toMatchObject({ group });
	});
});
