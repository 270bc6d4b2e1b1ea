import fc from 'fast-check';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Payment, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	isMemoryEmpty,
	Memory,
	type Recallable,
} from '../../../../nodes/CardBankPayments/executor/journal/memory';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** The node's, in the execution whose tries a test plays. */
let context: IContextObject;

function startExecution(): void {
	context = {};
}

/** A turn of the node, or a tool call, whose turn is no place. */
type Turn = number | 'tool';

/** What the next try finds: n8n stores the context as JSON between the tries. */
function memory(turn: Turn = 0, effect: Effect = 'payout', operation = 'createBankPayout'): Memory {
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new Memory(context, operation, effect, turn === 'tool' ? undefined : turn);
}

const of = (index: number, orderReference: string, accountNumber = `0150${index}`): Payment =>
	payment(index, { orderReference, body: { orderReference, amount: 5, accountNumber } });

/** Payments of one try, each with a reference and an account number of its own. */
const items = (...references: string[]): Payment[] =>
	references.map((reference, index) => of(index, reference));

const readable = (payments: Payment[]): Recallable[] =>
	payments.map((each) => ({ ...each, payment: each }));

const recordOf = ({ orderReference }: Payment): IDataObject => ({ id: orderReference });

/** Sends in an earlier try of the execution; what is cut off got no outcome. */
function send(
	payments: Payment[],
	outcome: Result['outcome'] | 'cutOff' = 'accepted',
	...place: Parameters<typeof memory>
): void {
	const first = memory(...place);
	for (const each of payments) {
		first.sending(each);
		const records = outcome === 'accepted' ? [recordOf(each)] : undefined;
		if (outcome !== 'cutOff') first.ended(each, result(each.index, outcome, { records }));
	}
}

/** What the memory says of one item on its own. */
const recallOne = (item: Payment, ...place: Parameters<typeof memory>) =>
	memory(...place)
		.recall(readable([item]))
		.get(item.index)?.result;

/** Index, outcome and reference of everything that is recalled. */
const seen = (payments: Payment[], ...place: Parameters<typeof memory>) =>
	[
		...memory(...place)
			.recall(readable(payments))
			.values(),
	]
		.map(({ result: { index, outcome, orderReference } }) => [index, outcome, orderReference])
		.sort();

beforeEach(() => startExecution());

const [invoice] = items('A') as [Payment];
const other = of(0, 'A', '0777');
const conflict = { outcome: 'invalid', conflict: true };
const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 1, answer: 'HTTP 200' };

describe('the memory of an execution', () => {
	it.each(['paymentLink', 'payout'] as const)('recalls the record of a %s', (effect) => {
		send(items('A', 'B'), 'accepted', 0, effect);
		expect(recallOne({ ...invoice, index: 2 }, 0, effect)).toEqual({
			index: 2,
			orderReference: 'A',
			outcome: 'accepted',
			says: expect.stringContaining('earlier attempt of this execution'),
			records: [recordOf(invoice)],
		});
		expect(recallOne(of(3, 'C'), 0, effect)).toBeUndefined();
		expect(recallOne(invoice, 0, effect, 'another operation')).toBeUndefined();
	});

	it.each([
		['cutOff', 'unknown'],
		['unknown', 'unknown'],
		// A 409 may come after the money moved.
		['alreadySent', 'alreadySent'],
		['reversed', 'reversed'],
	] as const)('never lets a payout be sent again that was left %s', (left, outcome) => {
		send([invoice], left);
		expect(isMemoryEmpty(context)).toBe(false);
		const recalled = recallOne(invoice);
		expect(recalled).toMatchObject({ index: 0, orderReference: 'A', outcome });
		expectGoodWording(recalled?.says as string);
		expect(recallOne(other)).toMatchObject({ orderReference: 'A', ...conflict });
		expect(recallOne(other)?.says).toContain('already sent with other details');
	});

	it.each(['cutOff', 'unknown', 'alreadySent'] as const)(
		'lets a card request that was left %s be sent again, also with other details',
		(outcome) => {
			send([invoice], outcome, 0, 'paymentLink');
			expect(seen([invoice, other, of(0, 'A2')], 0, 'paymentLink')).toEqual([]);
		},
	);

	it.each(['rejected', 'notSent', 'invalid'] as const)(
		'forgets what was %s, so that it may be sent as if for the first time',
		(outcome) => {
			send([invoice], outcome);
			expect(seen([invoice, other, of(0, 'A2')])).toEqual([]);
			expect(isMemoryEmpty(context)).toBe(true);
		},
	);

	it.each(['accepted', 'reversed', 'unknown'] as const)(
		'keeps that a payout was %s, where another call finds only that its reference was used',
		(outcome) => {
			send([invoice], outcome);
			const before = recallOne(invoice);
			memory().ended(invoice, result(0, 'alreadySent', { lookedUp }));
			expect(recallOne(invoice)).toEqual(before);
		},
	);

	it.each(['__proto__', 'constructor', 'undefined'])('takes %s for a reference', (reference) => {
		const odd = of(0, reference);
		expect(recallOne(odd)).toBeUndefined();
		send([odd]);
		expect(recallOne(odd)).toMatchObject({ outcome: 'accepted', records: [recordOf(odd)] });
		expect(recallOne(of(1, 'A'))).toBeUndefined();
		expect(memory().recall([{ index: 4 }]).size).toBe(0);
	});

	it('stores nothing for requests without an effect, which may be repeated at will', () => {
		send([invoice], 'accepted', 0, 'none');
		expect(isMemoryEmpty(context)).toBe(true);
	});

	it('stores the details of a payment as sixteen characters only, however many there are', () => {
		const body = { accountNumber: '0150123456789', text: 'x'.repeat(10_000) };
		memory('tool').sending(payment(7, { body }));
		expect(JSON.stringify(context)).toMatch(/"fingerprint":"[\w+/]{16}"/);
		expect(JSON.stringify(context).length).toBeLessThan(120);
	});
});

describe('what an execution knows', () => {
	const alike = (...references: string[]) =>
		references.map((reference, index) => of(index, reference, '01500'));

	it.each<[string, Payment[], Payment[], unknown[]]>([
		[
			'by reference, whatever the order of the items is',
			items('A', 'B'),
			[of(0, 'B', '01501'), of(1, 'N', '0777'), of(2, 'A', '01500')],
			['0 accepted B', '2 accepted A'],
		],
		[
			'by place, where it changed',
			items('A', 'B'),
			items('C', 'D'),
			['0 accepted A', '1 accepted B'],
		],
		['by place, with other details', items('A'), [of(0, 'B', '0777')], ['0 invalid A']],
		['at another place', items('A'), [of(1, 'B', '01500')], []],
		['by reference before place', items('A'), alike('N', 'A'), ['1 accepted A']],
		['of equal items', alike('A', 'B'), alike('B', 'A'), ['0 accepted B', '1 accepted A']],
		[
			'of one item, where several have its reference: for the one at its place',
			items('X', 'A'),
			[0, 1, 2].map((index) => of(index, 'A', '01501')),
			['0 invalid A', '1 accepted A', '2 invalid A'],
		],
		[
			'by place, where references are by now those of other items',
			[of(1, 'T2', '02'), of(2, 'T3', '03'), of(3, 'T4', '04')],
			[of(0, 'T3', '01'), of(1, 'T4', '02'), of(2, 'T5', '03'), of(3, 'T6', '04')],
			['0 invalid T3', '1 accepted T2', '2 accepted T3', '3 accepted T4'],
		],
		[
			'by place, where those are of equal items',
			alike('T1', 'T2', 'T3'),
			alike('T2', 'T3', 'T4'),
			['0 accepted T1', '1 accepted T2', '2 accepted T3'],
		],
	])('is found %s', (_, before, now, expected) => {
		send(before);
		expect(seen(now).map((one) => one.join(' '))).toEqual(expected);
	});

	it('by place is told under the reference that was sent', () => {
		send(items('A'));
		expect(
			memory()
				.recall(readable(items('B')))
				.get(0),
		).toMatchObject({
			result: { insteadOf: 'B' },
			payment: { orderReference: 'A', body: { orderReference: 'A' } },
		});
	});

	it.each([[{}], [{ orderReference: 'A' }]])('is a conflict where the item is %j', (item) => {
		send(items('A'));
		const recalled = memory()
			.recall([{ index: 0, ...item }])
			.get(0);
		expect(recalled?.result).toMatchObject({ orderReference: 'A', ...conflict });
		expect(recalled?.payment).toBeUndefined();
	});

	it('takes a typed checksum for no detail', () => {
		send(items('A'));
		const body = { ...invoice.body, checksum: 'abc' };
		expect(seen([payment(0, { orderReference: 'B', body })])).toEqual([[0, 'accepted', 'A']]);
	});

	it.each([1, 'tool'] as const)('holds by reference alone in another turn: %s', (turn) => {
		send(items('A'));
		expect(seen(items('B'), turn)).toEqual([]);
		expect(seen(items('A'), turn)).toEqual([[0, 'accepted', 'A']]);
	});

	it('pays nobody more often than there are items for them, in any number of attempts', () => {
		const account = fc.constantFrom('01', '02');
		const refusals = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
		const tries = fc.array(fc.tuple(fc.integer({ min: -7, max: 7 }), refusals), { maxLength: 5 });
		fc.assert(
			fc.property(fc.array(account, { maxLength: 7 }), tries, (accounts, all) => {
				startExecution();
				const paid: Payment[] = [];
				for (const [by, isRefused] of all) {
					const now = accounts.map((one, index) => of(index, `T${10 + by + index}`, one));
					const recalled = memory().recall(readable(now));
					const accepted = now.filter(({ index }) => !recalled.has(index) && !isRefused[index]);
					send(accepted);
					paid.push(...accepted);
				}
				for (const each of new Set(accounts)) {
					const toThem = paid.filter(({ body }) => body?.accountNumber === each);
					const forThem = accounts.filter((one) => one === each);
					expect(toThem.length).toBeLessThanOrEqual(forThem.length);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
