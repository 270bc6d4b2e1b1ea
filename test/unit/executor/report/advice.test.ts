import type { IDataObject } from 'n8n-workflow';
import type { Outcome, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	adviceFor,
	describeResult,
	nameItem,
} from '../../../../nodes/CardBankPayments/executor/report/advice';
import { hasFailed } from '../../../../nodes/CardBankPayments/executor/report/madeBefore';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const effects = ['none', 'paymentLink', 'payout'] as const;
const onRecord = (record: IDataObject) => result(3, 'alreadySent', { records: [record] });

const payAnew = /^The money came back: correct the cause, then pay under a new order reference$/;
const lookUp =
	/^Look up order reference INV-3 with Payout → Get or .* only for a new payment, or once/;
const correct = /^Correct the cause, then run this item again$/;
const later = /^Look it up again later: .* does not mean .* sent/;

describe('the advice for an item', () => {
	it.each(effects)('is in good words, and tells the outcomes apart (%s)', (effect) => {
		const titles = outcomes.map((outcome) => {
			const { title, meaning, nextStep } = adviceFor(result(3, outcome), effect);
			for (const text of [title, meaning, nextStep]) {
				expectGoodWording(text);
				expect(text).toMatch(/^[A-Z].*[^.]$/);
			}
			return title;
		});
		const subject = effect === 'payout' ? 'Payout' : 'Request';
		const ended = ['accepted', 'reversed', 'rejected', 'outcome unknown', 'not sent'];
		const own = [...ended, 'already sent', 'invalid'].map((words) => `${subject} ${words}`);
		expect(titles).toEqual([...own, 'Not found']);
	});

	it.each<[Effect, Outcome, string, RegExp]>([
		['payout', 'accepted', 'The payout was made', /^Nothing to do$/],
		['payout', 'reversed', 'The money came back', payAnew],
		['payout', 'rejected', 'No money moved', correct],
		['payout', 'unknown', 'may or may not', /^Look up order reference INV-3 later, .* before send/],
		['payout', 'alreadySent', 'not sent again, so that the beneficiary is not paid twice', lookUp],
		['payout', 'notSent', 'was not sent', /^Fix what stopped the run, then run this item again$/],
		['payout', 'invalid', 'was not sent', /^Correct the item, then run it again$/],
		['paymentLink', 'rejected', 'Nothing was started', correct],
		['paymentLink', 'unknown', 'No link came back and nothing was charged', /^Make a new link/],
		['paymentLink', 'alreadySent', 'not sent again', /INV-3 with Card Payment → Get or .*payment$/],
		['none', 'accepted', 'The service did what was asked', /^Nothing to do$/],
		['none', 'rejected', 'Nothing was changed', correct],
		['none', 'unknown', 'Nothing was changed', /^Run it again later\..* nothing says whether/],
		['none', 'notFound', 'Nothing was changed', later],
	])('of a %s that is %s: %s', (effect, outcome, says, next) => {
		const { meaning, nextStep } = adviceFor(result(3, outcome), effect);
		expect(meaning).toContain(says);
		expect(nextStep).toMatch(next);
	});

	it('calls safe to retry only what was definitely not made, or moves no money', () => {
		const safe = effects.map((effect) =>
			outcomes.filter((outcome) => adviceFor(result(0, outcome), effect).safeToRetry),
		);
		const always = ['rejected', 'notSent', 'invalid'];
		const harmless = ['rejected', 'unknown', 'notSent', 'invalid'];
		expect(safe).toEqual([harmless, harmless, always]);
	});

	it('of other details under a reference that was sent: look it up, by the whole reference', () => {
		const orderReference = '$&'.repeat(70);
		expect(adviceFor(result(3, 'invalid', { orderReference, conflict: true }), 'payout')).toEqual({
			title: 'Order reference used with other details',
			meaning: 'The new details were not sent',
			nextStep: expect.stringContaining(`Look up order reference ${orderReference} with Payout`),
			safeToRetry: false,
		});
	});
});

describe('what was already sent', () => {
	const made = { status: 'SUCCESS', beneficiary: { accountNumber: '0150123456789' } };
	const sent = { status: 'PENDING', amount: '1234567.5', currency: 'USD' };
	const ordered = { amount: '150010.00', order: { amount: '150000.00', currency: 'TZS' } };

	it.each<[IDataObject, string]>([
		[{ ...made, ...ordered }, '150,000.00 TZS to …6789, status SUCCESS'],
		[{ ...sent, order: { amount: '7' } }, '7.00 USD, status PENDING'],
		[{ ...sent, order: { currency: 'TZS' } }, '1,234,567.50 USD with the fee, status PENDING'],
		[{ status: 'PENDING', amount: 999 }, '999.00 with the fee, status PENDING'],
		[{ status: 'PENDING', amount: 'much', beneficiary: { accountNumber: 7 } }, 'status PENDING'],
		[made, 'to …6789, status SUCCESS'],
	])('begins with what was made, as far as its record shows it: %j', (record, shows) => {
		const line = describeResult(onRecord(record), 'payout');
		const isNotSent = 'It is not sent again, so that the beneficiary is not paid twice.';
		expect(line).toBe(`Already made: ${shows} (item 4, order reference INV-3). ${isNotSent}`);
		expect(adviceFor(onRecord(record), 'payout').nextStep).toBe('Nothing to do');
		expect(hasFailed(onRecord(record), 'payout', 'returnPayout')).toBe(false);
	});

	it.each([
		['REVERSED', 'The payout was reversed (status REVERSED)', payAnew],
		[undefined, 'The service knows the payout, but gives no status', lookUp],
	])('is not certain to have been made (%s)', (status, says, next) => {
		const record = onRecord({ status });
		expect(describeResult(record, 'payout')).toContain(
			`Item 4, order reference INV-3: The service did something. ${says}. `,
		);
		expect(adviceFor(record, 'payout').nextStep).toMatch(next);
		expect(hasFailed(record, 'payout', 'returnPayout')).toBe(true);
	});

	it('fails, unless the builder lets it pass', () => {
		const settings = [undefined, 'error', 'returnPayout', 'passThrough'];
		const failing = settings.map((one) => hasFailed(result(0, 'alreadySent'), 'payout', one));
		expect(failing).toEqual([true, true, true, false]);
		expect(hasFailed(result(0, 'unknown'), 'payout', 'passThrough')).toBe(true);
	});
});

const hostile = `<img src=x>a\r\nb\tc\u2028d\u200be\u202ef</b> ${'long '.repeat(100)}end`;
const plain = `img src=x a b c d e f /b  ${'long '.repeat(100)}end`;
const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 2, answer: 'HTTP 404' };
const once = { ...lookedUp, times: 1 };
const looked = 'The service did something. Looked up';

/** What a look-up said is told only where neither acceptance nor a record says more. */
it.each<[Outcome, Partial<Result>, string]>([
	['invalid', { says: hostile }, `${plain}. This`],
	['unknown', { lookedUp }, `${looked} 2 times, last response: HTTP 404. The`],
	['unknown', { lookedUp: once }, `${looked} once, last response: HTTP 404. The`],
	['unknown', { lookedUp, records: [{}] }, 'The service did something. The payout may'],
	['accepted', { lookedUp }, 'The service did something. The payout was made'],
])('the line on an item that is %s says what happened: %j', (outcome, changes, says) => {
	const line = describeResult(result(3, outcome, changes), 'payout');
	expect(line.startsWith(`Item 4, order reference INV-3: ${says}`)).toBe(true);
});

it.each([
	[undefined, 'Item 1'],
	['x'.repeat(40), `Item 1, order reference ${'x'.repeat(40)}`],
	['x'.repeat(41), `Item 1, order reference ${'x'.repeat(40)}…`],
	['a\n<b>c', 'Item 1, order reference a b c'],
])('the reference %j stays on a line of the panel', (orderReference, name) => {
	expect(nameItem(result(0, 'unknown', { orderReference }))).toBe(name);
});
