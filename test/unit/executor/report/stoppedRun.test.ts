import { NodeOperationError } from 'n8n-workflow';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { stoppedRun } from '../../../../nodes/CardBankPayments/executor/report/stoppedRun';
import { node } from '../../support/context';
import { effects, ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const stop = (
	results: Result[],
	effect: (typeof effects)[number] = 'payout',
	fails?: (result: Result) => boolean,
	nothingKnown = true,
	hints: Array<string | undefined> = [],
) => stoppedRun(node, ended(results, fails), effect, { nothingKnown, hints });
const linesOf = (error: NodeOperationError) => String(error.description).split('<br/>');

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

	it('names the item that stopped the run, not one that was held back because of it', () => {
		const error = stop(mixed);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toMatch(
			/^Item 4, order reference INV-3: The service refused the request \(HTTP 422\)\. /,
		);
		expect(error.context.itemIndex).toBe(3);
	});

	it('ends with the hints, which n8n shows nowhere else', () => {
		const hints = [undefined, 'INV-2 stays reserved', 'It waited'];
		const lines = linesOf(stop(mixed, 'payout', undefined, true, hints));
		expect(lines).toEqual([...linesOf(stop(mixed)), 'INV-2 stays reserved', 'It waited']);
	});

	it('does not ask for a correction when a run ended before its first item', () => {
		const error = stop([result(0, 'notSent'), result(1, 'notSent')]);
		expect(error.message).toMatch(/^Item 1, order reference INV-0: /);
		expect(error.message).not.toContain('correction');
	});

	it('does not say that nothing was sent when a reference was used with other details', () => {
		const says = 'Order Reference was already used in this execution with other details';
		const conflict = result(0, 'invalid', { says, conflict: true });
		const { message, description } = stop([conflict, result(1, 'notSent')]);
		expect(message).toBe(
			`Item 1, order reference INV-0: ${says}. This order reference was already sent with other details. The new details were not sent.`,
		);
		expect(description).toContain('Look up order reference INV-0 with Payout → Get');
	});

	it('lists what was accepted, is unknown, was rejected, was used and was not sent', () => {
		expect(linesOf(stop(mixed))).toEqual([
			expect.stringMatching(/^Correct the cause/),
			'Accepted (2): INV-0, INV-1.',
			'Unknown, look these up (1): INV-4.',
			'Reversed (1): INV-7.',
			'Rejected (1): INV-3.',
			'Already sent (1): INV-5.',
			'Not sent (2): INV-2, INV-6.',
		]);
	});

	it.each(effects)('is in good words, whatever stopped the run (%s)', (effect) => {
		for (const outcome of outcomes.slice(1)) {
			const error = stop([result(0, outcome), result(1, 'notSent')], effect);
			expectGoodWording(error.message);
			linesOf(error).forEach(expectGoodWording);
		}
	});

	it('names every unknown payout and asks to look it up, whatever else there is', () => {
		for (const outcome of ['reversed', 'rejected', 'unknown', 'alreadySent', 'invalid'] as const) {
			const error = stop([result(0, outcome), result(1, 'unknown'), result(2, 'notSent')]);
			const line = linesOf(error).find((text) => text.startsWith('Unknown, look these up'));
			expect(line).toMatch(/\bINV-1\./);
		}
		expect(linesOf(stop([result(0, 'unknown')]))[0]).toMatch(/^Look up order reference INV-0 /);
	});

	it.each(['accepted', 'unknown', 'notSent'] as const)(
		'names every item that is %s, however many there are',
		(outcome) => {
			const many = Array.from({ length: 3000 }, (_, index) => result(index + 1, outcome));
			const description = String(stop([result(0, 'rejected'), ...many]).description);
			const named = new Set(description.match(/\bINV-\d+/g));
			expect(many.filter(({ orderReference }) => !named.has(String(orderReference)))).toEqual([]);
			expect(description).not.toContain('more');
		},
	);

	it('names a held-back item when nothing else stopped the run', () => {
		const error = stop([result(0, 'accepted'), result(1, 'notSent', { says: 'It was cancelled' })]);
		expect(error.message).toContain('Item 2, order reference INV-1: It was cancelled');
		expect(linesOf(error)).toContain('Accepted (1): INV-0.');
	});

	it('does not blame an item that passes through', () => {
		const fails = ({ outcome }: Result) => outcome === 'rejected';
		const error = stop([result(0, 'alreadySent'), result(1, 'rejected')], 'payout', fails);
		expect(error.context.itemIndex).toBe(1);
	});

	it('says how to pay the others when one was paid before', () => {
		const returns = / Pass the Item Through, or to Return the Payout\.$/;
		const link = [result(0, 'alreadySent'), result(1, 'notSent')];
		expect(linesOf(stop(link))).toContainEqual(expect.stringMatching(returns));
		expect(linesOf(stop(link, 'paymentLink'))).not.toContainEqual(expect.stringMatching(returns));
		const goOn = expect.stringContaining('the option When Already Sent to Pass the Item Through');
		const error = stop([result(0, 'alreadySent'), result(1, 'notSent')]);
		expect(linesOf(error)).toContainEqual(goOn);
		linesOf(error).forEach(expectGoodWording);
		expect(linesOf(stop([result(0, 'alreadySent')]))).not.toContainEqual(goOn);
		expect(linesOf(stop([result(0, 'unknown'), result(1, 'notSent')]))).not.toContainEqual(goOn);
	});

	it('keeps its own words even when a reference looks like a network code', () => {
		const error = stop([result(0, 'unknown', { orderReference: 'ETIMEDOUT' })]);
		expect(error.message).toContain('order reference ETIMEDOUT: The service did something.');
		expect(error.messages).toEqual([]);
	});
});

describe('the error of a run with invalid items', () => {
	const invalid = (index: number) => result(index, 'invalid', { says: `Amount is -${index}` });

	it('says that nothing was sent, and lists every invalid item with its reason', () => {
		const error = stop([result(0, 'notSent'), invalid(1), result(2, 'notSent'), invalid(3)]);
		expect(error.message).toMatch(
			/^Nothing was sent: 2 of 4 items need a correction\. Item 2, order reference INV-1: Amount is -1\.$/,
		);
		expect(linesOf(error)).toEqual([
			expect.stringMatching(/^Item 2, order reference INV-1: Amount is -1\.$/),
			expect.stringMatching(/^Item 4, order reference INV-3: Amount is -3\.$/),
			expect.stringMatching(/^Correct the item/),
		]);
	});

	it('asks for no correction where no item is wrong', () => {
		const nextStep = 'Together they are too much: send fewer';
		const error = stop([0, 1].map((index) => ({ ...invalid(index), nextStep })));
		expect(error.message).toBe('Nothing was sent. Item 1, order reference INV-0: Amount is -0.');
		expect(linesOf(error).at(-1)).toBe(`${nextStep}.`);
	});

	it('does not repeat the only one that is invalid', () => {
		const among = stop([result(0, 'notSent'), invalid(1), result(2, 'notSent')]);
		expect(among.message).toMatch(/^Nothing was sent: 1 of 3 items needs a correction\. Item 2, /);
		expect(linesOf(among)).toEqual([expect.stringMatching(/^Correct the item/)]);
		const alone = stop([invalid(0)]);
		expect(alone.message).toMatch(/^Nothing was sent: the item needs a correction\. Item 1, /);
		expect(linesOf(alone)).toEqual([expect.stringMatching(/^Correct the item/)]);
	});

	it('describes one that is invalid when another item stopped the run', () => {
		const error = stop([result(0, 'unknown'), invalid(1)]);
		expect(error.message).toMatch(/^Item 1, /);
		expect(linesOf(error)[0]).toMatch(/^Item 2, order reference INV-1: Amount is -1\. /);
	});

	it('describes up to a thousand of them, and counts the others', () => {
		const many = (count: number) => Array.from({ length: count }, (_, index) => invalid(index));
		const thousand = linesOf(stop(many(1000)));
		expect(thousand).toHaveLength(1001);
		thousand.slice(0, -1).forEach((line, index) => {
			expect(line).toContain(
				`Item ${index + 1}, order reference INV-${index}: Amount is -${index}.`,
			);
		});
		expect(linesOf(stop(many(1001))).at(-2)).toBe('… and 1 more');
		expect(linesOf(stop(many(1003))).slice(999)).toEqual([
			expect.stringMatching(/^Item 1000,/),
			'… and 3 more',
			expect.stringMatching(/^Correct the item/),
		]);
		expect(stop(many(1003)).message).toContain('1003 of 1003 items need a correction');
	});

	it.each(['accepted', 'reversed', 'unknown', 'rejected', 'alreadySent'] as const)(
		'does not say that nothing was sent when an item is %s',
		(outcome) => {
			const error = stop([invalid(0), result(1, outcome)]);
			expect(error.message).toMatch(/^Item 1, order reference INV-0: Amount is -0\. /);
			expect(error.message).not.toContain('Nothing was sent');
			expect(linesOf(error)).toContainEqual(expect.stringMatching(/ \(1\): INV-1\.$/));
			expect(linesOf(error)).toContainEqual('Invalid (1): INV-0.');
		},
	);

	it('does not say so either where an earlier try of the execution has sent something', () => {
		const { message } = stop([invalid(0), result(1, 'notSent')], 'payout', undefined, false);
		expect(message).toMatch(/^Item 1, order reference INV-0: Amount is -0\. /);
		expect(message).not.toContain('Nothing was sent');
	});
});
