import type { IDataObject } from 'n8n-workflow';
import { operationError } from '../../../../nodes/CardBankPayments/executor/common/operationError';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { adviceFor } from '../../../../nodes/CardBankPayments/executor/report/advice';
import {
	markErrorItems,
	reportItems,
} from '../../../../nodes/CardBankPayments/executor/report/outputItems';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { node } from '../../support/context';
import { effects, ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const passes = () => false;
const jsonOf = (item: Result, effect: Effect = 'payout', fails?: (result: Result) => boolean) =>
	reportItems(ended([item], fails), effect)[0]?.json;

describe('an output item', () => {
	it('comes for every result in their order, paired by an object, since n8n ignores a number', () => {
		const results = outcomes.map((outcome, index) => result(index + 5, outcome));
		const items = reportItems(ended(results), 'payout');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			outcomes.map((_, index) => ({ item: index + 5 })),
		);
	});

	it('is the service’s very answer when it was accepted', () => {
		const answer = { id: 'p-1', order: { error: 'x' } };
		expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toBe(answer);
	});

	it.each(['text', '', null, false, { code: 1 }])(
		'carries an answer’s own key "error" under another name (%p), or n8n would pay again',
		(error) => {
			const answer = { id: 'p-1', error, message: 'x' };
			const json = { id: 'p-1', message: 'x', serviceError: error };
			expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toEqual(json);
			expect(answer).toHaveProperty('error');
		},
	);

	it('comes for each of several records, paired with the same input item', () => {
		const accepted = ended([result(3, 'accepted', { records: [{ id: 'p-1' }, { id: 'p-2' }] })]);
		expect(reportItems(accepted, 'none')).toEqual([
			{ json: { id: 'p-1' }, pairedItem: { item: 3 } },
			{ json: { id: 'p-2' }, pairedItem: { item: 3 } },
		]);
	});

	it('says what is known of an item that passes through', () => {
		const payout = { status: 'SUCCESS' };
		expect(jsonOf(result(3, 'alreadySent', { records: [payout] }), 'payout', passes)).toEqual({
			message: expect.stringContaining('order reference INV-3'),
			outcome: 'alreadySent',
			orderReference: 'INV-3',
			safeToRetry: false,
			nextStep: 'Nothing to do.',
			payout,
		});
	});

	it('is its record, and says so, where a payout was already sent and is to be returned', () => {
		const records = [{ id: 'p-1', status: 'SUCCESS', error: 'x' }];
		const returned = (kept?: string[], fails = passes) =>
			reportItems(ended([result(3, 'alreadySent', { records })], fails), 'payout', kept, true)[0]
				?.json;
		const whole = { id: 'p-1', status: 'SUCCESS', serviceError: 'x', alreadySent: true };
		expect(returned()).toEqual(whole);
		expect(returned(['id'])).toEqual({ id: 'p-1', alreadySent: true });
		expect(returned(['id'], () => true)).toHaveProperty('error', 'Payout already sent');
	});
});

describe('an error item', () => {
	it.each(effects.flatMap((effect) => outcomes.slice(1).map((outcome) => ({ outcome, effect }))))(
		'has exactly the keys by which n8n knows it: $outcome, $effect',
		({ outcome, effect }) => {
			const failed = result(3, outcome, { httpStatus: 422 });
			const json = jsonOf(failed, effect);
			expect(Object.keys(json ?? {})).toEqual(['error', 'message', 'details']);
			expect(json?.details).toEqual({
				outcome,
				orderReference: 'INV-3',
				safeToRetry: adviceFor(failed, effect).safeToRetry,
				nextStep: expect.stringMatching(/^[A-Z].*[^.]\.$/),
				httpStatus: 422,
			});
			for (const text of [json?.error, json?.message]) expectGoodWording(text as string);
		},
	);

	const lookedUp = { at: '2026-11-21T12:00:10.000Z', times: 3, answer: 'HTTP 404: Not there' };

	it.each<[Partial<Result>, Effect, IDataObject]>([
		[{ orderReference: undefined }, 'payout', { orderReference: null }],
		[{ records: [{ id: 'p-1' }] }, 'payout', { payout: { id: 'p-1' } }],
		[{ records: [{ id: 'p-1' }] }, 'paymentLink', { payment: { id: 'p-1' } }],
		[{ waitMs: 1_200 }, 'payout', { waitSeconds: 2 }],
		[{ waitMs: 0 }, 'payout', {}],
		[{ nextStep: 'Run this item again' }, 'payout', { nextStep: 'Run this item again.' }],
		[{ lookedUp }, 'payout', { lookedUp }],
	])('has in details what belongs to %j of a %s, and no more', (changes, effect, details) => {
		const plain = { outcome: 'rejected', orderReference: 'INV-3', safeToRetry: true };
		const nextStep = 'Correct the cause, then run this item again.';
		const json = jsonOf(result(3, 'rejected', changes), effect);
		expect(json?.details).toEqual({ ...plain, nextStep, ...details });
	});
});

it('is marked on its way to the error output, so that every n8n tells it from a paid one', () => {
	const paid = { json: { id: 'p-1' }, pairedItem: { item: 0 } };
	const message = 'Item 1 was refused: ECONNREFUSED';
	const failed = { json: { error: 'Refused', message, details: {} }, pairedItem: { item: 1 } };
	const [first, second] = markErrorItems([{ ...paid }, { ...failed }], node);
	expect(first?.error).toBeUndefined();
	expect(second?.error).toMatchObject({ message: 'Refused', description: message });
	// In a copy of n8n's, the mark would replace the details.
	expect({ ...second }).toStrictEqual(failed);
	expect(JSON.parse(JSON.stringify(second))).toStrictEqual(failed);
});

it.each(['ETIMEDOUT', 'order reference ECONNREFUSED-1'])(
	'an error of the node keeps its own words even when they contain %s',
	(words) => {
		const error = operationError(node, `Refused: ${words}`, `See ${words}`, 3);
		const { message, description, messages, context } = error;
		expect([message, description, messages]).toEqual([`Refused: ${words}`, `See ${words}`, []]);
		expect(context.itemIndex).toBe(3);
	},
);
