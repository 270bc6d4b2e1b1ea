import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';
import { payment, payments } from '../../support/payments';
import {
	NOT_FOUND,
	outcomesOfResults,
	stopAtFailure as stop,
	type SendPayment,
} from '../../support/service';
import {
	answer,
	asked,
	beginTest,
	clock,
	ends,
	list,
	lookUps,
	nextExecution,
	outcomes,
	run,
	sent,
	start,
	UNCLEAR,
} from './deliveries';

beforeEach(beginTest);

describe('runs of one process that pay the same rows', () => {
	const withPause: SendPayment = async (one) => {
		await clock.sleep(100);
		return await answer(one);
	};

	it('in Stop mode, the second one stops at the first row, and pays none', async () => {
		const runs = [1, 2].map(async () => {
			const ended = start(payments(4), { send: withPause, ...stop });
			nextExecution();
			return await ended;
		});
		const [first, second] = await clock.until(Promise.all(runs));
		expect(outcomesOfResults(first!)).toEqual(Array(4).fill('accepted'));
		expect(outcomesOfResults(second!)).toEqual(['alreadySent', 'notSent', 'notSent', 'notSent']);
	});

	const calls = async (...all: Array<Promise<Result[]>>) =>
		outcomesOfResults((await clock.until(Promise.all(all))).flat());

	it('as calls of an agent’s tool, pay once; the other call reads how it ended', async () => {
		const how = { send: withPause, lookUp: undefined };
		const first = start(payments(1), how);
		while (sent.length === 0) await clock.advanceTo(0);
		expect(await calls(first, start(payments(1), how))).toEqual(['accepted', 'accepted']);
		expect(sent).toHaveLength(1);
	});

	it('as two calls at the same time, pay once, also where the service shows it late', async () => {
		const one = () => start(payments(1), { lookUp: lookUps(NOT_FOUND) });
		expect(await calls(one(), one())).toEqual(['accepted', 'alreadySent']);
		expect(sent).toHaveLength(1);
	});

	it.each([{}, { lookUp: undefined }])(
		'as two calls at the same time, pay one bill under one of its two references: %j',
		async (changes) => {
			const [one, other] = ['S1INV7', 'S1INV07'].map((orderReference) =>
				start([payment(0, { orderReference })], { isTool: true, ...changes }),
			);
			expect(await calls(one!, other!)).toEqual(['accepted', 'invalid']);
			expect(sent).toHaveLength(1);
			// The other one may be paid once a person has looked.
			expect(list.used()).toEqual('lookUp' in changes ? [expect.stringContaining('S1INV7')] : []);
		},
	);
});

it('a payment link is sent without a question', async () => {
	expect(await outcomes(payments(2), { effect: 'paymentLink' })).toEqual(['accepted', 'accepted']);
	expect(asked).toEqual([]);
});

it.each<[string, Partial<Result>, Partial<Result>]>([
	[
		'ends',
		{},
		{
			outcome: 'notSent',
			cause: 'service',
			says: sending.unclearInARow({ count: 3, what: 'requests' }),
		},
	],
	['goes on, where the service answered each of them with a 500,', { httpStatus: 500 }, UNCLEAR],
])(
	'what only reads %s after three requests in a row without a clear answer',
	async (_, more, last) => {
		for (const { orderReference } of payments(4)) ends[orderReference] = [{ ...UNCLEAR, ...more }];
		const results = await run(payments(4), { effect: 'none' });
		expect(results[3]).toMatchObject(last);
	},
);

it('payouts end after three in a row that were answered with a 500', async () => {
	for (const { orderReference } of payments(4))
		ends[orderReference] = [{ ...UNCLEAR, httpStatus: 500 }];
	expect((await outcomes(payments(4), { lookUp: undefined }))[3]).toBe('notSent');
});

it('a preview that names a used order reference is looked up for nobody', async () => {
	ends['INV-0'] = [{ outcome: 'alreadySent', cause: 'reference' }];
	expect(await outcomes(payments(1), { effect: 'none' })).toEqual(['alreadySent']);
	expect(asked).toEqual([]);
});

it('an item without an order reference stops the run by its number', async () => {
	ends[''] = [{ outcome: 'rejected' }];
	const items = payments(2).map((one) => ({ ...one, orderReference: '' }));
	const [, second] = await run(items, { effect: 'none', ...stop });
	expect(second?.says).toBe(sending.stoppedBy({ item: 'Item 1' }));
});

it('is unknown where something throws after a payout has left, and not told as not sent', async () => {
	const send: SendPayment = async () => await Promise.reject(new Error('Out of memory'));
	const [ended] = await clock.until(start(payments(1), { send }));
	expect(ended).toMatchObject({ outcome: 'unknown' });
	expect(ended?.says).toContain('Out of memory');
});
