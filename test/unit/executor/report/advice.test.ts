import type { IDataObject } from 'n8n-workflow';
import {
	adviceFor,
	describeResult,
	nameItem,
} from '../../../../nodes/CardBankPayments/executor/report/advice';
import { hasFailed } from '../../../../nodes/CardBankPayments/executor/report/madeBefore';
import { effects, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const onRecord = (record: IDataObject) => result(3, 'alreadySent', { records: [record] });

const payAnew = /^The money came back: correct the cause, then pay under a new order reference$/;
const lookUp =
	/^Look up order reference INV-3 with Payout → Get or .* only for a new payment, or once/;
const correct = /^Correct the cause, then run this item again$/;

describe('the advice for an item', () => {
	it.each(effects)('is in good words, and tells the outcomes apart (%s)', (effect) => {
		const titles = outcomes.map((outcome) => {
			const { title, meaning, nextStep } = adviceFor(result(3, outcome), effect);
			for (const text of [title, meaning, nextStep]) {
				expectGoodWording(text);
				expect(text).toMatch(/^[A-Z].*[^.]$/);
			}
			expect(title.startsWith('Payout')).toBe(effect === 'payout' && outcome !== 'notFound');
			return title;
		});
		expect(new Set(titles).size).toBe(outcomes.length);
		expect(titles).toContain(`${effect === 'payout' ? 'Payout' : 'Request'} outcome unknown`);
	});

	it.each([
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
		[
			'none',
			'notFound',
			'Nothing was changed',
			/^Look it up again later: .* does not mean .* sent/,
		],
	] as const)('of a %s that is %s: %s', (effect, outcome, says, next) => {
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

	it('of other details under a reference that was sent: look it up', () => {
		const advice = adviceFor(result(3, 'invalid', { conflict: true }), 'payout');
		expect(advice).toEqual({
			title: 'Order reference used with other details',
			meaning: 'The new details were not sent',
			nextStep: expect.stringMatching(lookUp),
			safeToRetry: false,
		});
	});

	it('gives the whole reference where it has to be looked up', () => {
		const orderReference = '$&'.repeat(70);
		const { nextStep } = adviceFor(result(0, 'unknown', { orderReference }), 'payout');
		expect(nextStep).toContain(orderReference);
	});
});

describe('what was already sent', () => {
	const made = { status: 'SUCCESS', beneficiary: { accountNumber: '0150123456789' } };
	const sent = { status: 'PENDING', amount: '1234567.5', currency: 'USD' };

	it.each<[IDataObject, string]>([
		[
			{ ...made, amount: '150010.00', order: { amount: '150000.00', currency: 'TZS' } },
			'150,000.00 TZS to …6789, status SUCCESS',
		],
		[{ ...sent, order: { amount: '7' } }, '7.00 USD, status PENDING'],
		[{ ...sent, order: { currency: 'TZS' } }, '1,234,567.50 USD, status PENDING'],
		[{ status: 'PENDING', amount: 999 }, '999.00, status PENDING'],
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
		['ON-HOLD', 'The payout has the status "ON-HOLD", which this node does not know', lookUp],
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

describe('the line on an item', () => {
	it('names item and reference, what happened and what it means', () => {
		const says = `<img src=x>a\r\nb\tc\u2028d\u200be\u202ef</b> ${'long '.repeat(100)}end`;
		expect(describeResult(result(3, 'invalid', { says }), 'payout')).toBe(
			`Item 4, order reference INV-3: img src=x a b c d e f /b  ${'long '.repeat(100)}end. This item was not sent.`,
		);
	});

	it('tells what a look-up said only where neither acceptance nor a record says more', () => {
		const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 2, answer: 'HTTP 404' };
		const line = (outcome: 'accepted' | 'unknown', times: number, records?: IDataObject[]) =>
			describeResult(result(3, outcome, { records, lookedUp: { ...lookedUp, times } }), 'payout');
		expect(line('unknown', 2)).toContain('Looked up 2 times, last response: HTTP 404. ');
		expect(line('unknown', 1)).toContain('Looked up once, last response: HTTP 404. ');
		expect(line('unknown', 2, [{}])).not.toContain('Looked up');
		expect(line('accepted', 2)).not.toContain('Looked up');
	});

	it.each([
		[undefined, 'Item 1'],
		['x'.repeat(40), `Item 1, order reference ${'x'.repeat(40)}`],
		['x'.repeat(41), `Item 1, order reference ${'x'.repeat(40)}…`],
		['a\n<b>c', 'Item 1, order reference a b c'],
	])('keeps the reference %j on a line of the panel', (orderReference, name) => {
		expect(nameItem(result(0, 'unknown', { orderReference }))).toBe(name);
	});
});
