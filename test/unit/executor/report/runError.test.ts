import { NodeOperationError } from 'n8n-workflow';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { runError, told } from '../../../../nodes/CardBankPayments/executor/report/runError';
import { node } from '../../support/context';
import { effects, ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

interface Stop {
	effect?: (typeof effects)[number];
	fails?: (result: Result) => boolean;
	nothingKnown?: boolean;
	hints?: string[];
	cause?: unknown;
}

const stop = (results: Result[], { effect = 'payout', fails, ...others }: Stop = {}) => {
	const how = { nothingKnown: true, hints: [], ...others };
	const error = runError(node, ended(results, fails), effect, how);
	expect(error).toBeInstanceOf(NodeOperationError);
	const lines = String(error.description ?? '').split('<br/>');
	return { message: error.message, lines, index: error.context.itemIndex };
};

const invalid = (index: number) => result(index, 'invalid', { says: `Amount is -${index}` });

describe('the error of a run that was stopped', () => {
	it('names the item that stopped it, lists all by their outcome, and ends with the hints', () => {
		const says = 'The service refused the request (HTTP 422)';
		const mixed = [
			...[result(0, 'accepted'), result(1, 'accepted'), result(2, 'notSent')],
			...[result(3, 'rejected', { says }), result(4, 'unknown'), result(5, 'alreadySent')],
			...[result(6, 'notSent'), result(7, 'reversed')],
		];
		const { message, lines, index } = stop(mixed, { hints: ['INV-2 stays reserved'] });
		expect(message).toBe(`Item 4, order reference INV-3: ${says}. No money moved for this item.`);
		expect(index).toBe(3);
		expect(lines).toEqual([
			expect.stringMatching(/^Correct the cause/),
			'Accepted (2): INV-0, INV-1.',
			'Unknown, look these up (1): INV-4.',
			'Reversed (1): INV-7.',
			'Rejected (1): INV-3.',
			'Already sent (1): INV-5.',
			'Not sent (2): INV-2, INV-6.',
			'INV-2 stays reserved',
		]);
	});

	it('names every reference, short and free of markup', () => {
		const many = Array.from({ length: 10_000 }, (_, index) => result(index, 'accepted'));
		const others = [
			result(4, 'notSent', { orderReference: undefined }),
			result(0, 'unknown', { orderReference: `<i>${'x'.repeat(1000)}` }),
			result(1, 'unknown', { orderReference: 'a\u2028b' }),
		];
		expect(stop([...others, ...many]).lines.slice(1)).toEqual([
			`Accepted (10000): ${many.map(({ orderReference }) => orderReference).join(', ')}.`,
			`Unknown, look these up (2): i ${'x'.repeat(198)}…, a b.`,
			'Not sent (1): item 5.',
		]);
	});

	it.each(effects)('is in good words, whatever stopped it (%s)', (effect) => {
		for (const outcome of outcomes.slice(1)) {
			const { message, lines } = stop([result(0, outcome), result(1, 'notSent')], { effect });
			[message, ...lines].forEach(expectGoodWording);
		}
	});

	it('blames neither an item that passes nor, where there is another one, one held back', () => {
		const fails = ({ outcome }: Result) => outcome === 'rejected';
		expect(stop([result(0, 'alreadySent'), result(1, 'rejected')], { fails }).index).toBe(1);
		const { message } = stop([result(0, 'accepted'), result(1, 'notSent', { says: 'Cancelled' })]);
		expect(message).toMatch(/^Item 2, order reference INV-1: Cancelled\. /);
	});

	it.each([
		['alreadySent', 'notSent', true],
		['alreadySent', 'accepted', false],
		['unknown', 'notSent', false],
	] as const)('says how to go on with what was held back (%s, %s)', (first, other, says) => {
		const { lines } = stop([result(0, first), result(1, other)]);
		const goOn = 'To go on with the others, set the option When Already Sent.';
		expect(lines.includes(goOn)).toBe(says);
	});
});

describe('the error of a run with invalid items', () => {
	it('says that nothing was sent, and lists every invalid item with its reason', () => {
		const results = [result(0, 'notSent'), invalid(1), result(2, 'notSent'), invalid(3)];
		const { message, lines } = stop(results);
		expect(message).toBe(
			'Nothing was sent: 2 of 4 items did not pass the checks. Item 2, order reference INV-1: Amount is -1.',
		);
		expect(lines).toEqual([
			'Item 2, order reference INV-1: Amount is -1.',
			'Item 4, order reference INV-3: Amount is -3.',
			'Correct the item, then run it again.',
		]);
		expect(stop(results.slice(0, 2)).lines).toEqual(['Correct the item, then run it again.']);
	});

	it('describes up to a thousand of them', () => {
		const many = Array.from({ length: 1003 }, (_, index) => invalid(index));
		expect(stop(many).lines).toHaveLength(1001);
	});

	it.each(['accepted', 'reversed', 'unknown', 'rejected', 'alreadySent'] as const)(
		'does not say that nothing was sent when an item is %s',
		(outcome) => {
			const fails = ({ index }: Result) => index === 1;
			const { message, lines } = stop([result(0, outcome), invalid(1)], { fails });
			expect(message).toBe('Item 2, order reference INV-1: Amount is -1. This item was not sent.');
			expect(lines).toContain('Invalid (1): INV-1.');
		},
	);

	it('does not say so either where this execution has sent something before', () => {
		const known = stop([invalid(0), result(1, 'notSent')], { nothingKnown: false });
		expect(known.message).toMatch(/^Item 1, order reference INV-0: Amount is -0\. This item/);
		const says = 'This order reference was already sent with other details';
		const conflict = result(0, 'invalid', { says, conflict: true });
		const { message, lines } = stop([conflict, result(1, 'notSent')]);
		expect(message).toBe(`Item 1, order reference INV-0: ${says}. The new details were not sent.`);
		expect(lines[0]).toContain('Look up order reference INV-0 with Payout → Get');
	});
});

describe('a run that could not begin to send', () => {
	const causes = [
		new NodeOperationError(node, 'Timeout is -1', { description: 'Enter seconds.' }),
		new NodeOperationError(node, 'Timeout is -1.', {
			description: 'Enter seconds. Nothing was sent.',
		}),
	];
	const rest = [result(1, 'notSent'), result(3, 'notSent')];

	it.each(causes)('says so in its own words, and what to do ($message)', (cause) => {
		expect(stop(rest, { cause })).toEqual({
			message: 'Nothing was sent. Timeout is -1.',
			lines: ['Enter seconds.'],
			index: undefined,
		});
		expect(told(cause)).toEqual(['Timeout is -1', 'Enter seconds']);
	});

	it.each(causes)('says what was sent where something is known ($message)', (cause) => {
		const results = [result(0, 'accepted'), rest[0]!, result(2, 'unknown')];
		const { message, lines } = stop(results, { cause, nothingKnown: false });
		expect(message).toBe('Timeout is -1.');
		expect(lines).toEqual([
			'Enter seconds.',
			'Accepted (1): INV-0.',
			'Unknown, look these up (1): INV-2.',
			'Not sent (1): INV-1.',
		]);
	});

	it('needs no advice', () => {
		const cause = new Error('The credential cannot be read');
		const message = 'Nothing was sent. The credential cannot be read.';
		expect(stop(rest, { cause })).toMatchObject({ message, lines: [''] });
		expect([told('No access'), told(null)].map(([says]) => says)).toEqual(['No access', 'null']);
	});
});
