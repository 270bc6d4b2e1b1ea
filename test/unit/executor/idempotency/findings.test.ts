import type { IContextObject } from 'n8n-workflow';
import { isMemoryEmpty } from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import { Findings } from '../../../../nodes/CardBankPayments/executor/idempotency/findings';
import { payment, result } from '../../support/payments';

const of = (orderReference: string, accountNumber = '0150') =>
	payment(0, { orderReference, body: { orderReference, accountNumber } });
const invoice = of('A');
const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 1, answer: 'HTTP 200' };
const content = { status: 'SUCCESS' };

it.each(['payout', 'payment'] as const)(
	'what the service said of a %s that the guard held back is told to a later try, and is none that was sent',
	(kind) => {
		const context: IContextObject = {};
		const held = result(0, 'alreadySent', { lookedUp, record: { kind, content } });
		new Findings(context, 'createBankPayout', kind).keep(invoice, held);
		// n8n stores the context as JSON between the tries.
		const stored = JSON.parse(JSON.stringify(context)) as IContextObject;
		const later = new Findings(stored, 'createBankPayout', kind);
		expect(later.of(invoice)).toEqual({ lookedUp, record: { kind, content } });
		expect(later.of(of('A', '0999'))).toEqual({ lookedUp });
		expect(later.of(of('B'))).toEqual({});
		expect(new Findings(stored, 'another operation', kind).of(invoice)).toEqual({});
		expect(isMemoryEmpty(stored)).toBe(true);
	},
);

it('nothing is stored where the service was not asked', () => {
	const context: IContextObject = {};
	new Findings(context, 'createBankPayout', 'payout').keep(invoice, result(0, 'alreadySent'));
	expect(context).toEqual({});
});
