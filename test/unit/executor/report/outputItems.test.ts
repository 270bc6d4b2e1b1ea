import type { IDataObject } from 'n8n-workflow';
import { operationError } from '../../../../nodes/CardBankPayments/executor/common/operationError';
import { isSafeToRetry } from '../../../../nodes/CardBankPayments/executor/common/outcome';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	reportItems,
	reportRequests,
} from '../../../../nodes/CardBankPayments/executor/report/outputItems';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { node } from '../../support/context';
import { effects, ended, outcomes, payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

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
		const answer = { id: 'p-1', exchange: { rate: 2500 } };
		expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toBe(answer);
	});

	it('comes for each of several answers, paired with the same input item', () => {
		const records = [{ id: 'p-1' }, { id: 'p-2', error: 'x' }];
		const items = reportItems(ended([result(3, 'accepted', { records })]), 'none');
		expect(items).toEqual([
			{ json: { id: 'p-1' }, pairedItem: { item: 3 } },
			{ json: { id: 'p-2', serviceError: 'x' }, pairedItem: { item: 3 } },
		]);
	});

	it('has only the values that are to be kept, where some are named', () => {
		const answer = { id: 'p-1', exchange: { rate: 2500 } };
		const accepted = ended([result(0, 'accepted', { records: [answer] })]);
		const items = reportItems(accepted, 'payout', ['id']);
		expect(items.map(({ json }) => json)).toEqual([{ id: 'p-1' }]);
	});

	it.each(['text', '', null, false, { code: 1 }])(
		'carries an answer’s own key "error" under another name (%p), or n8n would pay again',
		(error) => {
			const answer = { id: 'p-1', error, message: 'x' };
			expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toEqual({
				id: 'p-1',
				message: 'x',
				serviceError: error,
			});
			expect(answer).toHaveProperty('error');
		},
	);

	it('keeps a key "error" deeper in the answer', () => {
		const answer = { order: { error: 'x' } };
		expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toBe(answer);
	});

	it('says what is known of an item that passes through without an answer', () => {
		const json = jsonOf(result(3, 'alreadySent'), 'payout', () => false);
		expect(json).toEqual({
			message: expect.stringContaining('Item 4, order reference INV-3'),
			outcome: 'alreadySent',
			orderReference: 'INV-3',
			safeToRetry: false,
			nextStep: expect.stringContaining('Look up order reference INV-3'),
		});
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

	it('has no status where no answer arrived, and null for a reference that is not known', () => {
		const details = detailsOf(result(3, 'invalid', { orderReference: undefined }));
		expect(Object.keys(details)).toEqual(['outcome', 'orderReference', 'safeToRetry', 'nextStep']);
		expect(details).toHaveProperty('orderReference', null);
	});

	it.each([
		['payout', 'payout'],
		['payment', 'paymentLink'],
	] as const)('carries the record of a %s under its name', (name, effect) => {
		const content = { id: 'p-1', status: 'REVERSED' };
		expect(detailsOf(result(3, 'reversed', { records: [content] }), effect)).toMatchObject({
			outcome: 'reversed',
			safeToRetry: false,
			[name]: content,
		});
	});

	it.each([
		[43_000, 43],
		[1_200, 2],
		[0, undefined],
		[undefined, undefined],
	])('says how long the service asks to wait (%p ms)', (waitMs, waitSeconds) => {
		expect(detailsOf(result(3, 'rejected', { waitMs })).waitSeconds).toBe(waitSeconds);
	});

	it('says when, how often and with which response it was looked up', () => {
		const lookedUp = { at: '2026-11-21T12:00:10.000Z', times: 3, answer: 'HTTP 404: Not there' };
		const json = jsonOf(result(3, 'unknown', { lookedUp }));
		expect(json?.details).toMatchObject({ lookedUp });
		expect(json?.message).toContain('Looked up 3 times, last response: HTTP 404: Not there. ');
		const once = jsonOf(result(3, 'unknown', { lookedUp: { ...lookedUp, times: 1 } }));
		expect(once?.message).toContain('Looked up once, last response');
		const found = jsonOf(result(3, 'alreadySent', { lookedUp, records: [{ status: 'SUCCESS' }] }));
		expect(found?.message).not.toContain('Looked up');
	});

	it('tells an item that was not found to ask again, and not to pay again', () => {
		const json = jsonOf(result(3, 'notFound', { httpStatus: 404 }), 'none');
		expect(json?.error).toBe('Not found');
		expect(json?.details).toMatchObject({
			outcome: 'notFound',
			safeToRetry: false,
			httpStatus: 404,
			nextStep: expect.stringMatching(/^Ask again later\. This does not mean .* sent again/),
		});
	});

	it('calls a reference that was used with other details not safe to retry', () => {
		const json = jsonOf(result(0, 'invalid', { says: 'used', conflict: true }));
		expect(json?.error).toBe('Order reference used with other details');
		expect(json?.details).toMatchObject({ outcome: 'invalid', safeToRetry: false });
	});

	it('gives the advice of its own case, where it has one', () => {
		const json = jsonOf(result(3, 'rejected', { nextStep: 'Run this item again in 43 seconds' }));
		expect(json?.details).toHaveProperty('nextStep', 'Run this item again in 43 seconds.');
	});
});

describe('a payout that was made before, with When Already Sent → Return the Payout', () => {
	const passes = () => false;
	const returned = (record: IDataObject, effect: Effect = 'payout', kept?: string[]) =>
		reportItems(
			ended([result(3, 'alreadySent', { records: [record] })], passes),
			effect,
			kept,
			true,
		).map(({ json }) => json);

	it('is its record and says that it was already sent, simplified, too', () => {
		const record = { id: 'p-1', status: 'SUCCESS', error: 'x', fee: '10.00' };
		expect(returned(record)).toEqual([
			{ id: 'p-1', status: 'SUCCESS', serviceError: 'x', fee: '10.00', alreadySent: true },
		]);
		expect(returned(record, 'payout', ['id'])).toEqual([{ id: 'p-1', alreadySent: true }]);
	});

	it.each<[IDataObject, Effect]>([
		[{ status: 'REVERSED' }, 'payout'],
		[{ status: 'ON-HOLD' }, 'payout'],
		[{}, 'payout'],
		[{ status: 'SUCCESS' }, 'paymentLink'],
	])('is nothing but its outcome for %j of a %s', (record, effect) => {
		expect(returned(record, effect)).toMatchObject([{ outcome: 'alreadySent' }]);
		expect(returned(record, effect)[0]).not.toHaveProperty('alreadySent');
	});
});

describe('a run that only validates', () => {
	const built = (index: number) => ({
		payment: payment(index),
		request: {
			method: 'POST' as const,
			url: 'https://api.example.com/x',
			headers: { Accept: 'application/json' },
			body: payment(index).body,
			json: true,
			proxy: { host: 'proxy', port: 1, protocol: 'http' },
		},
	});

	it('shows each request, and nothing but the request', () => {
		const [item] = reportRequests([built(4)], [], 'payout');
		expect(item).toEqual({
			json: {
				request: {
					method: 'POST',
					url: 'https://api.example.com/x',
					headers: { Accept: 'application/json' },
					body: payment(4).body,
				},
			},
			pairedItem: { item: 4 },
		});
	});

	it('puts invalid items as error items at their places', () => {
		const invalid = [result(1, 'invalid'), result(10, 'invalid')];
		const items = reportRequests([0, 2, 9].map(built), ended(invalid), 'payout');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 9, 10].map((item) => ({ item })),
		);
		expect(items.map(({ json }) => Object.keys(json))).toEqual([
			['request'],
			['error', 'message', 'details'],
			['request'],
			['request'],
			['error', 'message', 'details'],
		]);
	});
});

describe('an error of the node', () => {
	it.each(['ETIMEDOUT', 'ECONNRESET', 'order reference ECONNREFUSED-1', 'ENOTFOUND'])(
		'keeps its own words even when they contain %s',
		(words) => {
			const error = operationError(node, `Refused: ${words}`, `See ${words}`, 3);
			expect(error.message).toBe(`Refused: ${words}`);
			expect(error.description).toBe(`See ${words}`);
			expect(error.messages).toEqual([]);
			expect(error.context.itemIndex).toBe(3);
			expect(error.node).toBe(node);
		},
	);
});
