import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Payment, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { isMemoryEmpty, Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { memory as sentences } from '../../../../nodes/CardBankPayments/sentences/memory';
import { payment, result } from '../../support/payments';

/** The node's, in the execution whose attempts a test plays. */
const LIVE = 'https://api.example.com/third-parties';

let context: IContextObject;
beforeEach(() => void (context = {}));

interface MemoryPlace {
	effect?: Effect;
	operation?: string;
	/** Undefined where the credential cannot be read. */
	baseUrl?: string;
}

/** What the next attempt finds: n8n stores the context as JSON in between. */
function memory(place: MemoryPlace = {}): Memory {
	const { effect, operation, baseUrl } = {
		...{ effect: 'payout' as const, baseUrl: LIVE },
		...place,
	};
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new Memory(context, operation ?? 'createBankPayout', baseUrl, effect);
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
		first.leaves(each);
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
	it.each(['paymentLink', 'payout'] as const)('recalls the record of a %s', (effect) => {
		send(items('A', 'B'), 'accepted', { effect });
		expect(recallOne({ ...invoice, index: 2 }, { effect })).toEqual({
			index: 2,
			orderReference: 'A',
			outcome: 'accepted',
			says: sentences.accepted,
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
		expect(memory().wasSent(other)).toBe(true);
		// n8n stores it with the execution.
		expect(JSON.stringify(context).length).toBeLessThan(135 + LIVE.length);
		const recalled = recallOne(invoice);
		expect(recalled).toMatchObject({ index: 0, orderReference: 'A', outcome });
		expect(recallOne(other)).toMatchObject(conflict);
		expect(recallOne(other)?.says).toBe(sentences.otherDetails);
	});

	it.each<[Effect, Parameters<typeof send>[1], isEmpty: boolean]>([
		['payout', 'rejected', true],
		['paymentLink', 'cutOff', false],
		['paymentLink', 'alreadySent', false],
		['none', 'accepted', true],
	])('lets a %s be sent again that was left %s, also with other details', (...of) => {
		const [effect, left, isEmpty] = of;
		send([invoice], left, { effect });
		expect(seen([invoice, other, { ...other, orderReference: 'A2' }], { effect })).toEqual([]);
		expect(isMemoryEmpty(context)).toBe(isEmpty);
		expect(memory({ effect }).wasSent(other)).toBe(false);
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

	it('holds the very record of the output, which n8n then stores once', () => {
		const [running, record] = [memory(), recordOf(invoice)];
		running.leaves(invoice);
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
	it.each<[string, Payment[], Payment[], string]>([
		[
			'by reference, whatever the order is',
			items('A', 'B'),
			[of(0, 'B', '01501'), of(1, 'N', '0777'), of(2, 'A', '01500')],
			'0 accepted B, 2 accepted A',
		],
		['by nothing else', items('A'), [of(0, 'B', '01500')], ''],
		[
			'with a typed checksum',
			items('A'),
			[of(0, 'A', '01500')].map((one) => ({ ...one, body: { ...one.body, checksum: 'abc' } })),
			'0 accepted A',
		],
		[
			'of one item, where several have its reference: for the first with its details',
			items('X', 'A'),
			[0, 1, 2].map((index) => of(index, 'A', index === 0 ? '0777' : '01501')),
			'0 invalid A, 1 accepted A, 2 invalid A',
		],
	])('is found %s', (_, before, now, expected) => {
		send(before);
		expect(seen(now).join(', ')).toBe(expected);
	});

	it('is a conflict where the item cannot be read any more, and says why', () => {
		send(items('A'));
		const recalled = memory()
			.recall([{ index: 0, says: ['Amount is empty'], orderReference: 'A' }])
			.get(0);
		const says = sentences.notComparable({ why: 'Amount is empty' });
		expect(recalled).toMatchObject({ result: { ...conflict, says } });
		expect(recalled?.payment).toBeUndefined();
	});

	it('names the item that has sent its reference', () => {
		send([of(1, 'A', '01501')]);
		const recalled = recall([of(0, 'A', '01501'), of(1, 'A', '01501')]);
		expect(recalled.get(1)?.result).toMatchObject({
			...conflict,
			says: sentences.sameReference({ item: 1 }),
		});
	});

	it('is told of all accounts where the credential cannot be read', () => {
		send(items('A'));
		expect(seen(items('A'), { baseUrl: 'https://sandbox.example.com' })).toEqual([]);
		expect(seen(items('A'), { baseUrl: undefined })).toEqual(['0 accepted A']);
	});

	it('is told as it stands now, where another call of a tool ends meanwhile', () => {
		const running = memory();
		running.leaves(invoice);
		const beside = new Memory(context, 'createBankPayout', LIVE, 'payout');
		expect(beside.knownOf(invoice)?.outcome).toBe('unknown');
		running.note(invoice, result(0, 'accepted', { records: [recordOf(invoice)] }));
		expect(beside.knownOf(invoice)?.outcome).toBe('accepted');
		expect(beside.knownOf(of(1, 'B'))).toBeUndefined();
	});
});
