import { NodeOperationError } from 'n8n-workflow';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	stoppedRun,
	unableToSend,
	whyUnable,
} from '../../../../nodes/CardBankPayments/executor/report/runError';
import { node } from '../../support/context';
import { effects, ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const stop = (
	results: Result[],
	{
		effect = 'payout' as (typeof effects)[number],
		fails = undefined as undefined | ((result: Result) => boolean),
		nothingKnown = true,
		hints = [] as Array<string | undefined>,
	} = {},
) => stoppedRun(node, ended(results, fails), effect, { nothingKnown, hints });
const linesOf = ({ description }: NodeOperationError) => String(description).split('<br/>');

describe('the error of a run that was stopped', () => {
	const mixed = [
		result(0, 'accepted'),
		result(1, 'accepted'),
		result(2, 'notSent'),
		result(3, 'rejected', { says: 'The service refused the request (HTTP 422)' }),
		result(4, 'unknown'),
		result(5, 'alreadySent'),
		result(6, 'notSent'),
		result(7, 'reversed'),
	];

	it('names the item that stopped it, lists all by their outcome, and ends with the hints', () => {
		const hints = [undefined, 'INV-2 stays reserved', 'It waited'];
		const error = stop(mixed, { hints });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toMatch(
			/^Item 4, order reference INV-3: The service refused the request \(HTTP 422\)\. /,
		);
		expect(error.context.itemIndex).toBe(3);
		expect(linesOf(error)).toEqual([
			expect.stringMatching(/^Correct the cause/),
			'Accepted (2): INV-0, INV-1.',
			'Unknown, look these up (1): INV-4.',
			'Reversed (1): INV-7.',
			'Rejected (1): INV-3.',
			'Already sent (1): INV-5.',
			'Not sent (2): INV-2, INV-6.',
			'INV-2 stays reserved',
			'It waited',
		]);
	});

	it.each(effects)('is in good words, whatever stopped it (%s)', (effect) => {
		for (const outcome of outcomes.slice(1)) {
			const error = stop([result(0, outcome), result(1, 'notSent')], { effect });
			[error.message, ...linesOf(error)].forEach(expectGoodWording);
		}
	});

	it('blames neither an item that passes nor, where there is another one, one held back', () => {
		const fails = ({ outcome }: Result) => outcome === 'rejected';
		const passing = [result(0, 'alreadySent'), result(1, 'rejected')];
		expect(stop(passing, { fails }).context.itemIndex).toBe(1);
		const { message } = stop([result(0, 'accepted'), result(1, 'notSent', { says: 'Cancelled' })]);
		expect(message).toMatch(/^Item 2, order reference INV-1: Cancelled\. /);
		expect(message).not.toContain('correction');
	});

	it('does not say that nothing was sent when a reference was used with other details', () => {
		const says = 'This order reference was already sent with other details';
		const conflict = result(0, 'invalid', { says, conflict: true });
		const { message, description } = stop([conflict, result(1, 'notSent')]);
		expect(message).toBe(`Item 1, order reference INV-0: ${says}. The new details were not sent.`);
		expect(description).toContain('Look up order reference INV-0 with Payout → Get');
	});

	it.each([
		['payout', 'notSent', / to Pass the Item Through, or to Return the Payout\.$/],
		['paymentLink', 'notSent', / the option When Already Sent to Pass the Item Through\.$/],
		['payout', 'accepted', undefined],
	] as const)('says how to go on after a %s that was sent before (%s)', (effect, other, says) => {
		const lines = linesOf(stop([result(0, 'alreadySent'), result(1, other)], { effect }));
		const goOn = lines.filter((line) => line.includes('When Already Sent'));
		expect(goOn).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
		expect(linesOf(stop([result(0, 'unknown'), result(1, other)], { effect }))).not.toContain(goOn);
	});
});

describe('the error of a run with invalid items', () => {
	const invalid = (index: number) => result(index, 'invalid', { says: `Amount is -${index}` });

	it('says that nothing was sent, and lists every invalid item with its reason', () => {
		const error = stop([result(0, 'notSent'), invalid(1), result(2, 'notSent'), invalid(3)]);
		expect(error.message).toBe(
			'Nothing was sent: 2 of 4 items need a correction. Item 2, order reference INV-1: Amount is -1.',
		);
		expect(linesOf(error)).toEqual([
			'Item 2, order reference INV-1: Amount is -1.',
			'Item 4, order reference INV-3: Amount is -3.',
			'Correct the item, then run it again.',
		]);
	});

	it.each([
		[[result(0, 'notSent'), invalid(1)], /^Nothing was sent: 1 of 2 items needs a correction\. I/],
		[[invalid(0)], /^Nothing was sent: the item needs a correction\. Item 1, /],
	])('does not repeat the only one that is invalid', (results, message) => {
		const error = stop(results);
		expect(error.message).toMatch(message);
		expect(linesOf(error)).toEqual(['Correct the item, then run it again.']);
	});

	it('asks for no correction where no item is wrong', () => {
		const nextStep = 'Together they are too much: send fewer';
		const error = stop([0, 1].map((index) => ({ ...invalid(index), nextStep })));
		expect(error.message).toBe('Nothing was sent. Item 1, order reference INV-0: Amount is -0.');
		expect(linesOf(error).at(-1)).toBe(`${nextStep}.`);
	});

	it('describes up to a thousand of them, and counts the others', () => {
		const linesOfMany = (count: number) =>
			linesOf(stop(Array.from({ length: count }, (_, index) => invalid(index))));
		expect(linesOfMany(1000)).toHaveLength(1001);
		expect(linesOfMany(1003).slice(999)).toEqual([
			'Item 1000, order reference INV-999: Amount is -999.',
			'… and 3 more',
			expect.stringMatching(/^Correct the item/),
		]);
	});

	it.each(['accepted', 'reversed', 'unknown', 'rejected', 'alreadySent'] as const)(
		'does not say that nothing was sent when an item is %s',
		(outcome) => {
			const error = stop([result(0, outcome), invalid(1)], { fails: ({ index }) => index === 1 });
			expect(error.message).toBe(
				'Item 2, order reference INV-1: Amount is -1. This item was not sent.',
			);
			expect(linesOf(error)).toContain('Invalid (1): INV-1.');
		},
	);

	it('does not say so either where an earlier attempt of the execution has sent something', () => {
		const { message } = stop([invalid(0), result(1, 'notSent')], { nothingKnown: false });
		expect(message).toMatch(/^Item 1, order reference INV-0: Amount is -0\. /);
	});
});

describe('a run that could not begin to send', () => {
	const description = 'Enter seconds. Nothing was sent.';
	const refusal = new NodeOperationError(node, 'Timeout is -1', { description });
	/** Of a message whose reader, such as an agent, sees nothing else. */
	const whole = new NodeOperationError(node, 'No. Nothing was sent.', { description: 'Ask.' });
	const crash = new Error('The credential cannot be read');
	const results = [result(0, 'accepted'), result(1, 'notSent'), result(2, 'unknown')];

	it('says that nothing was sent where nothing is known, in its own words', () => {
		expect(unableToSend(node, refusal, results, true)).toBe(refusal);
		expect(unableToSend(node, crash, [], true)).toMatchObject({
			message: 'The credential cannot be read',
			description: 'Nothing was sent.',
		});
	});

	it.each([
		[refusal, 'Timeout is -1', ['Enter seconds.']],
		[whole, 'No.', ['Ask.']],
		[crash, 'The credential cannot be read', []],
	])('says what was sent where something is known: %s', (error, message, own) => {
		const told = unableToSend(node, error, results, false);
		expect(told.message).toBe(message);
		expect(linesOf(told)).toEqual([
			...own,
			'Accepted (1): INV-0.',
			'Unknown, look these up (1): INV-2.',
			'Not sent (1): INV-1.',
		]);
	});

	it.each([
		[refusal, 'Timeout is -1. Enter seconds. Nothing was sent', 'Timeout is -1. Enter seconds'],
		[whole, 'No. Nothing was sent. Ask', 'No. Ask'],
		[crash, 'The credential cannot be read', 'The credential cannot be read'],
	])('gives its items the reason without a full stop: %s', (error, unknown, known) => {
		expect(whyUnable(error, true)).toBe(unknown);
		expect(whyUnable(error, false)).toBe(known);
	});
});
