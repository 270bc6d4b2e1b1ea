import type { Outcome } from '../../../../nodes/CardBankPayments/executor/common/payment';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import type { Service } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { unknown } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { lookUps as sentences } from '../../../../nodes/CardBankPayments/sentences/lookUps';
import { payment, payments, result } from '../../support/payments';
import {
	NOT_FOUND,
	outcomesOfResults,
	SILENT,
	stopAtFailure as stop,
	type SendPayment,
} from '../../support/service';
import {
	answer,
	asked,
	beginTest,
	clock,
	ends,
	lookUps,
	nextExecution,
	outcomes,
	PAGE,
	pay,
	records,
	referencesIn,
	run,
	sent,
	start,
	UNCLEAR,
} from './deliveries';

beforeEach(beginTest);

describe('a payout that has not left', () => {
	it.each<[string, ServiceResponse | undefined, Outcome, string, number]>([
		['known', undefined, 'alreadySent', '0', 0],
		['not known: its sentence', NOT_FOUND, 'accepted', '0', 1],
		['no look-up: another 404', PAGE, 'accepted', '0', 1],
		['unclear: 503', SILENT, 'notSent', '0,1000,4000,10000', 0],
		['unclear: time-out', { code: 'ETIMEDOUT' }, 'notSent', '0,1000,4000,10000', 0],
		['unclear: 400, cut off', { status: 400 }, 'notSent', '0,1000,4000,10000', 0],
		// Some seconds later, they would say the same.
		['nobody at this address', { code: 'ECONNREFUSED' }, 'notSent', '0', 0],
		['refused: token', { status: 401, body: {} }, 'notSent', '0', 0],
	])('is asked for (%s)', async (_, says, outcome, times, requests) => {
		if (says === undefined) pay('INV-0');
		const [ended] = await run(payments(1), { lookUp: lookUps(says) });
		expect(ended?.outcome).toBe(outcome);
		expect(asked.map((line) => line.split(' ')[0]).join()).toBe(times);
		expect(sent).toHaveLength(requests);
	});

	it('is asked for no more once the execution is canceled', async () => {
		const cancel = new AbortController();
		const how = { cancelSignal: cancel.signal, lookUp: lookUps(SILENT) };
		const running = start(payments(1), how);
		await clock.advanceTo(2_000);
		cancel.abort();
		expect(outcomesOfResults(await clock.until(running))).toEqual(['notSent']);
		expect(asked).toHaveLength(2);
	});

	it('shows the record of what was made before, and not that of somebody else', async () => {
		pay('INV-0');
		records['INV-1'] = another('INV-1');
		const [first, second] = await run(payments(2));
		expect(first).toMatchObject({ outcome: 'alreadySent', records: [records['INV-0']] });
		expect(second).toMatchObject({ outcome: 'alreadySent', anothers: true });
		expect(second?.says).toMatch(new RegExp(`^${sentences.usedBefore}\\. \\S`));
		expect(second?.records).toBeUndefined();
	});

	it('ends the run where the account may not ask, and names the empty path', async () => {
		const results = await run(payments(3), { lookUp: lookUps({ status: 403, body: {} }) });
		expect(results.map(({ outcome, cause }) => `${outcome} ${cause}`)).toEqual(
			Array(3).fill('notSent account'),
		);
		expect(results[0]?.nextStep).toBe(sentences.nextSteps.mayNotAsk);
		expect(asked).toHaveLength(1);
	});

	it('ends the run where the service gives no token, and asks for none again', async () => {
		const lookUp = lookUps({ notLeft: unknown('No token') });
		expect(await outcomes(payments(3), { lookUp })).toEqual(Array(3).fill('notSent'));
		expect(asked).toHaveLength(1);
	});

	it.each([
		['knows a payout', true],
		['knows none', false],
	])('does not leave for a page, once the service has said that it %s', async (_, isKnown) => {
		if (isKnown) pay('INV-0');
		await run([payment(0)]);
		nextExecution();
		expect(await outcomes([payment(1)], { lookUp: lookUps(PAGE) })).toEqual(['notSent']);
		expect(sent).toEqual([]);
	});

	it('is asked for once more where the bank took long to tell the name on the account', async () => {
		const read: Service['read'] = async () => {
			await clock.sleep(6_000);
			pay('INV-0');
			return result(0, 'notFound');
		};
		const how = { checksName: new Set([0]), read };
		expect(await outcomes(payments(1), how)).toEqual(['alreadySent']);
		expect([asked.length, sent.length]).toEqual([2, 0]);
	});

	it('ends the run where the bank does not tell the names on three accounts in a row', async () => {
		const read = jest.fn<ReturnType<Service['read']>, []>(
			async () => await Promise.resolve(unknown('No complete response arrived in time')),
		);
		const how = { checksName: new Set([0, 1, 2, 3]), read, concurrency: 1 };
		expect(await outcomes(payments(4), how)).toEqual(Array<Outcome>(4).fill('notSent'));
		expect(read).toHaveBeenCalledTimes(3);
	});

	it('is asked for once more where the answer has become old', async () => {
		const send: SendPayment = async (one) => {
			await clock.sleep(one.index === 1 ? 6_000 : 0);
			return await answer(one);
		};
		await run(payments(3), { send });
		expect(asked.filter((line) => line.endsWith('INV-2'))).toHaveLength(2);
	});
});

/** A payout under our reference, for another beneficiary. */
function another(orderReference: string) {
	return {
		...{ id: 'x', orderReference, status: 'SUCCESS', currency: 'TZS', amount: '99.00' },
		beneficiary: { accountNumber: '0777999999999' },
	};
}

describe('where a failure stops the run', () => {
	it('all rows are asked before the first leaves, also where one answer is not clear', async () => {
		pay('INV-2');
		const healthy = lookUps();
		const unclear = lookUps({ status: 503, body: {} });
		const lookUp: Service['lookUp'] = async (one) =>
			await (clock.passed === 0 && one.index === 0 ? unclear : healthy)(one);
		const ended = await outcomes(payments(4), { ...stop, lookUp });
		expect(ended).toEqual(['notSent', 'notSent', 'alreadySent', 'notSent']);
		expect(sent).toEqual([]);
	});

	it('one that was not clear for a moment is asked for again in its turn', async () => {
		const lookUp: Service['lookUp'] = async (one) =>
			await lookUps(asked.length === 0 ? SILENT : NOT_FOUND)(one);
		expect(await outcomes(payments(2), { ...stop, lookUp })).toEqual(['accepted', 'accepted']);
	});

	it.each<[string, ServiceResponse, string]>([
		['the account may not ask', { status: 403, body: {} }, 'INV-0'],
		['there is no look-up', PAGE, 'INV-0,INV-0,INV-1,INV-2'],
	])('the others are asked in their turns where %s', async (_, says, questions) => {
		await run(payments(3), { ...stop, lookUp: lookUps(says) });
		expect(referencesIn(asked)).toBe(questions);
	});

	it('one that is left alone stops it, too', async () => {
		ends['INV-2'] = [UNCLEAR];
		await run([payment(2)]);
		nextExecution();
		expect(await outcomes(payments(3), stop)).toEqual(['notSent', 'notSent', 'unknown']);
		expect(sent).toEqual([]);
	});

	it('what this execution left unknown stops it before anything leaves', async () => {
		ends['INV-1'] = [UNCLEAR];
		await run([payment(1)], stop);
		sent.length = 0;
		expect(await outcomes(payments(3), stop)).toEqual(['notSent', 'unknown', 'notSent']);
		expect(sent).toEqual([]);
	});
});
