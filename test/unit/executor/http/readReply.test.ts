import type { Reply } from '../../../../nodes/CardBankPayments/executor/http/reply';
import { readReply } from '../../../../nodes/CardBankPayments/executor/http/readReply';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { previewBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/previewBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** A question has no body. */
const read = (reply: Reply, orderReference = 'INV-0', { answer, effect } = createBankPayout) => {
	const body = effect === 'none' ? { body: undefined } : {};
	return readReply(payment(0, { orderReference, ...body }), reply, answer, 0);
};

describe('what a reply says of its payment', () => {
	it('is quoted where it is no plain yes', () => {
		const body = { orderReference: 'INV-0', message: 'Made' };
		expect(read({ status: 201, body })).toMatchObject({ outcome: 'accepted', httpStatus: 201 });
		expect(read({ status: 201, body }).says).not.toContain('Made');
		expect(read({ status: 200, body: { success: false, message: 'No balance' } }).says).toMatch(
			/ \(HTTP 200: No balance\)$/,
		);
		expect(read({ status: 200, body: { ...body, status: 'FAILED' } }).says).toMatch(
			/status FAILED\) \(HTTP 200: Made\)$/,
		);
	});

	it.each([
		['SUCCESS', { accountNumber: '0999' }, '7.00', 'unknown'],
		['REVERSED', { accountNumber: '0999' }, '7.00', 'unknown'],
		['SUCCESS', { accountNumber: '0999' }, '1500.50', 'accepted'],
		['SUCCESS', { accountNumber: '0150123456789' }, '7.00', 'accepted'],
		['SUCCESS', undefined, undefined, 'accepted'],
	])(
		'is nothing certain where it is about another payout: %s %j %s',
		(status, beneficiary, amount, outcome) => {
			const order = amount && { amount, currency: 'TZS' };
			const body = { orderReference: 'INV-0', status, beneficiary, order };
			const ended = read({ status: 200, body });
			expect(ended.outcome).toBe(outcome);
			if (outcome !== 'unknown') return;
			expect(ended.says).toMatch(/^The service answered about a payout of another amount/);
			expect([ended.answers, ended.record]).toEqual([undefined, undefined]);
			expectGoodWording(ended.says);
		},
	);

	it('is no other payout’s where only its price was asked for', () => {
		const body = { beneficiary: { accountNumber: '0999' }, order: { amount: '7.00' }, fee: 1 };
		const { answer } = previewBankPayout;
		expect(readReply(payment(0), { status: 200, body }, answer, 0).outcome).toBe('accepted');
	});

	it('asks to wait where the service refused it for now', () => {
		const body = { message: 'retry after 43 seconds' };
		expect(read({ status: 400, body })).toMatchObject({ outcome: 'rejected', waitMs: 43_000 });
		expect(read({ status: 400 }).waitMs).toBeUndefined();
		expect(read({ status: 503, headers: { 'retry-after': '5' } })).not.toHaveProperty('waitMs');
		const noToken = read({ status: 429, body, tokenRefused: 'No token' });
		expect(noToken).toMatchObject({ outcome: 'rejected', says: 'No token', endsRun: true });
		expect(noToken).not.toHaveProperty('waitMs');
	});

	it.each([
		[{ message: ['No balance', 'Ask the bank'] }, ': No balance. Ask the bank'],
		[{ error: 'No balance' }, ': No balance'],
		[{ message: ' ', error: { message: 'No balance' } }, ': No balance'],
		[{ errors: [{ detail: 'No balance' }] }, ': No balance'],
		['No balance', ': No balance'],
		['Bearer: Authorization: Bearer  abc.def.ghi', ': Bearer: Authorization: Bearer …'],
		['Amount<500', ': Amount 500'],
		[{ message: [['No balance']] }, ': No balance'],
		[{ errors: Array(11).fill('x') }, `: ${'x. '.repeat(9)}x`],
		['  <html>Bad gateway</html>', ''],
		[[{ message: 'Of a record' }], ''],
		[{ error: { error: { error: { error: 'Too deep' } } } }, ''],
		[null, ''],
	])('quotes the words of %j', (body, words) => {
		expect(read({ status: 422, body }).says).toMatch(new RegExp(` \\(HTTP 422${words}\\)$`));
	});

	it.each([
		['INV-0', 'Order reference should only contain alphanumeric characters', true],
		['INV-0', 'Invalid reference', true],
		['INV0', 'Invalid reference', false],
		['INV-0', 'The order reference may hold letters and digits', true],
		['INV-0', 'No balance', false],
		['INV-0', 'Insufficient balance for order reference INV-0', false],
		['INV-0', 'Order reference INV-0 already used', false],
		['INV-0', 'Invalid order reference: it was used before', false],
		['INV-0', 'An order reference of this format exists', false],
		['INV-0', 'Only letters and digits are allowed in orderReference', true],
		['INV-0', 'orderReference: only alphanumeric characters can be used', true],
		['INV-0', 'Invalid account number for order reference INV-0', false],
		['INV-0', 'Invalid reference: duplicate', false],
		['INV-0', 'Invalid reference: must be unique', false],
		['INV-0', 'Invalid reference: in use', false],
		['INV-0', 'Invalid reference: it was processed before', false],
	])('shows how to mend the reference %s after %p: %p', (reference, message, isShown) => {
		const { nextStep } = read({ status: 400, body: { message } }, reference);
		expect(nextStep !== undefined).toBe(isShown);
		if (nextStep !== undefined) expectGoodWording(nextStep);
		expect(read({ status: 500, body: { message } }, reference).nextStep).toBeUndefined();
	});

	it('is "not found" where a look-up meets 404, and a refusal anywhere else', () => {
		expect(read({ status: 404 }, 'INV-0', get)).toMatchObject({
			outcome: 'rejected',
			notFound: true,
			httpStatus: 404,
		});
		expect(read({ status: 404 })).not.toHaveProperty('notFound');
	});

	it.each([
		[400, 'rejected'],
		[500, 'unknown'],
		[undefined, 'unknown'],
	])('is not "not found" where a look-up meets %p', (status, outcome) => {
		const other = read({ status }, 'INV-0', get);
		expect(other.outcome).toBe(outcome);
		expect(other).not.toHaveProperty('notFound');
	});
});
