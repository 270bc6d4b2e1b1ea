import type { IDataObject } from 'n8n-workflow';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	adviceFor,
	describeResult,
	listReferences,
	nameItem,
} from '../../../../nodes/CardBankPayments/executor/report/advice';
import { effects, outcomes, result } from '../../support/payments';
import { expectGoodWording, UNSHOWABLE } from '../../support/wording';

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
		const { title } = adviceFor(result(3, outcome), effect);
		expect(title.startsWith('Payout')).toBe(effect === 'payout' && outcome !== 'notFound');
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

	it('asks for a new link where one was lost', () => {
		const { meaning, nextStep } = adviceFor(result(3, 'unknown'), 'paymentLink');
		expect(meaning).toBe('No link came back and nothing was charged');
		expect(nextStep).toBe('Make a new link under a new order reference');
	});

	it.each(['unknown', 'rejected'] as const)(
		'says nothing about the money where a question is %s',
		(outcome) => {
			const { meaning, nextStep } = adviceFor(result(3, outcome), 'none');
			expect(meaning).toBe('This was only a question: it changed nothing');
			expect(nextStep).not.toContain('money');
			expect(adviceFor(result(3, 'unknown'), 'none').nextStep).toMatch(/^Ask again later\./);
		},
	);

	const onRecord = (status: unknown, outcome: Result['outcome'] = 'alreadySent') =>
		adviceFor(result(3, outcome, { records: [{ status } as IDataObject] }), 'payout').nextStep;
	const payAnew = 'The money came back: correct the cause, then pay under a new order reference';

	it.each([
		['SUCCESS', 'Nothing to do'],
		['PENDING', 'Nothing to do'],
		['REVERSED', payAnew],
		['FAILED', payAnew],
	])(
		'goes by the status that the service has of what was already sent (%s)',
		(status, nextStep) => {
			expect(onRecord(status)).toBe(nextStep);
		},
	);

	it.each([undefined, null, '', 7, {}, 'ON-HOLD'])('concludes nothing from %p', (status) => {
		expect(onRecord(status)).toMatch(/^Look up order reference INV-3 with Payout → Get or /);
	});

	it('says what to do about money that came back', () => {
		expect(onRecord('REFUNDED', 'reversed')).toBe(payAnew);
	});

	const places = {
		payout: 'Payout → Get or',
		paymentLink: 'Card Payment → Get or',
		none: 'the service.',
	};

	it('asks to look up what was already sent, and for a new reference only for a new payment', () => {
		for (const effect of effects) {
			const { meaning, nextStep } = adviceFor(result(3, 'alreadySent'), effect);
			expect(meaning).toContain('It is not sent again');
			expect(nextStep).toContain(`Look up order reference INV-3 with ${places[effect]}`);
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

	it.each(effects)('says what to correct, or that there is nothing to do (%s)', (effect) => {
		const nextStep = (outcome: Result['outcome']) => adviceFor(result(3, outcome), effect).nextStep;
		expect(nextStep('invalid')).toMatch(/^Correct the item/);
		expect(nextStep('rejected')).toMatch(/^Correct the cause/);
		expect(nextStep('notSent')).toMatch(/then run this item again$/);
		expect(nextStep('accepted')).toBe('Nothing to do');
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
			`Item 4, order reference INV-3: It said no. ${meaning}.`,
		);
	});

	it('shows what happened on one line, without markup and characters that cannot be seen', () => {
		const hostile = '<img src=x>a\r\nb\tc\u2028d\u2029e\u200bf\u202eg\ufeffh</b>';
		const line = describeResult(result(3, 'invalid', { says: hostile }), 'payout');
		expect(line).toContain(': img src=x a b c d e f g h /b. ');
		expect(line).not.toMatch(UNSHOWABLE);
	});

	const made = (record: IDataObject) =>
		describeResult(result(3, 'alreadySent', { records: [record] }), 'payout');

	it('begins with what was made before, by the record of the service', () => {
		const record = {
			status: 'SUCCESS',
			amount: '150010.00',
			currency: 'TZS',
			order: { amount: '150000.00', currency: 'TZS' },
			beneficiary: { accountNumber: '0150123456789' },
		};
		expect(made(record)).toBe(
			'Already made: 150,000.00 TZS to …6789, status SUCCESS (item 4, order reference INV-3). It is not sent again, so that the beneficiary is not paid twice.',
		);
	});

	it.each<[IDataObject, string]>([
		[{ amount: '1234567.5', currency: 'USD' }, '1,234,567.50 USD, status PENDING'],
		[{ amount: 999 }, '999.00, status PENDING'],
		[{ beneficiary: { accountNumber: '**6789' } }, 'to …6789, status PENDING'],
		[{ amount: 'much', beneficiary: { accountNumber: 7 } }, 'status PENDING'],
	])('shows of it what there is: %j', (record, shows) => {
		expect(made({ ...record, status: 'PENDING' })).toContain(`Already made: ${shows} (item 4`);
	});

	it.each([
		['REVERSED', 'The payout was reversed (status REVERSED)'],
		['ON-HOLD', 'The payout has the status "ON-HOLD", which this node does not know'],
	])('says that it is not certain to have been made (%s)', (status, says) => {
		expect(made({ status })).toContain(
			`Item 4, order reference INV-3: The service did something. ${says}. `,
		);
	});

	it('keeps every reason of an item, however many there are', () => {
		const says = Array.from({ length: 100 }, (_, index) => `Field ${index} is empty`).join('; ');
		expect(describeResult(result(3, 'invalid', { says }), 'payout')).toContain(`: ${says}. `);
	});

	it('tells what a look-up said only where the payment is not accepted', () => {
		const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 2, answer: 'HTTP 404' };
		const line = (outcome: 'accepted' | 'unknown') =>
			describeResult(result(3, outcome, { lookedUp }), 'payout');
		expect(line('unknown')).toContain('Looked up 2 times, last response: HTTP 404. ');
		expect(line('accepted')).not.toContain('Looked up');
	});

	it('names the item alone when there is no reference', () => {
		expect(nameItem(result(0, 'invalid', { orderReference: undefined }))).toBe('Item 1');
	});

	it.each([
		['x'.repeat(40), 'x'.repeat(40)],
		['x'.repeat(41), `${'x'.repeat(40)}…`],
		['a\n<b>c', 'a b c'],
	])('keeps a reference on a line of the panel: %j', (orderReference, shown) => {
		const name = nameItem(result(0, 'unknown', { orderReference }));
		expect(name).toBe(`Item 1, order reference ${shown}`);
	});

	it('gives the whole reference where it has to be looked up', () => {
		const orderReference = 'x'.repeat(140);
		const { nextStep } = adviceFor(result(0, 'unknown', { orderReference }), 'payout');
		expect(nextStep).toContain(orderReference);
	});
});

describe('a list of references', () => {
	it.each([2, 21, 10_000])('names every one of %i, since each may have been paid', (count) => {
		const results = Array.from({ length: count }, (_, index) => result(index, 'accepted'));
		const references = results.map(({ orderReference }) => orderReference);
		expect(listReferences(results)).toBe(references.join(', '));
	});

	it('keeps each of them short and free of markup', () => {
		const hostile = [`<i>${'x'.repeat(1000)}`, 'a\u2028b', 'INV-3'];
		const line = listReferences(
			hostile.map((orderReference, index) => result(index, 'unknown', { orderReference })),
		);
		expect(line).toMatch(/^i x{198}…, a b, INV-3$/);
	});

	it('names the item where there is no reference', () => {
		expect(listReferences([result(4, 'invalid', { orderReference: undefined })])).toBe('item 5');
	});
});
