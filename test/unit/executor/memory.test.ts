import type { IContextObject, IDataObject } from 'n8n-workflow';
import { Memory } from '../../../nodes/CardBankPayments/executor/memory';
import type { Effect } from '../../../nodes/CardBankPayments/shared/operation';
import { effects, payment, result } from '../support/payments';
import { expectGoodWording } from '../support/wording';

let context: IContextObject;
beforeEach(() => (context = {}));

/** What a retry finds: n8n stores the context as JSON between the tries. */
function memory(effect: Effect = 'payout', operation = 'createBankPayout'): Memory {
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new Memory(context, operation, effect);
}

const invoice = payment(7);
const answer = { id: 'p-1', status: 'AUTHORIZED' };

describe('the memory of an execution', () => {
	it.each(effects)('knows nothing at first, so everything may be sent (%s)', (effect) => {
		expect(memory(effect).recall(invoice)).toBeUndefined();
	});

	it.each(['paymentLink', 'payout'] as const)('gives back the answer to %s', (effect) => {
		const first = memory(effect);
		first.sending(invoice);
		first.record(invoice, result(7, 'accepted', { answer }));
		expect(memory(effect).recall({ ...invoice, index: 2 })).toEqual({
			index: 2,
			orderReference: 'INV-7',
			outcome: 'accepted',
			says: expect.stringContaining('earlier try in this execution'),
			answer,
		});
	});

	it('keeps the very answer that goes out, which n8n then stores only once', () => {
		const live = new Memory(context, 'createBankPayout', 'payout');
		live.sending(invoice);
		live.record(invoice, result(7, 'accepted', { answer }));
		expect(live.recall(invoice)?.answer).toBe(answer);
	});

	it('does not know how a payout ended that was only being sent when the run was cut off', () => {
		memory().sending(invoice);
		expect(memory().recall(invoice)).toEqual({
			index: 7,
			orderReference: 'INV-7',
			outcome: 'unknown',
			says: expect.stringContaining('no clear answer'),
		});
	});

	it('never lets an unknown payout be sent again, on any number of tries', () => {
		const first = memory();
		first.sending(invoice);
		first.record(invoice, result(7, 'unknown'));
		for (let attempt = 2; attempt <= 4; attempt++) {
			expect(memory().recall(invoice)?.outcome).toBe('unknown');
		}
	});

	it.each(['sending', 'unknown'])('lets a card request that was left %s be sent again', (state) => {
		const first = memory('paymentLink');
		first.sending(invoice);
		if (state === 'unknown') first.record(invoice, result(7, 'unknown'));
		expect(memory('paymentLink').recall(invoice)).toBeUndefined();
		expect(memory('paymentLink').recall({ ...invoice, body: { other: 1 } })).toBeUndefined();
	});

	it.each(['rejected', 'notSent'] as const)(
		'forgets what was %s, so that it may be sent as if for the first time',
		(outcome) => {
			const first = memory();
			first.sending(invoice);
			first.record(invoice, result(7, outcome));
			expect(memory().recall(invoice)).toBeUndefined();
			expect(memory().recall({ ...invoice, body: { other: 1 } })).toBeUndefined();
		},
	);

	it('keeps a payout whose reference the service knew: a 409 may come after the money moved', () => {
		const first = memory();
		first.sending(invoice);
		first.record(invoice, result(7, 'alreadySent'));
		expect(memory().recall(invoice)).toMatchObject({
			index: 7,
			orderReference: 'INV-7',
			outcome: 'alreadySent',
		});
	});

	it.each(['accepted', 'unknown', 'alreadySent', 'sending'] as const)(
		'refuses the reference of a payout that is %s for other details',
		(state) => {
			const first = memory();
			first.sending(invoice);
			if (state !== 'sending') first.record(invoice, result(7, state));
			const other = { ...invoice, body: { ...invoice.body, amount: 1500.51 } };
			const recalled = memory().recall(other);
			expect(recalled).toMatchObject({
				index: 7,
				orderReference: 'INV-7',
				outcome: 'invalid',
				conflict: true,
			});
			expect(recalled?.says).toContain('already used in this execution with other details');
		},
	);

	it('keeps sixteen characters to tell a payment by, however many details it has', () => {
		memory().sending(payment(7, { body: { text: 'x'.repeat(10_000) } }));
		expect(JSON.stringify(context).length).toBeLessThan(120);
		expect(JSON.stringify(context)).toMatch(/"fingerprint":"[\w+/]{16}"/);
	});

	it('keeps the answer of one payment apart from the other payments', () => {
		const first = memory();
		for (const index of [1, 2]) {
			first.sending(payment(index));
			first.record(payment(index), result(index, 'accepted', { answer: { id: `p-${index}` } }));
		}
		expect(memory().recall(payment(1))?.answer).toEqual({ id: 'p-1' });
		expect(memory().recall(payment(2))?.answer).toEqual({ id: 'p-2' });
		expect(memory().recall(payment(3))).toBeUndefined();
	});

	it('keeps the references of different operations apart', () => {
		const card = memory('paymentLink', 'initiate');
		card.sending(invoice);
		card.record(invoice, result(7, 'accepted', { answer }));
		expect(memory('payout', 'createBankPayout').recall(invoice)).toBeUndefined();
		expect(memory('paymentLink', 'initiate').recall(invoice)?.outcome).toBe('accepted');
	});

	it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
		'treats the reference %s like any other',
		(orderReference) => {
			const odd = payment(0, { orderReference });
			expect(memory().recall(odd)).toBeUndefined();
			const first = memory();
			first.sending(odd);
			first.record(odd, result(0, 'accepted', { orderReference, answer }));
			expect(memory().recall(odd)).toMatchObject({ outcome: 'accepted', answer });
			expect(memory().recall(payment(1))).toBeUndefined();
		},
	);

	it('stores nothing for requests without an effect, which may be repeated at will', () => {
		const preview = memory('none', 'preview');
		const before = JSON.stringify(context);
		preview.sending(invoice);
		preview.record(invoice, result(7, 'accepted', { answer }));
		expect(JSON.stringify(context)).toBe(before);
		expect(memory('none', 'preview').recall(invoice)).toBeUndefined();
	});

	it('ignores the outcome of something that was never sent', () => {
		memory().record(invoice, result(7, 'accepted', { answer }));
		expect(memory().recall(invoice)).toBeUndefined();
	});

	it('stores the details of a payment only as a fingerprint, and little of it', () => {
		const body: IDataObject = { accountNumber: '0150123456789', accountName: 'x'.repeat(1000) };
		memory().sending({ ...invoice, body });
		const stored = JSON.stringify(context);
		expect(stored).not.toContain('0150123456789');
		expect(stored.length).toBeLessThan(200);
	});

	it('speaks in good words', () => {
		const first = memory();
		first.sending(invoice);
		const says = [memory().recall(invoice), memory().recall({ ...invoice, body: {} })];
		first.record(invoice, result(7, 'accepted', { answer }));
		says.push(first.recall(invoice));
		for (const recalled of says) {
			expectGoodWording(recalled?.says as string);
			expect(recalled?.says).toMatch(/[^.]$/);
		}
	});
});
