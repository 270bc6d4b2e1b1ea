import type { IDataObject } from 'n8n-workflow';
import {
	adviceFor,
	describeResult,
	nameItem,
	summary,
} from '../../../../nodes/CardBankPayments/executor/report/advice';
import { effects, outcomes, result } from '../../support/payments';
import { expectGoodWording, UNSHOWABLE } from '../../support/wording';

const adviceOn = (outcome: (typeof outcomes)[number], effect: (typeof effects)[number]) =>
	adviceFor(result(3, outcome), effect);
const onRecord = (record: IDataObject) => result(3, 'alreadySent', { records: [record] });

const payAnew = 'The money came back: correct the cause, then pay under a new order reference';
const lookUp =
	/^Look up order reference INV-3 with Payout → Get or .* only for a new payment, or once/;

describe('the advice for an item', () => {
	it.each(effects)('is in good words, and tells the outcomes apart (%s)', (effect) => {
		const titles = outcomes.map((outcome) => {
			const { title, meaning, nextStep } = adviceOn(outcome, effect);
			for (const text of [title, meaning, nextStep]) {
				expectGoodWording(text);
				expect(text).toMatch(/^[A-Z].*[^.]$/);
			}
			expect(title.startsWith('Payout')).toBe(effect === 'payout' && outcome !== 'notFound');
			return title;
		});
		expect(new Set(titles).size).toBe(outcomes.length);
	});

	it.each([
		['payout', 'accepted', 'The payout was made', /^Nothing to do$/],
		['payout', 'reversed', 'The money came back', /^The money came back: /],
		['payout', 'rejected', 'No money moved', /^Correct the cause, then run this item again$/],
		['payout', 'unknown', 'may or may not', /^Look up order reference INV-3 later, .* before send/],
		['payout', 'alreadySent', 'not sent again, so that the beneficiary is not paid twice', lookUp],
		['payout', 'notSent', 'was not sent', /^Fix what stopped the run, then run this item again$/],
		['payout', 'invalid', 'was not sent', /^Correct the item, then run it again$/],
		['paymentLink', 'rejected', 'Nothing was started', /^Correct the cause/],
		['paymentLink', 'unknown', 'No link came back and nothing was charged', /^Make a new link/],
		['paymentLink', 'alreadySent', 'not sent again', /INV-3 with Card Payment → Get or .*payment$/],
		['none', 'accepted', 'The service did what was asked', /^Nothing to do$/],
		['none', 'rejected', 'Nothing was changed', /^Correct the cause/],
		['none', 'unknown', 'Nothing was changed', /^Run it again later\..* nothing says whether/],
		[
			'none',
			'notFound',
			'Nothing was changed',
			/^Look it up again later: .* does not mean .* sent again/,
		],
	] as const)('of a %s that is %s: %s', (effect, outcome, says, next) => {
		const { meaning, nextStep } = adviceOn(outcome, effect);
		expect(meaning).toContain(says);
		expect(nextStep).toMatch(next);
	});

	it.each<[unknown, RegExp]>([
		['SUCCESS', /^Nothing to do$/],
		['PENDING', /^Nothing to do$/],
		['REVERSED', new RegExp(`^${payAnew}$`)],
		['FAILED', new RegExp(`^${payAnew}$`)],
		...[undefined, null, '', 7, 'ON-HOLD'].map((status): [unknown, RegExp] => [status, lookUp]),
	])('goes by the status that the service has of what was already sent (%p)', (status, next) => {
		const record = { status } as IDataObject;
		expect(adviceFor(onRecord(record), 'payout').nextStep).toMatch(next);
	});

	it('gives the whole reference where it has to be looked up', () => {
		const orderReference = '$&'.repeat(70);
		const { nextStep } = adviceFor(result(0, 'unknown', { orderReference }), 'payout');
		expect(nextStep).toContain(orderReference);
	});
});

describe('the line on an item', () => {
	it('names item and reference, what happened and what it means', () => {
		const says = Array.from({ length: 100 }, (_, index) => `Field ${index} is empty`).join('; ');
		expect(describeResult(result(3, 'invalid', { says }), 'payout')).toBe(
			`Item 4, order reference INV-3: ${says}. This item was not sent.`,
		);
	});

	it('shows what happened on one line, without markup and characters that cannot be seen', () => {
		const hostile = '<img src=x>a\r\nb\tc\u2028d\u2029e\u200bf\u202eg\ufeffh</b>';
		const line = describeResult(result(3, 'invalid', { says: hostile }), 'payout');
		expect(line).toContain(': img src=x a b c d e f g h /b. ');
		expect(line).not.toMatch(UNSHOWABLE);
	});

	const made = { status: 'SUCCESS', beneficiary: { accountNumber: '0150123456789' } };

	it.each<[IDataObject, string]>([
		[
			{ ...made, amount: '150010.00', order: { amount: '150000.00', currency: 'TZS' } },
			'150,000.00 TZS to …6789, status SUCCESS',
		],
		[{ status: 'PENDING', amount: '1234567.5', currency: 'USD' }, '1,234,567.50 USD, status P'],
		[{ status: 'PENDING', amount: 999 }, '999.00, status PENDING'],
		[{ status: 'PENDING', amount: 'much', beneficiary: { accountNumber: 7 } }, 'status PENDING'],
	])('begins with what was made before, as far as its record shows it: %j', (record, shows) => {
		const line = describeResult(onRecord(record), 'payout');
		expect(line.startsWith(`Already made: ${shows}`)).toBe(true);
		expect(line).toContain(' (item 4, order reference INV-3). It is not sent again, so that');
	});

	it.each([
		['REVERSED', 'The payout was reversed (status REVERSED)'],
		['ON-HOLD', 'The payout has the status "ON-HOLD", which this node does not know'],
	])('says that it is not certain to have been made (%s)', (status, says) => {
		expect(describeResult(onRecord({ status }), 'payout')).toContain(
			`Item 4, order reference INV-3: The service did something. ${says}. `,
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

it('names every reference of a run by how it ended, short and free of markup', () => {
	const many = Array.from({ length: 10_000 }, (_, index) => result(index, 'accepted'));
	const others = [
		result(4, 'notSent', { orderReference: undefined }),
		result(0, 'unknown', { orderReference: `<i>${'x'.repeat(1000)}` }),
		result(1, 'unknown', { orderReference: 'a\u2028b' }),
	];
	expect(summary([...others, ...many])).toEqual([
		`Accepted (10000): ${many.map(({ orderReference }) => orderReference).join(', ')}.`,
		`Unknown, look these up (2): i ${'x'.repeat(198)}…, a b.`,
		'Not sent (1): item 5.',
	]);
});
