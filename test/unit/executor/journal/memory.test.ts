import fc from 'fast-check';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Payment, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { isMemoryEmpty, Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** The node's, in the execution whose attempts a test plays. */
const LIVE = 'https://api.example.com/third-parties';

let context: IContextObject;
beforeEach(() => void (context = {}));

interface MemoryPlace {
	/** Turn of the node; undefined for a tool call, whose turn is no place. */
	turn?: number;
	effect?: Effect;
	operation?: string;
	/** Undefined where the credential cannot be read. */
	baseUrl?: string;
}

/** What the next attempt finds: n8n stores the context as JSON in between. */
function memory(place: MemoryPlace = {}): Memory {
	const { turn, effect, operation, baseUrl } = {
		...{ turn: 0, effect: 'payout' as const, baseUrl: LIVE },
		...place,
	};
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new Memory(context, operation ?? 'createBankPayout', baseUrl, effect, turn);
}

const of = (index: number, orderReference: string, accountNumber = `0150${index}`): Payment =>
	payment(index, { orderReference, body: { orderReference, amount: 5, accountNumber } });

/** Payments of one attempt, each with a reference and an account number of its own. */
const items = (...references: string[]): Payment[] =>
	references.map((reference, index) => of(index, reference));

const recordOf = ({ orderReference }: Payment): IDataObject => ({ id: orderReference });

/** Sends in an earlier attempt of the execution; what is cut off got no outcome. */
function send(
	payments: Payment[],
	outcome: Result['outcome'] | 'cutOff' = 'accepted',
	place: MemoryPlace = {},
): void {
	const first = memory(place);
	for (const each of payments) {
		first.claim(each, 0);
		const records = outcome === 'accepted' ? [recordOf(each)] : undefined;
		if (outcome !== 'cutOff') first.note(each, result(each.index, outcome, { records }));
	}
}

const recall = (payments: Payment[], place?: MemoryPlace) =>
	memory(place).recall(payments.map((each) => ({ ...each, says: [], payment: each })));

/** What the memory says of one item on its own. */
const recallOne = (item: Payment, place?: MemoryPlace) =>
	recall([item], place).get(item.index)?.result;

/** Index, outcome and reference of everything that is recalled. */
const seen = (payments: Payment[], place?: MemoryPlace) =>
	[...recall(payments, place).values()]
		.map(
			({ result: { index, outcome, orderReference } }) => `${index} ${outcome} ${orderReference}`,
		)
		.sort();

const [invoice] = items('A') as [Payment];
const other = of(0, 'A', '0777');
const conflict = { orderReference: 'A', outcome: 'invalid', cause: 'item', conflict: true };

describe('the memory of an execution', () => {
	it('keeps what another call has sent while a payment of this one waited', () => {
		const [first] = items('INV1') as [Payment];
		const waits = memory({ turn: undefined });
		waits.claim(first, 0);
		waits.note(first);
		// In the same process, both hold the very context.
		const sends = new Memory(context, 'createBankPayout', LIVE, 'payout');
		expect(sends.claim(first, 0)).toBe(true);
		waits.note(first, result(0, 'rejected'));
		expect(sends.wasSent(first)).toBe(true);
		sends.note(first, result(0, 'rejected'));
		expect(sends.wasSent(first)).toBe(false);
	});

	it.each(['paymentLink', 'payout'] as const)('recalls the record of a %s', (effect) => {
		send(items('A', 'B'), 'accepted', { effect });
		expect(recallOne({ ...invoice, index: 2 }, { effect })).toEqual({
			index: 2,
			orderReference: 'A',
			outcome: 'accepted',
			says: expect.stringContaining('earlier attempt of this execution'),
			records: [recordOf(invoice)],
		});
		expect(recallOne(of(3, 'C'), { effect })).toBeUndefined();
		expect(recallOne(invoice, { effect, operation: 'another' })).toBeUndefined();
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
		expect(memory().claim(other, 0)).toBe(false);
		// n8n stores it with the execution.
		expect(JSON.stringify(context).length).toBeLessThan(135 + LIVE.length);
		const recalled = recallOne(invoice);
		expect(recalled).toMatchObject({ index: 0, orderReference: 'A', outcome });
		expectGoodWording(recalled?.says as string);
		expect(recallOne(other)).toMatchObject(conflict);
		expect(recallOne(other)?.says).toBe('This order reference was already sent with other details');
	});

	it.each<[Effect, Parameters<typeof send>[1], isEmpty: boolean]>([
		['payout', 'rejected', true],
		['payout', 'notSent', true],
		['payout', 'invalid', true],
		['paymentLink', 'cutOff', false],
		['paymentLink', 'unknown', false],
		['paymentLink', 'alreadySent', false],
		['none', 'accepted', true],
	])('lets a %s be sent again that was left %s, also with other details', (...of) => {
		const [effect, left, isEmpty] = of;
		send([invoice], left, { effect });
		expect(seen([invoice, other, { ...other, orderReference: 'A2' }], { effect })).toEqual([]);
		expect(isMemoryEmpty(context)).toBe(isEmpty);
		expect(memory({ effect }).claim(other, 0)).toBe(true);
	});

	it('knows when it first sent a payment that was refused for now', () => {
		const running = memory();
		running.claim(invoice, 5);
		running.note(invoice);
		expect(running.sentSince('A')).toBe(5);
		running.claim(invoice, 9);
		expect(memory().sentSince('A')).toBe(5);
	});

	it.each(['accepted', 'reversed', 'unknown'] as const)(
		'keeps that a payout was %s, where another call finds out less',
		(outcome) => {
			send([invoice], outcome);
			const before = recallOne(invoice);
			const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 1, answer: 'HTTP 200' };
			memory().note(invoice, result(0, 'alreadySent', { lookedUp }));
			if (outcome !== 'unknown') memory().note(invoice, result(0, 'unknown', { lookedUp }));
			expect(recallOne(invoice)).toEqual(before);
		},
	);

	it('is not empty while it knows a payment of another account', () => {
		send([invoice]);
		memory({ baseUrl: 'https://sandbox.example.com' });
		expect(isMemoryEmpty(context)).toBe(false);
	});

	it('holds the very record of the output, which n8n then stores once', () => {
		const [running, record] = [memory(), recordOf(invoice)];
		running.claim(invoice, 0);
		running.note(invoice, result(0, 'accepted', { records: [record] }));
		const recalled = running.recall([{ ...invoice, says: [], payment: invoice }]).get(0);
		expect(recalled?.result.records?.[0]).toBe(record);
	});

	it.each(['__proto__', 'constructor', 'undefined'])('takes %s for a reference', (reference) => {
		const odd = of(0, reference);
		expect(recallOne(odd)).toBeUndefined();
		send([odd]);
		expect(recallOne(odd)).toMatchObject({ outcome: 'accepted', records: [recordOf(odd)] });
		expect(recallOne(of(1, 'A'))).toBeUndefined();
		expect(memory().recall([{ index: 4, says: [] }]).size).toBe(0);
	});
});

describe('what an execution knows', () => {
	const alike = (...references: string[]) =>
		references.map((reference, index) => of(index, reference, '01500'));
	const moved = [of(0, 'B', '01501'), of(1, 'N', '0777'), of(2, 'A', '01500')];
	const checked = { ...invoice.body, checksum: 'abc' };

	it.each<[string, Payment[], Payment[], string]>([
		['by reference, whatever the order is', items('A', 'B'), moved, '0 accepted B, 2 accepted A'],
		['by place, where it changed', items('A', 'B'), items('C', 'D'), '0 accepted A, 1 accepted B'],
		['by place, with other details', items('A'), [of(0, 'B', '0777')], '0 invalid A'],
		[
			'by place, with a typed checksum',
			items('A'),
			[payment(0, { body: checked })],
			'0 accepted A',
		],
		['at another place', items('A'), [of(1, 'B', '01500')], ''],
		['by reference before place', items('A'), alike('N', 'A'), '1 accepted A'],
		['of equal items', alike('A', 'B'), alike('B', 'A'), '0 accepted B, 1 accepted A'],
		[
			'of one item, where several have its reference: for the one at its place',
			items('X', 'A'),
			[0, 1, 2].map((index) => of(index, 'A', '01501')),
			'0 invalid A, 1 accepted A, 2 invalid A',
		],
		[
			'of one item, where several have its reference: for the one at its place, if nothing moved',
			[of(1, 'A', '01501')],
			[0, 1, 2].map((index) => of(index, 'A', '01501')),
			'0 invalid A, 1 accepted A, 2 invalid A',
		],
		[
			'by reference, where that of another item has changed',
			items('A', 'B', 'C'),
			[of(0, 'N', '01500'), of(1, 'C', '01502')],
			'0 accepted A, 1 accepted C',
		],
		[
			'by place, where references are by now those of other items',
			[of(1, 'T2', '02'), of(2, 'T3', '03'), of(3, 'T4', '04')],
			[of(0, 'T3', '01'), of(1, 'T4', '02'), of(2, 'T5', '03'), of(3, 'T6', '04')],
			'0 invalid T3, 1 accepted T2, 2 accepted T3, 3 accepted T4',
		],
		[
			'by place, where those are of equal items',
			alike('T1', 'T2', 'T3'),
			alike('T2', 'T3', 'T4'),
			'0 accepted T1, 1 accepted T2, 2 accepted T3',
		],
	])('is found %s', (_, before, now, expected) => {
		send(before);
		expect(seen(now).join(', ')).toBe(expected);
	});

	it('by place is told under the reference that was sent', () => {
		send(items('A'));
		expect(recall(items('B')).get(0)).toMatchObject({
			result: { insteadOf: 'B' },
			payment: { orderReference: 'A', body: { orderReference: 'A' } },
		});
	});

	it.each([
		[{}, 'item'],
		[{ orderReference: 'B' }, 'item'],
		[{ orderReference: 'A' }, 'order reference'],
	])('is a conflict where the item is %j: this %s was sent', (item, what) => {
		send(items('A'));
		const recalled = memory().recall([{ index: 0, says: [], ...item }]);
		const says = `This ${what} was already sent with other details`;
		const { orderReference } = { orderReference: undefined, ...item };
		const insteadOf = orderReference === 'A' ? undefined : orderReference;
		expect(recalled.get(0)).toMatchObject({ result: { ...conflict, says, insteadOf } });
		expect(recalled.get(0)?.payment).toBeUndefined();
	});

	it('names the item whose reference another one has, too', () => {
		send([of(1, 'A', '01501')]);
		const recalled = recall([of(0, 'A', '01501'), of(1, 'A', '01501')]);
		expect(recalled.get(0)?.result).toMatchObject({
			...conflict,
			says: 'Order Reference is the same as that of item 2, which an earlier attempt sent',
		});
	});

	it('is told of all accounts where the credential cannot be read', () => {
		send(items('A'));
		expect(seen(items('A'), { baseUrl: 'https://sandbox.example.com' })).toEqual([]);
		expect(seen(items('A'), { baseUrl: undefined })).toEqual(['0 accepted A']);
	});

	it.each([1, undefined])('holds by reference alone in another turn: %s', (turn) => {
		send(items('A'));
		expect(seen(items('B'), { turn })).toEqual([]);
		expect(seen(items('A'), { turn })).toEqual(['0 accepted A']);
	});

	it('of a call of a tool says nothing of another one', () => {
		send(items('A'), 'accepted', { turn: undefined });
		expect(seen(items('B'), { turn: undefined })).toEqual([]);
		expect(seen(items('B'), { turn: 0 })).toEqual([]);
	});

	it('pays nobody more often than there are items for them, in any number of attempts', () => {
		const accountNumbers = fc.array(fc.constantFrom('01', '02'), { maxLength: 7 });
		const refusals = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
		const attempts = fc.array(fc.tuple(fc.integer({ min: -7, max: 7 }), refusals), {
			maxLength: 5,
		});
		const cases = fc.property(accountNumbers, attempts, (accounts, all) => {
			context = {};
			const paid: unknown[] = [];
			for (const [by, isRefused] of all) {
				const now = accounts.map((one, index) => of(index, `T${10 + by + index}`, one));
				const recalled = recall(now);
				const accepted = now.filter(({ index }) => !recalled.has(index) && !isRefused[index]);
				send(accepted);
				paid.push(...accepted.map(({ body }) => body?.accountNumber));
			}
			for (const account of accounts) {
				const [times, most] = [paid, accounts].map((of) => of.filter((one) => one === account));
				expect(times!.length).toBeLessThanOrEqual(most!.length);
			}
		});
		fc.assert(cases, { numRuns: 1_000 });
	});
});
