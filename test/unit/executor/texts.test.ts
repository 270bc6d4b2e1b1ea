import fc from 'fast-check';
import {
	adviceFor,
	describeResult,
	listReferences,
	masked,
	nameItem,
	serviceMessage,
	shown,
} from '../../../nodes/CardBankPayments/executor/texts';
import { cardEffects, effects, outcomes, result } from '../support/payments';
import { expectGoodWording } from '../support/wording';

const all = effects.flatMap((effect) => outcomes.map((outcome) => [outcome, effect] as const));

describe('the advice for an item', () => {
	it.each(all)('is in good words when it is %s and the effect is %s', (outcome, effect) => {
		const { title, meaning, nextStep } = adviceFor(result(3, outcome), effect);
		for (const text of [title, meaning, nextStep]) {
			expectGoodWording(text);
			expect(text).toMatch(/^[A-Z].*[^.]$/);
		}
		expect(title).not.toBe(meaning);
	});

	it.each(all)('speaks of payouts only where there is one (%s, %s)', (outcome, effect) => {
		expect(adviceFor(result(3, outcome), effect).title.startsWith('Payout')).toBe(
			effect === 'payout',
		);
	});

	it('tells the outcomes apart by their titles', () => {
		for (const effect of effects) {
			const titles = outcomes.map((outcome) => adviceFor(result(3, outcome), effect).title);
			expect(new Set(titles).size).toBe(outcomes.length);
		}
	});

	it('names the reference of an unknown payout and asks to look it up before sending again', () => {
		const advice = adviceFor(result(3, 'unknown'), 'payout');
		expect(advice.title).toBe('Payout outcome unknown');
		expect(advice.meaning).toContain('may or may not have been made');
		expect(advice.meaning).toContain('not sent again by itself');
		expect(advice.nextStep).toMatch(/^Look up order reference INV-3 .*before sending it again$/);
	});

	it.each(cardEffects)('lets an unknown request be run again (%s)', (effect) => {
		const { meaning, nextStep } = adviceFor(result(3, 'unknown'), effect);
		expect(meaning).toBe('No money moved');
		expect(nextStep).toMatch(/^Run this item again; .*order reference INV-3/);
	});

	it('asks to look up what was already sent, and for a new reference only for a new payment', () => {
		for (const effect of effects) {
			const { meaning, nextStep } = adviceFor(result(3, 'alreadySent'), effect);
			expect(meaning).toContain('It is not sent again');
			expect(nextStep).toContain('Look up order reference INV-3');
			expect(nextStep).toContain('only for a new payment');
		}
		expect(adviceFor(result(3, 'alreadySent'), 'payout').meaning).toContain('not paid twice');
		expect(adviceFor(result(3, 'alreadySent'), 'paymentLink').meaning).not.toContain('paid');
	});

	it('says that no money moved only where that is certain', () => {
		const certain = outcomes.filter((outcome) =>
			/no money|not sent$/i.test(adviceFor(result(3, outcome), 'payout').meaning),
		);
		expect(certain).toEqual(['rejected', 'notSent', 'invalid']);
		expect(adviceFor(result(3, 'rejected'), 'paymentLink').meaning).toBe('Nothing was started');
	});

	it('asks for a correction where the item is wrong, and for nothing where it went well', () => {
		for (const effect of effects) {
			expect(adviceFor(result(3, 'invalid'), effect).nextStep).toMatch(/^Correct the item/);
			expect(adviceFor(result(3, 'rejected'), effect).nextStep).toMatch(/^Correct the cause/);
			expect(adviceFor(result(3, 'notSent'), effect).nextStep).toMatch(/then run this item again$/);
			expect(adviceFor(result(3, 'accepted'), effect).nextStep).toBe('Nothing to do');
		}
	});

	it('says for accepted items what the service did', () => {
		expect(adviceFor(result(3, 'accepted'), 'payout').meaning).toBe('The payout was made');
		expect(adviceFor(result(3, 'accepted'), 'none').meaning).toContain('did what was asked');
	});
});

describe('the line on an item', () => {
	it('names item and reference, what happened and what it means', () => {
		const refused = result(3, 'rejected', { says: 'It said no' });
		const { meaning } = adviceFor(refused, 'payout');
		expect(describeResult(refused, 'payout')).toBe(
			`Item 3, order reference INV-3: It said no. ${meaning}.`,
		);
	});

	it('names the item alone when there is no reference', () => {
		expect(nameItem(result(0, 'invalid', { orderReference: undefined }))).toBe('Item 0');
	});

	it('keeps a hostile reference on one line', () => {
		const name = nameItem(result(0, 'invalid', { orderReference: 'a\n<b>c' }));
		expect(name).toBe('Item 0, order reference a b c');
	});
});

describe('a list of references', () => {
	const results = (count: number) =>
		Array.from({ length: count }, (_, index) => result(index, 'accepted'));

	it('names each of up to twenty', () => {
		expect(listReferences(results(2))).toBe('INV-0, INV-1');
		expect(listReferences(results(20))).toMatch(/, INV-19$/);
	});

	it('counts the others', () => {
		expect(listReferences(results(21))).toMatch(/, INV-19 and 1 more$/);
		expect(listReferences(results(10_000))).toMatch(/ and 9980 more$/);
	});

	it('names the item where there is no reference', () => {
		expect(listReferences([result(4, 'invalid', { orderReference: undefined })])).toBe('item 4');
	});
});

describe('text from outside', () => {
	it('is shown without line breaks, markup, and characters that cannot be seen', () => {
		expect(shown('a\r\nb\u0000c\u200bd\u202ee<script>f')).toBe('a b c d e script f');
		expect(shown('  a b  ')).toBe('a b');
	});

	it('is cut behind 200 characters', () => {
		expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
		expect(shown('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
		expect(shown('x'.repeat(1_000_000))).toBe(`${'x'.repeat(200)}…`);
	});

	it('is always one short line without markup', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
				expect(shown(text)).not.toMatch(/[\p{Cc}\p{Cf}<>]/u);
				expect(shown(text).length).toBeLessThanOrEqual(201);
			}),
		);
	});
});

describe('the service’s own words', () => {
	it('are passed on', () => {
		expect(serviceMessage({ message: 'Insufficient balance' }, '0150')).toBe(
			'Insufficient balance',
		);
	});

	it.each([
		undefined,
		null,
		'text',
		5,
		[],
		{},
		{ message: '' },
		{ message: ' \n' },
		{ message: 5 },
	])('are absent in %p', (body) => {
		expect(serviceMessage(body, '0150123456789')).toBe('');
	});

	it('show no more than the last four digits of the account number', () => {
		const message = 'Account 0150123456789 is closed (0150123456789)';
		expect(serviceMessage({ message }, '0150123456789')).toBe('Account …6789 is closed (…6789)');
		expect(serviceMessage({ message: 'Account 12345 is closed' }, '12345')).toContain('…2345');
		expect(masked('0150123456789')).toBe('…6789');
	});

	it('keep an account number of four digits, which every amount might contain', () => {
		expect(serviceMessage({ message: 'Fee 1500' }, '1500')).toBe('Fee 1500');
		expect(serviceMessage({ message: 'Fee 1500' }, undefined)).toBe('Fee 1500');
		expect(serviceMessage({ message: 'Fee 1500' }, 15001500)).toBe('Fee 1500');
	});

	it('hide the account number even where the cut would fall into it', () => {
		const message = `${'x'.repeat(195)}0150123456789`;
		expect(serviceMessage({ message }, '0150123456789')).toBe(`${'x'.repeat(195)}…6789`);
	});

	it('are shown on one line without markup', () => {
		expect(serviceMessage({ message: '<b>no</b>\nreally' }, '')).toBe('b no /b really');
	});
});
