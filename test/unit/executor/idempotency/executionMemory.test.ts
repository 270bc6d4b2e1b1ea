import type { IContextObject, IDataObject } from 'n8n-workflow';
import { ExecutionMemory } from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import type { ItemResult, Payment } from '../../../../nodes/CardBankPayments/executor/payment';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { effects, payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

let context: IContextObject;
beforeEach(() => (context = {}));

/** What a retry finds: n8n stores the context as JSON between the tries. */
function memory(
	effect: Effect = 'payout',
	operation = 'createBankPayout',
	turn?: number,
): ExecutionMemory {
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new ExecutionMemory(context, operation, effect, turn);
}

/** What the memory says of one item on its own. */
const recall = (from: ExecutionMemory, item: Payment): ItemResult | undefined =>
	from.recall([{ ...item, payment: item }]).get(item.index)?.result;

const invoice = payment(7);
const answer = { id: 'p-1', status: 'AUTHORIZED' };

describe('the memory of an execution', () => {
	it.each(effects)('knows nothing at first, so everything may be sent (%s)', (effect) => {
		expect(recall(memory(effect), invoice)).toBeUndefined();
	});

	it.each(['paymentLink', 'payout'] as const)('gives back the answer to %s', (effect) => {
		const first = memory(effect);
		first.sending(invoice);
		first.record(invoice, result(7, 'accepted', { answers: [answer] }));
		expect(recall(memory(effect), { ...invoice, index: 2 })).toEqual({
			index: 2,
			orderReference: 'INV-7',
			outcome: 'accepted',
			says: expect.stringContaining('earlier try in this execution'),
			answers: [answer],
		});
	});

	it('keeps the very answer that goes out, which n8n then stores only once', () => {
		const live = new ExecutionMemory(context, 'createBankPayout', 'payout');
		live.sending(invoice);
		live.record(invoice, result(7, 'accepted', { answers: [answer] }));
		expect(recall(live, invoice)?.answers?.[0]).toBe(answer);
	});

	it('does not know how a payout ended that was only being sent when the run was cut off', () => {
		memory().sending(invoice);
		expect(recall(memory(), invoice)).toEqual({
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
			expect(recall(memory(), invoice)?.outcome).toBe('unknown');
		}
	});

	it.each(['sending', 'unknown'])('lets a card request that was left %s be sent again', (state) => {
		const first = memory('paymentLink');
		first.sending(invoice);
		if (state === 'unknown') first.record(invoice, result(7, 'unknown'));
		expect(recall(memory('paymentLink'), invoice)).toBeUndefined();
		expect(recall(memory('paymentLink'), { ...invoice, body: { other: 1 } })).toBeUndefined();
	});

	it.each(['rejected', 'notSent'] as const)(
		'forgets what was %s, so that it may be sent as if for the first time',
		(outcome) => {
			const first = memory();
			first.sending(invoice);
			first.record(invoice, result(7, outcome));
			expect(recall(memory(), invoice)).toBeUndefined();
			expect(recall(memory(), { ...invoice, body: { other: 1 } })).toBeUndefined();
		},
	);

	it('keeps a payout whose reference the service knew: a 409 may come after the money moved', () => {
		const first = memory();
		first.sending(invoice);
		first.record(invoice, result(7, 'alreadySent'));
		expect(recall(memory(), invoice)).toMatchObject({
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
			const recalled = recall(memory(), other);
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
			first.record(payment(index), result(index, 'accepted', { answers: [{ id: `p-${index}` }] }));
		}
		expect(recall(memory(), payment(1))?.answers).toEqual([{ id: 'p-1' }]);
		expect(recall(memory(), payment(2))?.answers).toEqual([{ id: 'p-2' }]);
		expect(recall(memory(), payment(3))).toBeUndefined();
	});

	it('keeps the references of different operations apart', () => {
		const card = memory('paymentLink', 'initiate');
		card.sending(invoice);
		card.record(invoice, result(7, 'accepted', { answers: [answer] }));
		expect(recall(memory('payout', 'createBankPayout'), invoice)).toBeUndefined();
		expect(recall(memory('paymentLink', 'initiate'), invoice)?.outcome).toBe('accepted');
	});

	it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
		'treats the reference %s like any other',
		(orderReference) => {
			const odd = payment(0, { orderReference });
			expect(recall(memory(), odd)).toBeUndefined();
			const first = memory();
			first.sending(odd);
			first.record(odd, result(0, 'accepted', { orderReference, answers: [answer] }));
			expect(recall(memory(), odd)).toMatchObject({ outcome: 'accepted', answers: [answer] });
			expect(recall(memory(), payment(1))).toBeUndefined();
		},
	);

	it('stores nothing for requests without an effect, which may be repeated at will', () => {
		const preview = memory('none', 'preview');
		const before = JSON.stringify(context);
		preview.sending(invoice);
		preview.record(invoice, result(7, 'accepted', { answers: [answer] }));
		expect(JSON.stringify(context)).toBe(before);
		expect(recall(memory('none', 'preview'), invoice)).toBeUndefined();
	});

	it('ignores the outcome of something that was never sent', () => {
		memory().record(invoice, result(7, 'accepted', { answers: [answer] }));
		expect(recall(memory(), invoice)).toBeUndefined();
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
		const says = [recall(memory(), invoice), recall(memory(), { ...invoice, body: {} })];
		first.record(invoice, result(7, 'accepted', { answers: [answer] }));
		says.push(recall(first, invoice));
		for (const recalled of says) {
			expectGoodWording(recalled?.says as string);
			expect(recalled?.says).toMatch(/[^.]$/);
		}
	});
});
