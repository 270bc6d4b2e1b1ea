import type { IDataObject } from 'n8n-workflow';
import { operationError } from '../../../../nodes/CardBankPayments/executor/common/operationError';
import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	markErrorItems,
	reportItems,
} from '../../../../nodes/CardBankPayments/executor/report/outputItems';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { nextSteps } from '../../../../nodes/CardBankPayments/sentences/nextSteps';
import { node } from '../../support/context';
import { ended, result } from '../../support/payments';

const passes = () => false;
const jsonOf = (item: Result, effect: Effect = 'payout', fails?: (result: Result) => boolean) =>
	reportItems(ended([item], fails, effect))[0]?.json;

describe('an output item', () => {
	it('comes for every result and each of its records, paired by an object, since n8n ignores a number', () => {
		const records = [{ id: 'p-1' }, { id: 'p-2' }];
		const results = ended([result(3, 'accepted', { records }), result(5, 'rejected')]);
		expect(reportItems(results)).toEqual([
			{ json: { id: 'p-1' }, pairedItem: { item: 3 } },
			{ json: { id: 'p-2' }, pairedItem: { item: 3 } },
			{ json: expect.anything(), pairedItem: { item: 5 } },
		]);
	});

	it('is the service’s very answer when it was accepted', () => {
		const answer = { id: 'p-1', order: { error: 'x' } };
		expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toBe(answer);
	});

	it.each(['text', null, { code: 1 }])(
		'carries an answer’s own key "error" under another name (%p), or n8n would pay again',
		(error) => {
			const answer = { id: 'p-1', error, message: 'x' };
			const json = { id: 'p-1', message: 'x', serviceError: error };
			expect(jsonOf(result(0, 'accepted', { records: [answer] }))).toEqual(json);
			expect(answer).toHaveProperty('error');
		},
	);

	it('says what is known of an item that passes through', () => {
		const payout = { status: 'SUCCESS' };
		expect(jsonOf(result(3, 'alreadySent', { records: [payout] }), 'payout', passes)).toEqual({
			message: expect.stringMatching(/^INV-3 \(item 4\): /),
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
			reportItems(ended([result(3, 'alreadySent', { records })], fails), {
				kept,
				returnsPayout: true,
			})[0]?.json;
		const whole = { id: 'p-1', status: 'SUCCESS', serviceError: 'x', alreadySent: true };
		expect(returned()).toEqual(whole);
		const simple = { id: 'p-1', status: 'SUCCESS', alreadySent: true };
		expect(returned(['id', 'status'])).toEqual(simple);
		expect(returned(['id'], () => true)).toHaveProperty('error', 'Payout already sent');
	});
});

it('keeps the named values that there are, flat and in their order', () => {
	const beneficiary = { accountName: 'Asha', amount: '98.00' };
	const record = { notes: 'x', fee: null, beneficiary, id: 'P1' };
	const accepted = ended([result(0, 'accepted', { records: [record] })]);
	const [item] = reportItems(accepted, {
		kept: createBankPayout.simplified,
	});
	const kept = Object.entries(item?.json ?? {}).flat();
	expect(kept).toEqual(['id', 'P1', 'fee', null, 'accountName', 'Asha']);
});

it.each<[key: string, value: unknown, kept: unknown]>([
	['fee', '3360.00', 3360],
	['amount', '-41307.25', -41307.25],
	['collectedAmount', 25.5, 25.5],
	['collectedAmount', '25.50', 25.5],
	['balance', '10.00', 10],
	['openingBalance', '10.00', 10],
	['closingBalance', '10.00', 10],
	['amount', 'free', 'free'],
	['amount', 'TZS 5.00', 'TZS 5.00'],
	['amount', '5.00 TZS', '5.00 TZS'],
	// Its leading zeros are a part of it.
	['orderReference', '007', '007'],
])('Simplify makes a number of an amount, and of nothing else: %s %p', (key, value, kept) => {
	const records = [{ [key]: value }] as IDataObject[];
	const accepted = ended([result(0, 'accepted', { records })]);
	const [item] = reportItems(accepted, { kept: [key] });
	expect(item?.json).toEqual({ [key]: kept });
});

const wait = (when: string) => `${nextSteps.afterWait({ when })}.`;
const lookedUp = {
	at: '2026-11-21T12:00:10.000Z',
	times: 3,
	answer: 'It was not found (HTTP 404)',
};

it.each<[Partial<Result>, Effect, IDataObject]>([
	[{ orderReference: undefined }, 'payout', { orderReference: null }],
	[{ httpStatus: 422 }, 'payout', { httpStatus: 422 }],
	[{ records: [{ id: 'p-1' }] }, 'payout', { payout: { id: 'p-1' } }],
	[{ records: [{ id: 'p-1' }] }, 'paymentLink', { payment: { id: 'p-1' } }],
	[{ waitMs: 1_200 }, 'payout', { waitSeconds: 2, nextStep: wait('in 2 seconds') }],
	[{ waitMs: 1 }, 'payout', { waitSeconds: 1, nextStep: wait('in 1 second') }],
	[{ waitMs: 0 }, 'payout', { nextStep: wait('later') }],
	[{ lookedUp }, 'payout', { lookedUp }],
])('an error item has exactly what belongs to %j of a %s', (changes, effect, own) => {
	const json = jsonOf(result(3, 'rejected', changes), effect);
	// By these keys n8n knows it.
	expect(Object.keys(json ?? {})).toEqual(['error', 'message', 'details']);
	const details = { outcome: 'rejected', orderReference: 'INV-3', safeToRetry: true };
	const nextStep = `${nextSteps.checkValues}.`;
	expect(json?.details).toStrictEqual({ ...details, cause: undefined, nextStep, ...own });
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
		const error = operationError(node, `Refused: ${words}`, `See ${words}`);
		const { message, description, messages } = error;
		expect([message, description, messages]).toEqual([`Refused: ${words}`, `See ${words}`, []]);
	},
);
