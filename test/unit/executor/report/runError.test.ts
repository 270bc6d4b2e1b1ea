import { NodeOperationError } from 'n8n-workflow';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { runError, told } from '../../../../nodes/CardBankPayments/executor/report/runError';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { node } from '../../support/context';
import { ended, result } from '../../support/payments';

interface Stop {
	fails?: (result: Result) => boolean;
	nothingKnown?: boolean;
	hints?: string[];
	cause?: unknown;
	effect?: Effect;
}

/** The error of a run of payouts that was stopped. */
const stop = (results: Result[], { fails, effect = 'payout', ...others }: Stop = {}) => {
	const how = { nothingKnown: true, hints: [], ...others };
	const error = runError(node, ended(results, fails, effect), how);
	expect(error).toBeInstanceOf(NodeOperationError);
	const lines = String(error.description ?? '').split('<br/>');
	// n8n counts from 0, and would write its number beside ours.
	expect(error.context.itemIndex).toBeUndefined();
	return { message: error.message, lines };
};

const invalid = (index: number) => result(index, 'invalid', { says: `Amount is -${index}` });
const rest = [result(1, 'notSent'), result(3, 'notSent')];

describe('the error of a run that was stopped', () => {
	it('names the item that stopped it, lists all by their outcome, and ends with the hints', () => {
		const says = 'The service refused the request (HTTP 422)';
		const mixed = [
			...[result(0, 'accepted'), result(1, 'accepted'), result(2, 'notSent')],
			...[result(3, 'rejected', { says }), result(4, 'unknown'), result(5, 'alreadySent')],
			...[result(6, 'notSent', { orderReference: undefined }), result(7, 'reversed')],
			result(8, 'unknown', { orderReference: `<i>${'x'.repeat(1000)}\u2028b` }),
		];
		expect(stop(mixed, { hints: ['INV-2 stays reserved'] })).toEqual({
			message: `INV-3 (item 4): No money moved. ${says}. Accepted before it: 2.`,
			lines: [
				'Check each value of this item, then run it again.',
				'Accepted (2): INV-0, INV-1.',
				`Unknown, perhaps paid (2): INV-4, i ${'x'.repeat(38)}….`,
				'Reversed (1): INV-7.',
				'Rejected (1): INV-3.',
				'Already sent (1): INV-5.',
				'Not sent (2): INV-2, item 7.',
				'INV-2 stays reserved',
			],
		});
	});

	it('calls nothing accepted, or to be looked up, that was only read', () => {
		const { lines } = stop([result(0, 'accepted'), result(1, 'unknown')], { effect: 'none' });
		expect(lines).toEqual(['Run it again later.']);
	});

	it('blames neither an item that passes nor, where there is another one, one held back', () => {
		const fails = ({ outcome }: Result) => outcome === 'rejected';
		const second = /^INV-1 \(item 2\): /;
		const { message } = stop([result(0, 'alreadySent'), result(1, 'rejected')], { fails });
		expect(message).toMatch(second);
		expect(stop([result(0, 'notSent'), result(1, 'rejected')]).message).toMatch(second);
		expect(stop([result(0, 'accepted'), result(1, 'notSent')]).message).toMatch(second);
	});

	it.each([
		['alreadySent', 'notSent', true],
		['alreadySent', 'accepted', false],
		['unknown', 'notSent', false],
	] as const)('says how to go on with what was held back (%s, %s)', (first, other, says) => {
		const { lines } = stop([result(0, first), result(1, other)]);
		const goOn = 'To go on with the others, set When Already Sent in Options.';
		expect(lines.includes(goOn)).toBe(says);
	});

	it('says it once where the first item was paid, and not that there is nothing to do for the others', () => {
		const records = [{ status: 'SUCCESS' }];
		const { lines } = stop([result(0, 'alreadySent', { records }), result(1, 'notSent')]);
		expect(lines).toEqual([
			'Nothing to do for this item. To let such items pass, set When Already Sent to Return the Payout. They then have alreadySent: true.',
			'Already sent (1): INV-0.',
			'Not sent (1): INV-1.',
		]);
	});
});

describe('the error of a run with invalid items', () => {
	it('says that nothing was sent, and names every invalid item once, with its reason', () => {
		const results = [result(0, 'notSent'), invalid(1), result(2, 'notSent'), invalid(3)];
		const first = 'INV-1 (item 2): Amount is -1.';
		const advice = 'Correct what is named here, then run this item again.';
		expect(stop(results)).toMatchObject({
			message: `Nothing was sent: 2 of 4 items did not pass the checks. ${first}`,
			lines: ['INV-3 (item 4): Amount is -3.', advice],
		});
		expect(stop(results.slice(0, 2)).lines).toEqual([advice]);
	});

	it.each<[what: string, saysOf: (index: number) => string]>([
		['with one reason', () => 'Bank is required but empty'],
		['with long reasons', (index) => `Bank is ${index}${'x'.repeat(250)}`],
	])('stays short with 5,000 bad rows %s, and counts those that it does not name', (_, saysOf) => {
		const many = Array.from({ length: 5000 }, (__, index) =>
			result(index, 'invalid', { says: saysOf(index) }),
		);
		const { message, lines } = stop(many);
		expect(message).toMatch(
			/^Nothing was sent: 5000 of 5000 items did not pass the checks\. INV-0/,
		);
		const text = lines.join('<br/>');
		expect(text.length).toBeLessThan(7_000);
		expect(text.match(/INV-\d+ \(item/g)).toHaveLength(20);
		expect(text).toMatch(/and 4979 more: |4979 more items have other reasons\./);
	});

	it('names twenty of each outcome, and counts the others', () => {
		const paid = Array.from({ length: 4000 }, (_, index) => result(index, 'accepted'));
		const { message, lines } = stop([...paid, result(4000, 'rejected')]);
		expect(message).toMatch(/ Accepted before it: 4000\.$/);
		expect(lines[1]).toMatch(/^Accepted \(4000\): INV-0, .*INV-19 and 3980 more\.$/);
	});

	it.each(['accepted', 'reversed', 'unknown', 'rejected', 'alreadySent'] as const)(
		'does not say that nothing was sent when an item is %s',
		(outcome) => {
			const fails = ({ index }: Result) => index === 1;
			const { message, lines } = stop([result(0, outcome), invalid(1)], { fails });
			const others = outcome === 'accepted' ? ' Accepted before it: 1.' : '';
			expect(message).toBe(`INV-1 (item 2): This item was not sent. Amount is -1.${others}`);
			expect(lines).toContain('Invalid (1): INV-1.');
		},
	);

	it('does not say so either where this execution has sent something before', () => {
		const { message } = stop([invalid(0), ...rest], { nothingKnown: false });
		expect(message).toBe('INV-0 (item 1): This item was not sent. Amount is -0.');
		const conflict = result(0, 'invalid', { says: 'Already sent', conflict: true });
		expect(stop([conflict, ...rest])).toMatchObject({
			message: 'INV-0 (item 1): The new details were not sent. Already sent.',
			lines: [
				expect.stringContaining('Look up INV-0 with Payout → Get first'),
				...Array(2).fill(expect.anything()),
			],
		});
	});
});

describe('a run that could not begin to send', () => {
	it('says so in its own words, and what to do, with one full stop each', () => {
		const cause = new NodeOperationError(node, 'Timeout is -1. ', {
			description: 'Enter seconds...',
		});
		expect(told(cause)).toEqual(['Timeout is -1', 'Enter seconds']);
		expect(stop(rest, { cause })).toEqual({
			message: 'Nothing was sent. Timeout is -1.',
			lines: ['Enter seconds.'],
		});
		expect(stop([result(0, 'accepted'), ...rest], { cause, nothingKnown: false })).toMatchObject({
			message: 'Timeout is -1. Accepted before it: 1.',
			lines: ['Enter seconds.', 'Accepted (1): INV-0.', 'Not sent (2): INV-1, INV-3.'],
		});
	});

	it('needs no advice', () => {
		const cause = new Error('The credential cannot be read');
		const message = 'Nothing was sent. The credential cannot be read.';
		expect(stop(rest, { cause })).toMatchObject({ message, lines: [''] });
		expect([told('No access'), told(null)].map(([says]) => says)).toEqual(['No access', 'null']);
	});
});
