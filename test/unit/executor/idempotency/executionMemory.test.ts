import fc from 'fast-check';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import {
	ExecutionMemory,
	isMemoryEmpty,
	type Recallable,
} from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import type { ItemResult, Payment } from '../../../../nodes/CardBankPayments/executor/payment';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { effects, payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

let context: IContextObject;
beforeEach(() => (context = {}));

/** A turn of the node, or a tool call, whose turn is no place. */
type Turn = number | 'tool';

/** What the next try finds: n8n stores the context as JSON between the tries. */
function memory(
	turn: Turn = 0,
	effect: Effect = 'payout',
	operation = 'createBankPayout',
): ExecutionMemory {
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new ExecutionMemory(context, operation, effect, turn === 'tool' ? undefined : turn);
}

const of = (index: number, orderReference: string, accountNumber = `0150${index}`): Payment =>
	payment(index, { orderReference, body: { orderReference, amount: 5, accountNumber } });
/** Payments of one try, each with a reference and an account number of its own. */
const items = (...references: string[]): Payment[] =>
	references.map((reference, index) => of(index, reference));
const readable = (payments: Payment[]): Recallable[] =>
	payments.map((each) => ({ ...each, payment: each }));

const answerTo = ({ orderReference }: Payment): IDataObject => ({ id: orderReference });

/** Sends in an earlier try of the execution; what is cut off got no outcome. */
function send(
	payments: Payment[],
	outcome: ItemResult['outcome'] | 'cutOff' = 'accepted',
	...place: Parameters<typeof memory>
): void {
	const first = memory(...place);
	for (const each of payments) {
		first.sending(each);
		const answers = outcome === 'accepted' ? [answerTo(each)] : undefined;
		if (outcome !== 'cutOff') first.record(each, result(each.index, outcome, { answers }));
	}
}

/** What the memory says of one item on its own. */
const recall = (item: Recallable, ...place: Parameters<typeof memory>) =>
	memory(...place)
		.recall([item])
		.get(item.index);
const recallOne = (item: Payment, ...place: Parameters<typeof memory>) =>
	recall({ ...item, payment: item }, ...place)?.result;

/** Index, outcome and reference of everything that is recalled. */
const seen = (payments: Payment[], ...place: Parameters<typeof memory>) =>
	[
		...memory(...place)
			.recall(readable(payments))
			.values(),
	]
		.map(({ result: { index, outcome, orderReference } }) => [index, outcome, orderReference])
		.sort();

const [invoice] = items('A') as [Payment];
const conflict = { outcome: 'invalid', conflict: true };

describe('the memory of an execution', () => {
	it.each(effects)('knows nothing at first, so everything may be sent (%s)', (effect) => {
		expect(isMemoryEmpty({})).toBe(true);
		expect(recallOne(invoice, 0, effect)).toBeUndefined();
		expect(isMemoryEmpty(context)).toBe(true);
	});

	it.each(['paymentLink', 'payout'] as const)('gives back the answer to %s', (effect) => {
		send([invoice], 'accepted', 0, effect);
		expect(recallOne({ ...invoice, index: 2 }, 0, effect)).toEqual({
			index: 2,
			orderReference: 'A',
			outcome: 'accepted',
			says: expect.stringContaining('earlier try in this execution'),
			answers: [{ id: 'A' }],
		});
	});

	it('keeps the very answer that goes out, which n8n then stores only once', () => {
		const live = new ExecutionMemory(context, 'createBankPayout', 'payout');
		const answer = { id: 'p-1' };
		live.sending(invoice);
		live.record(invoice, result(0, 'accepted', { answers: [answer] }));
		const recalled = live.recall(readable([invoice])).get(0)?.result;
		expect(recalled?.answers?.[0]).toBe(answer);
		expectGoodWording(recalled?.says as string);
	});

	it('keeps the record of a payout that was taken back', () => {
		const record = { kind: 'payout' as const, content: { status: 'REVERSED' } };
		const first = memory();
		first.sending(invoice);
		first.record(invoice, result(0, 'reversed', { record }));
		expect(recallOne(invoice)).toMatchObject({ outcome: 'reversed', record });
		expect(recallOne(invoice)?.answers).toBeUndefined();
	});

	it('forgets a record that turned out another’s, and tells what was asked', () => {
		const record = { kind: 'payout' as const, content: { status: 'SUCCESS' } };
		const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 1, answer: 'HTTP 200' };
		const first = memory();
		first.sending(invoice);
		first.record(invoice, result(0, 'alreadySent', { record }));
		expect(recallOne(invoice)).toMatchObject({ record });
		memory().record(invoice, result(0, 'alreadySent', { lookedUp }));
		expect(recallOne(invoice)).toMatchObject({ outcome: 'alreadySent', lookedUp });
		expect(recallOne(invoice)).not.toHaveProperty('record');
	});

	it.each(['cutOff', 'unknown'] as const)(
		'never lets a payout be sent again that was left %s, on any number of tries',
		(outcome) => {
			send([invoice], outcome);
			expect(isMemoryEmpty(context)).toBe(false);
			for (let attempt = 2; attempt <= 4; attempt++) {
				expect(recallOne(invoice)).toEqual({
					index: 0,
					orderReference: 'A',
					outcome: 'unknown',
					says: expect.stringContaining('no clear answer'),
				});
			}
		},
	);

	it('keeps a payout whose reference the service knew: a 409 may come after the money moved', () => {
		send([invoice], 'alreadySent');
		expect(seen([invoice])).toEqual([[0, 'alreadySent', 'A']]);
	});

	it.each(['cutOff', 'unknown'] as const)(
		'lets a card request that was left %s be sent again',
		(outcome) => {
			send([invoice], outcome, 0, 'paymentLink');
			expect(recallOne(invoice, 0, 'paymentLink')).toBeUndefined();
			expect(recallOne(of(0, 'A', '0777'), 0, 'paymentLink')).toBeUndefined();
		},
	);

	it.each(['rejected', 'notSent', 'invalid'] as const)(
		'forgets what was %s, so that it may be sent as if for the first time',
		(outcome) => {
			send([invoice], outcome);
			for (const item of [invoice, of(0, 'A', '0777'), of(0, 'A2')]) {
				expect(recallOne(item)).toBeUndefined();
			}
			expect(isMemoryEmpty(context)).toBe(true);
		},
	);

	it.each(['accepted', 'unknown', 'alreadySent', 'cutOff'] as const)(
		'refuses the reference of a payout that is %s for other details',
		(outcome) => {
			send([invoice], outcome);
			const recalled = recallOne(of(0, 'A', '0777'));
			expect(recalled).toMatchObject({ index: 0, orderReference: 'A', ...conflict });
			expect(recalled?.says).toContain('already used in this execution with other details');
			expectGoodWording(recalled?.says as string);
		},
	);

	it('keeps the answers and references of payments and operations apart', () => {
		send(items('A', 'B'));
		for (const item of items('A', 'B')) {
			expect(recallOne(item)?.answers).toEqual([answerTo(item)]);
		}
		expect(recallOne(of(2, 'C'))).toBeUndefined();
		expect(recallOne(invoice, 0, 'paymentLink', 'initiate')).toBeUndefined();
	});

	it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
		'treats the reference %s like any other',
		(orderReference) => {
			const odd = of(0, orderReference);
			expect(recallOne(odd)).toBeUndefined();
			send([odd]);
			expect(recallOne(odd)).toMatchObject({ outcome: 'accepted', answers: [answerTo(odd)] });
			expect(recallOne(of(1, 'A'))).toBeUndefined();
		},
	);

	it('stores nothing for requests without an effect, which may be repeated at will', () => {
		send([invoice], 'accepted', 0, 'none');
		expect(isMemoryEmpty(context)).toBe(true);
		expect(recallOne(invoice, 0, 'none')).toBeUndefined();
	});

	it('knows at once what another run has sent, where it moves money', () => {
		expect(memory().wasSent(invoice)).toBe(false);
		for (const effect of effects) send([invoice], 'accepted', 0, effect);
		expect(effects.filter((effect) => memory(0, effect).wasSent(invoice))).toEqual(['payout']);
	});

	it('ignores the outcome of something that was never sent', () => {
		memory().record(invoice, result(0, 'accepted', { answers: [{ id: 'A' }] }));
		expect(recallOne(invoice)).toBeUndefined();
	});

	it('stores the details of a payment as sixteen characters only, however many there are', () => {
		const body = { accountNumber: '0150123456789', text: 'x'.repeat(10_000) };
		memory('tool').sending(payment(7, { body }));
		const stored = JSON.stringify(context);
		expect(stored).toMatch(/"fingerprint":"[\w+/]{16}"/);
		expect(stored).not.toContain('0150123456789');
		expect(stored.length).toBeLessThan(120);
	});
});

it.each([
	['payout', 'payout'],
	['paymentLink', 'payment'],
] as const)('what the service said of a %s is told as a %s', (effect, kind) => {
	const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 1, answer: 'HTTP 200' };
	const record = { kind, content: { status: 'SUCCESS' } };
	memory(0, effect).findings.keep(invoice, result(0, 'alreadySent', { lookedUp, record }));
	expect(memory(0, effect).findings.of(invoice)).toEqual({ lookedUp, record });
});

describe('what an execution knows by reference', () => {
	it('is found at any place, whatever the order of the items is by now', () => {
		send(items('A', 'B'));
		expect(seen([of(0, 'B', '01501'), of(1, 'N', '0777'), of(2, 'A', '01500')])).toEqual([
			[0, 'accepted', 'B'],
			[2, 'accepted', 'A'],
		]);
	});

	it.each([3, 'tool'] as const)(
		'is found in a later turn of a loop, and for a tool: %s',
		(turn) => {
			send(items('A'));
			expect(seen(items('A'), turn)).toEqual([[0, 'accepted', 'A']]);
		},
	);

	it('stays a conflict where the item cannot be read any more', () => {
		send(items('A'));
		const recalled = recall({ index: 4, orderReference: 'A' });
		expect(recalled?.result).toMatchObject({ index: 4, ...conflict });
		expect(recalled?.payment).toBeUndefined();
	});

	it('is nothing for an item without a reference, whatever the references are', () => {
		send(items('undefined'));
		expect(recall({ index: 4 })).toBeUndefined();
	});

	it('stands for one item only: for the one at its old place, where two have it', () => {
		send(items('X', 'A'));
		const recalled = memory().recall(readable([of(0, 'A', '01501'), of(1, 'A', '01501')]));
		expect(recalled.get(1)?.result.outcome).toBe('accepted');
		expect(recalled.get(0)?.result).toMatchObject(conflict);
		expect(recalled.get(0)?.result.says).toContain('the same as that of item 1');
		const three = readable([of(0, 'A', '01501'), of(1, 'A', '01501'), of(2, 'A', '01501')]);
		expect(memory().recall(three).get(2)?.result.says).toContain('the same as that of item 1');
		expectGoodWording(recalled.get(0)?.result.says as string);
	});

	it('is known from an earlier version of this node, which kept no places', () => {
		const stored = { state: 'unknown', fingerprint: 'FKmpwfZ+s4qOkEhS' };
		context = { payments: { createBankPayout: { '#A': stored } } };
		expect(seen([invoice])).toEqual([[0, 'unknown', 'A']]);
		expect(seen([of(0, 'A', '0999')])).toEqual([[0, 'invalid', 'A']]);
	});
});

describe('what an execution knows by place', () => {
	it.each(['accepted', 'unknown', 'reversed', 'alreadySent'] as const)(
		'is given back under the reference that was sent, where it is %s',
		(outcome) => {
			send(items('A1', 'B1'), outcome);
			expect(seen(items('A2', 'B2'))).toEqual([
				[0, outcome, 'A1'],
				[1, outcome, 'B1'],
			]);
			expect(recall({ ...of(0, 'A2'), payment: of(0, 'A2') })).toMatchObject({
				result: { insteadOf: 'A2' },
				payment: { orderReference: 'A1', body: { orderReference: 'A1' } },
			});
		},
	);

	it('is a conflict where other details came to this place, or nothing of it can be read', () => {
		send(items('A1'));
		const other = { orderReference: 'A1', insteadOf: 'A2', ...conflict };
		expect(recallOne(of(0, 'A2', '0999'))).toMatchObject(other);
		const unreadable = recall({ index: 0 })?.result;
		expect(unreadable).toMatchObject({ orderReference: 'A1', conflict: true });
		expect(unreadable?.insteadOf).toBeUndefined();
		expect(unreadable?.says).toContain('sent this item with other details');
	});

	it('takes a typed checksum for no detail, and everything else for one', () => {
		send(items('A1'));
		const signed = of(0, 'A2');
		signed.body = { ...signed.body, checksum: 'abc' };
		expect(seen([signed])).toEqual([[0, 'accepted', 'A1']]);
	});

	it('leaves alone an item at the place of one that has moved', () => {
		send(items('A'));
		expect(seen([of(0, 'N', '01500'), of(1, 'A', '01500')])).toEqual([[1, 'accepted', 'A']]);
	});

	it('does not hold for another turn, another item, or a tool', () => {
		send(items('A1'));
		expect(seen(items('A2'), 1)).toEqual([]);
		expect(seen(items('A2'), 'tool')).toEqual([]);
		expect(seen([of(1, 'A2', '01500')])).toEqual([]);
	});

	it('is not kept for a tool', () => {
		send(items('A1'), 'accepted', 'tool');
		expect(JSON.stringify(context)).not.toContain('place');
		expect(seen(items('A2'))).toEqual([]);
		expect(seen(items('A2'), 'tool')).toEqual([]);
	});

	it.each([
		['accepted', 1],
		['unknown', 0],
		['alreadySent', 0],
	] as const)('counts for a payment link that is %s: %i', (outcome, count) => {
		send(items('A1'), outcome, 0, 'paymentLink');
		expect(seen(items('A2'), 0, 'paymentLink')).toHaveLength(count);
		expect(seen(items('A1'), 0, 'paymentLink')).toHaveLength(count);
	});
});

describe('references that change, and by now are those of other items', () => {
	/** Items whose references count up from a number, e.g. the second in which a try began. */
	const from = (first: number, accounts: string[]): Payment[] =>
		accounts.map((account, index) => of(index, `T${first + index}`, account));

	it('are known by their places, and the item that was refused does not take one for its own', () => {
		const accounts = ['01', '02', '03', '04'];
		send(from(10, accounts).slice(1));
		expect(seen(from(12, accounts))).toEqual([
			[0, 'invalid', 'T12'],
			[1, 'accepted', 'T11'],
			[2, 'accepted', 'T12'],
			[3, 'accepted', 'T13'],
		]);
	});

	it.each([1, 2, 3])('are known where all items have the same details (%i further)', (further) => {
		const accounts = ['01', '01', '01'];
		send(from(10, accounts));
		expect(seen(from(10 + further, accounts))).toEqual([
			[0, 'accepted', 'T10'],
			[1, 'accepted', 'T11'],
			[2, 'accepted', 'T12'],
		]);
	});

	it('pay nobody more often than there are items for them, in any number of tries', () => {
		const account = fc.constantFrom('01', '02');
		const refusals = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
		const tries = fc.array(fc.tuple(fc.integer({ min: -7, max: 7 }), refusals), { maxLength: 5 });
		fc.assert(
			fc.property(fc.array(account, { maxLength: 7 }), tries, (accounts, all) => {
				context = {};
				const paid: Payment[] = [];
				for (const [by, isRefused] of all) {
					const items = from(10 + by, accounts);
					const recalled = memory().recall(readable(items));
					const accepted = items.filter(({ index }) => !recalled.has(index) && !isRefused[index]);
					// What was recalled has its place by now, and is stored with the rest.
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
