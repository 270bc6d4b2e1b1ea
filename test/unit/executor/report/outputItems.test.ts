import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { operationError } from '../../../../nodes/CardBankPayments/executor/common/operationError';
import {
	type Result,
	isSafeToRetry,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
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
const detailsOf = (...call: Parameters<typeof jsonOf>) => jsonOf(...call)?.details as IDataObject;

describe('an output item', () => {
	it('comes for every result in their order, paired by an object, since n8n ignores a number', () => {
		const results = outcomes.map((outcome, index) => result(index + 5, outcome));
		const items = reportItems(ended(results), 'payout');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			outcomes.map((_, index) => ({ item: index + 5 })),
		);
		expect(items.map(({ json }) => json.details)).toEqual([
			undefined,
			...outcomes.slice(1).map((outcome) => expect.objectContaining({ outcome })),
		]);
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
		const records = [{ id: 'p-1', fee: 1 }, { id: 'p-2' }];
		const accepted = ended([result(3, 'accepted', { records })]);
		expect(reportItems(accepted, 'none', ['id'])).toEqual([
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
		expect(returned()).toEqual({
			id: 'p-1',
			status: 'SUCCESS',
			serviceError: 'x',
			alreadySent: true,
		});
		expect(returned(['id'])).toEqual({ id: 'p-1', alreadySent: true });
		expect(returned(['id'], () => true)).toHaveProperty('error', 'Payout already sent');
	});
});

describe('an error item', () => {
	const failures = outcomes.slice(1);
	const cases = effects.flatMap((effect) => failures.map((outcome) => [outcome, effect] as const));

	it.each(cases)('has exactly the keys by which n8n knows it (%s, %s)', (outcome, effect) => {
		const json = jsonOf(result(3, outcome, { httpStatus: 422 }), effect);
		expect(Object.keys(json ?? {})).toEqual(['error', 'message', 'details']);
		expect(json?.message).toContain('Item 4, order reference INV-3: The service did something. ');
		expect(json?.details).toEqual({
			outcome,
			orderReference: 'INV-3',
			safeToRetry: isSafeToRetry(outcome, effect),
			nextStep: expect.stringMatching(/^[A-Z].*[^.]\.$/),
			httpStatus: 422,
		});
		for (const text of [json?.error, json?.message]) expectGoodWording(text as string);
	});

	it('has null for a reference that is not known', () => {
		const details = detailsOf(result(3, 'invalid', { orderReference: undefined }));
		expect(Object.keys(details)).toEqual(['outcome', 'orderReference', 'safeToRetry', 'nextStep']);
		expect(details).toHaveProperty('orderReference', null);
	});

	const lookedUp = { at: '2026-11-21T12:00:10.000Z', times: 3, answer: 'HTTP 404: Not there' };

	it.each<[Partial<Result>, Effect, IDataObject]>([
		[{ records: [{ id: 'p-1' }] }, 'payout', { payout: { id: 'p-1' } }],
		[{ records: [{ id: 'p-1' }] }, 'paymentLink', { payment: { id: 'p-1' } }],
		[{ waitMs: 43_000 }, 'payout', { waitSeconds: 43 }],
		[{ waitMs: 1_200 }, 'payout', { waitSeconds: 2 }],
		[{ nextStep: 'Run this item again' }, 'payout', { nextStep: 'Run this item again.' }],
		[{ lookedUp }, 'payout', { lookedUp }],
		[{ conflict: true }, 'payout', { safeToRetry: false }],
	])('has in details what belongs to %j of a %s', (changes, effect, details) => {
		expect(detailsOf(result(3, 'rejected', changes), effect)).toMatchObject(details);
	});

	it('names no time to wait where the service named none', () => {
		for (const waitMs of [0, undefined]) {
			expect(detailsOf(result(3, 'rejected', { waitMs }))).not.toHaveProperty('waitSeconds');
		}
	});
});

describe('an error item on its way to the error output', () => {
	const paid = { json: { id: 'p-1' }, pairedItem: { item: 0 } };
	const failed = {
		json: { error: 'Refused', message: 'Item 1 was refused: ECONNREFUSED', details: {} },
		pairedItem: { item: 1 },
	};
	let items: INodeExecutionData[];
	beforeEach(() => {
		items = markErrorItems([{ ...paid }, { ...failed }], node);
	});

	it('has an error, by which every n8n tells it from an item that was paid', () => {
		expect(items[0]?.error).toBeUndefined();
		const { message, error: description } = { message: 'Refused', error: failed.json.message };
		expect(items[1]?.error).toMatchObject({ message, description });
	});

	it('has none once n8n has copied it, or its details would be replaced by a message', () => {
		expect({ ...items[1] }).toStrictEqual(failed);
		expect(JSON.parse(JSON.stringify(items[1]))).toStrictEqual(failed);
	});
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
