import { isMemoryEmpty } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import {
	conflict,
	context,
	invoice,
	items,
	memory,
	of,
	readable,
	recall,
	recallOne,
	recordOf,
	seen,
	send,
	useExecution,
} from '../../support/memory';
import { payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

useExecution();

const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 1, answer: 'HTTP 200' };
const records = [{ status: 'SUCCESS' }];

describe('the memory of an execution', () => {
	it.each(['paymentLink', 'payout'] as const)('recalls the record of a %s', (effect) => {
		send([invoice], 'accepted', 0, effect);
		expect(recallOne({ ...invoice, index: 2 }, 0, effect)).toEqual({
			index: 2,
			orderReference: 'A',
			outcome: 'accepted',
			says: expect.stringContaining('earlier attempt of this execution'),
			records: [recordOf(invoice)],
		});
	});

	it('forgets a record that turned out another’s, and tells of the look-up', () => {
		const first = memory();
		first.sending(invoice);
		first.ended(invoice, result(0, 'alreadySent', { records }));
		expect(recallOne(invoice)).toMatchObject({ records });
		memory().ended(invoice, result(0, 'alreadySent', { lookedUp }));
		expect(recallOne(invoice)).toMatchObject({ outcome: 'alreadySent', lookedUp });
		expect(recallOne(invoice)?.records).toBeUndefined();
	});

	it.each(['accepted', 'reversed', 'unknown'] as const)(
		'keeps that a payout was %s, where another call finds only that its reference was used',
		(outcome) => {
			send([invoice], outcome);
			const before = recallOne(invoice);
			memory().ended(invoice, result(0, 'alreadySent', { lookedUp }));
			expect(recallOne(invoice)).toEqual(before);
		},
	);

	it.each([
		['cutOff', 'unknown'],
		['unknown', 'unknown'],
		// A 409 may come after the money moved.
		['alreadySent', 'alreadySent'],
		['reversed', 'reversed'],
	] as const)('never lets a payout be sent again that was left %s', (left, outcome) => {
		send([invoice], left);
		expect(isMemoryEmpty(context)).toBe(false);
		for (let attempt = 2; attempt <= 4; attempt++) {
			const recalled = recallOne(invoice);
			expect(recalled).toMatchObject({ index: 0, orderReference: 'A', outcome });
			expectGoodWording(recalled?.says as string);
		}
		const other = recallOne(of(0, 'A', '0777'));
		expect(other).toMatchObject({ index: 0, orderReference: 'A', ...conflict });
		expect(other?.says).toContain('already sent with other details');
	});

	it.each(['cutOff', 'unknown'] as const)(
		'lets a card request that was left %s be sent again, also with other details',
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

	it('keeps the records and references of payments and operations apart', () => {
		send(items('A', 'B'));
		for (const item of items('A', 'B')) expect(recallOne(item)?.records).toEqual([recordOf(item)]);
		expect(recallOne(of(2, 'C'))).toBeUndefined();
		expect(recallOne(invoice, 0, 'paymentLink', 'initiate')).toBeUndefined();
	});

	it.each(['__proto__', 'constructor'])('treats the reference %s like any other', (reference) => {
		const odd = of(0, reference);
		expect(recallOne(odd)).toBeUndefined();
		send([odd]);
		expect(recallOne(odd)).toMatchObject({ outcome: 'accepted', records: [recordOf(odd)] });
		expect(recallOne(of(1, 'A'))).toBeUndefined();
	});

	it('stores nothing for requests without an effect, which may be repeated at will', () => {
		send([invoice], 'accepted', 0, 'none');
		expect(isMemoryEmpty(context)).toBe(true);
		expect(recallOne(invoice, 0, 'none')).toBeUndefined();
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

describe('a reference that somebody else had used', () => {
	beforeEach(() => memory().ended(invoice, result(0, 'alreadySent', { lookedUp, records })));

	it('has no record where the details have changed: it was held against those of then', () => {
		expect(memory().heardOf(of(0, 'A', '0777'))).toEqual({ lookedUp });
		expect(memory().heardOf(of(0, 'B'))).toEqual({});
	});
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

	it('stands for one item only: for the one at its old place, where several have it', () => {
		send(items('X', 'A'));
		const three = readable([0, 1, 2].map((index) => of(index, 'A', '01501')));
		const recalled = memory().recall(three);
		expect(recalled.get(1)?.result.outcome).toBe('accepted');
		for (const index of [0, 2]) {
			const { says, ...other } = recalled.get(index)!.result;
			expect(other).toMatchObject(conflict);
			expect(says).toContain('the same as that of item 2');
			expectGoodWording(says);
		}
	});
});
