import type { Outcome, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import type { Service } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { nextSteps } from '../../../../nodes/CardBankPayments/sentences/nextSteps';
import { payment, payments, result } from '../../support/payments';
import { NOT_FOUND, outcomesOfResults, SILENT, type SendPayment } from '../../support/service';
import {
	answer,
	asked,
	beginTest,
	clock,
	type DeliverChanges,
	ends,
	lookUps,
	nextExecution,
	outcomes,
	PAGE,
	pay,
	records,
	referencesIn,
	refusedFor,
	run,
	sent,
	start,
	UNCLEAR,
} from './deliveries';

beforeEach(beginTest);

describe('a payout whose answer was lost', () => {
	it.each<[string, string | undefined, ServiceResponse | undefined, Outcome, number]>([
		['known: it is ours', 'SUCCESS', undefined, 'accepted', 2],
		['known, and it came back', 'REVERSED', undefined, 'reversed', 2],
		['known, with a status that nobody knows', 'LOST', undefined, 'unknown', 2],
		['not known', undefined, undefined, 'unknown', 5],
		['no clear answer', undefined, SILENT, 'unknown', 5],
		['keys refused: later, too', undefined, { status: 401, body: {} }, 'unknown', 2],
	])('is asked for (%s)', async (_, status, says, outcome, questions) => {
		ends['INV-0'] = [UNCLEAR];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			if (status !== undefined) pay('INV-0', status);
			return ended;
		};
		// Before it leaves, the service does not know it.
		const lookUp: Service['lookUp'] = async (one) =>
			await lookUps(sent.length === 0 ? NOT_FOUND : says)(one);
		expect(await outcomes(payments(1), { send, lookUp })).toEqual([outcome]);
		expect([sent.length, asked.length]).toEqual([1, questions]);
	});

	it('is unknown where the service knows the payout of somebody else under its reference', async () => {
		ends['INV-0'] = [UNCLEAR];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			pay('INV-0');
			Object.assign(records['INV-0']!, { beneficiary: { accountNumber: '0777999999999' } });
			return ended;
		};
		expect(await run(payments(1), { send })).toMatchObject([
			{ outcome: 'unknown', anothers: true },
		]);
	});

	it('never leaves again in its execution', async () => {
		ends['INV-0'] = [UNCLEAR];
		for (const waitMs of [0, 660_000, 660_000]) {
			await clock.advanceTo(clock.passed + waitMs);
			expect(await outcomes(payments(1))).toEqual(['unknown']);
		}
		expect(sent).toHaveLength(1);
		pay('INV-0');
		expect(await outcomes(payments(1))).toEqual(['accepted']);
	});

	it('is a conflict where its row has other details now, and is not sent', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		const changed = await run([payment(0, { body: { amount: 7 } })]);
		expect(changed).toMatchObject([{ outcome: 'invalid', conflict: true }]);
		expect(sent).toHaveLength(1);
	});

	it('is left alone for ten minutes, and then sent if the service does not know it', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		const lostAt = clock.passed;
		nextExecution();
		await clock.advanceTo(lostAt + 590_000);
		const [early] = await run(payments(1));
		expect(early).toMatchObject({ outcome: 'unknown', leftAloneMs: 10_000 });
		expect([asked.length, sent.length]).toEqual([1, 0]);
		await clock.advanceTo(lostAt + 600_000);
		nextExecution();
		expect(await outcomes(payments(1))).toEqual(['accepted']);
		expect(sent).toHaveLength(1);
	});

	it('is found by the next execution, as one that was made before', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		pay('INV-0');
		nextExecution();
		expect(await run(payments(1))).toMatchObject([
			{ outcome: 'alreadySent', records: [records['INV-0']] },
		]);
		expect(sent).toEqual([]);
	});

	it('and is left alone by a long run is none that this run has sent', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		nextExecution();
		ends['INV-1'] = [refusedFor(31)];
		expect(await outcomes(payments(2))).toEqual(['unknown', 'accepted']);
		await clock.advanceTo(clock.passed + 600_000);
		expect(await outcomes(payments(2))).toEqual(['accepted', 'accepted']);
		expect(referencesIn(sent)).toBe('INV-1,INV-1,INV-0');
	});

	it('holds up no other payout of the next execution', async () => {
		for (const each of payments(3)) ends[each.orderReference] = [UNCLEAR];
		await run(payments(3));
		nextExecution();
		expect(await outcomes(payments(5))).toEqual([
			...Array<Outcome>(3).fill('unknown'),
			...Array<Outcome>(2).fill('accepted'),
		]);
	});

	it.each(['by this run', 'by an earlier attempt'])(
		'%s is asked for once more at the end of a long run',
		async (by) => {
			ends['INV-0'] = [UNCLEAR];
			ends['INV-1'] = [refusedFor(31)];
			if (by !== 'by this run') await run(payments(1));
			const running = start(payments(2));
			await clock.advanceTo(clock.passed + 20_000);
			pay('INV-0');
			expect(outcomesOfResults(await clock.until(running))).toEqual(['accepted', 'accepted']);
		},
	);

	it('tells once what its record says, also where it was asked for at the end again', async () => {
		ends['INV-0'] = [UNCLEAR];
		ends['INV-1'] = [refusedFor(31)];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			if (one.index === 0) pay('INV-0', 'LOST');
			return ended;
		};
		const [lost] = await run(payments(2), { send });
		expect(lost?.says.match(/LOST/g)).toHaveLength(1);
	});

	it('is asked for at the end also where the service was silent to three others before', async () => {
		const send: SendPayment = async ({ index, orderReference }) => {
			await clock.sleep(index === 3 ? 60_000 : 0);
			if (index > 0) pay(orderReference);
			return result(index, index > 0 ? 'unknown' : 'accepted', { orderReference });
		};
		const healthy = lookUps();
		const silent = lookUps({ code: 'ETIMEDOUT' });
		const lookUp: Service['lookUp'] = async (one) => {
			const isDown = sent.includes('0 INV-1') && clock.passed < 60_000;
			return await (isDown ? silent : healthy)(one);
		};
		const ended = await outcomes(payments(5), { send, lookUp, concurrency: 4 });
		expect(ended.slice(1)).toEqual(Array<Outcome>(4).fill('accepted'));
	});

	it('is asked for once where the service has no look-up', async () => {
		ends['INV-0'] = [UNCLEAR];
		expect(await outcomes(payments(1), { lookUp: lookUps(PAGE) })).toEqual(['unknown']);
		expect(asked).toHaveLength(2);
	});
});

describe('a payout that was refused for now', () => {
	it.each<[string, DeliverChanges, boolean, Outcome, number]>([
		['known: it was made all the same', {}, true, 'accepted', 1],
		['not known', {}, false, 'accepted', 2],
		['no look-up there', { lookUp: lookUps(PAGE) }, false, 'accepted', 2],
		['no clear answer', { lookUp: busyAfter(1) }, false, 'unknown', 1],
		['known, and it may not wait', { maximumWaitMs: 0 }, true, 'accepted', 1],
		['not known, and it may not wait', { maximumWaitMs: 0 }, false, 'rejected', 1],
	])('is asked for before it leaves again (%s)', async (_, changes, isMade, outcome, requests) => {
		ends['INV-0'] = [refusedFor(5)];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			if (isMade) pay('INV-0');
			return ended;
		};
		expect(await outcomes(payments(1), { send, ...changes })).toEqual([outcome]);
		expect(sent).toHaveLength(requests);
	});

	it('and was made all the same, is accepted in a retry of its execution, too', async () => {
		ends['INV-0'] = [refusedFor(5)];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			pay('INV-0');
			return ended;
		};
		for (const attempt of ['run', 'retry']) {
			expect([attempt, await outcomes(payments(1), { send })]).toEqual([attempt, ['accepted']]);
		}
	});

	const ofToken: Partial<Result> = { outcome: 'rejected', cause: 'account', httpStatus: 401 };

	it.each<[string, Partial<Result>, number, Outcome]>([
		['its token, as was the question: nobody was let in', ofToken, 401, 'rejected'],
		['its token, and asked for without an answer', ofToken, 503, 'unknown'],
		['its pace, and asked for with a refused token', refusedFor(5), 401, 'unknown'],
	])('and for %s', async (_, refusal, status, outcome) => {
		ends['INV-0'] = [refusal];
		const lookUp: Service['lookUp'] = async (one) =>
			await lookUps(sent.length === 0 ? NOT_FOUND : { status, body: {} })(one);
		expect(await outcomes(payments(1), { lookUp })).toEqual([outcome]);
		expect(sent).toHaveLength(1);
	});

	it.each<[string, DeliverChanges, Outcome]>([
		['knows no such payout', {}, 'rejected'],
		['has no look-up', { lookUp: undefined }, 'alreadySent'],
	])('with a 409 ends by whether the service %s', async (_, changes, outcome) => {
		ends['INV-0'] = [{ ...refusedFor(5), cause: 'reference' }];
		expect(await outcomes(payments(1), { ...changes, maximumWaitMs: 0 })).toEqual([outcome]);
	});

	it('is asked for as the execution is canceled', async () => {
		const cancel = new AbortController();
		ends['INV-0'] = [refusedFor(60)];
		const running = start(payments(2), { cancelSignal: cancel.signal });
		await clock.advanceTo(10_000);
		pay('INV-0');
		cancel.abort();
		expect(outcomesOfResults(await clock.until(running))).toEqual(['accepted', 'notSent']);
	});
});

/** The first question is answered, and then the service is busy. */
function busyAfter(answers: number): Service['lookUp'] {
	return async (one) => await lookUps(asked.length < answers ? undefined : SILENT)(one);
}

describe('a reference that the service refuses as used', () => {
	it('is asked for once, and shows the record of ours', async () => {
		ends['INV-0'] = [{ outcome: 'alreadySent', cause: 'reference' }];
		const send: SendPayment = async (one) => (pay('INV-0'), await answer(one));
		const expected = { outcome: 'alreadySent', records: [expect.anything()] };
		expect(await run(payments(1), { send })).toMatchObject([expected]);
		expect([sent.length, asked.length]).toEqual([1, 2]);
	});

	it.each<[string, DeliverChanges]>([
		['has no look-up', { lookUp: undefined }],
		['moves no money', { effect: 'none' }],
	])('is not asked for where what refuses it %s', async (_, changes) => {
		ends['INV-0'] = [{ outcome: 'alreadySent', cause: 'reference' }];
		const [used] = await run(payments(1), changes);
		expect(used).toMatchObject({ outcome: 'alreadySent', cannotAsk: true });
		expect(asked).toEqual([]);
	});

	it('is compared by a person where nobody can say whose record it is', async () => {
		ends['INV-0'] = [{ outcome: 'alreadySent', cause: 'reference' }];
		const send: SendPayment = async (one) => {
			records['INV-0'] = { orderReference: 'INV-0' };
			return await answer(one);
		};
		const [used] = await run(payments(1), { send });
		expect(used).toMatchObject({ outcome: 'alreadySent', nextStep: nextSteps.compare });
	});
});
