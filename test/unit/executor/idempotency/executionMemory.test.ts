import {
	ExecutionMemory,
	isMemoryEmpty,
} from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import {
	answerTo,
	conflict,
	context,
	invoice,
	items,
	memory,
	of,
	readable,
	recall,
	recallOne,
	seen,
	send,
	startExecution,
	useExecution,
} from '../../support/executionMemory';
import { effects, payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

useExecution();

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

	it.each(['accepted', 'reversed', 'unknown'] as const)(
		'keeps that a payout was %s, where another call finds only that its reference was used',
		(outcome) => {
			send([invoice], outcome);
			const before = recallOne(invoice);
			memory().record(invoice, result(0, 'alreadySent'));
			expect(recallOne(invoice)).toEqual(before);
		},
	);

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
		startExecution({ payments: { createBankPayout: { '#A': stored } } });
		expect(seen([invoice])).toEqual([[0, 'unknown', 'A']]);
		expect(seen([of(0, 'A', '0999')])).toEqual([[0, 'invalid', 'A']]);
		// Nor has it one by now, where another item is sent.
		expect(seen([of(0, 'NEW')])).toEqual([]);
	});
});
