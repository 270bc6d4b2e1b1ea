import type { IDataObject } from 'n8n-workflow';
import { LookUps } from '../../../../nodes/CardBankPayments/executor/deliver/lookUp';
import type { LookUpStep } from '../../../../nodes/CardBankPayments/executor/deliver/drive';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { after, PAUSES_MS } from '../../../../nodes/CardBankPayments/executor/deliver/steps';
import type { Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { payment, result } from '../../support/payments';
import { goOn } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

type Response = ServiceResponse;

const unclear = result(7, 'unknown');
const used = result(7, 'alreadySent');
const record = (changes: IDataObject = {}): IDataObject => ({
	orderReference: 'INV-7',
	status: 'SUCCESS',
	beneficiary: { accountNumber: '0150123456789' },
	...changes,
});
const others = record({ beneficiary: { accountNumber: '0999' } });
const found = (...records: IDataObject[]): Response => ({ status: 200, body: records });
const notFound: Response = { status: 404, body: { message: 'Invalid or missing payout' } };
const silent: Response = { status: 503 };
const patient = (result: Verdict = unclear): LookUpStep => ({
	at: 'unclear',
	result,
	pausesMs: PAUSES_MS,
});
const once = (result: Verdict = unclear): LookUpStep => ({ at: 'unclear', result, pausesMs: [0] });
const usedBefore = (result: Verdict = used): LookUpStep => ({ at: 'used', result });
const toBeSent = (): LookUpStep => ({ at: 'held', refused: result(7, 'rejected', { waitMs: 0 }) });
const denied = (): LookUpStep => ({
	at: 'held',
	refused: result(7, 'rejected', { httpStatus: 401 }),
});

let clock: VirtualClock;
/** Milliseconds at which the service was asked. */
let asked: number[];
beforeEach(() => {
	clock = new VirtualClock();
	asked = [];
});

/** Other means, and of another operation. */
type LookUpChanges = Partial<Means & Pick<Means['service'], 'effect'>>;

/** Look-ups that are answered so, in turn; the last response again and again. */
function lookUps(
	responses: Response[],
	{ effect = 'payout', ...changes }: LookUpChanges = {},
): LookUps {
	const lookUp = async () =>
		await Promise.resolve(responses[Math.min(asked.push(clock.passed), responses.length) - 1]);
	const journal = { memory: { sentSince: () => undefined } };
	return new LookUps({
		...{ ...goOn({ clock }), journal, ...changes },
		service: { lookUp, effect },
	} as never);
}

/** What a look-up proves, and what becomes of the payment. */
const look = async (looking: LookUps, asking = once()) => {
	const fact = await clock.until(looking.make(payment(7), asking));
	const step = after(asking, fact);
	return { proves: fact.proves, step, result: step.at === 'ended' ? step.result : unclear };
};

describe('a look-up', () => {
	it.each<[string, Response[], LookUpStep, number[], string]>([
		['once and at once', [notFound], once(), [0], 'notKnown'],
		['once, where it was used before', [notFound], usedBefore(), [0], 'notKnown'],
		['at the given times', [notFound], patient(), [1000, 4000, 10_000], 'notKnown'],
		['no more once it is known', [notFound, found(record())], patient(), [1000, 4000], 'known'],
		['until it may be sent', [silent, notFound], toBeSent(), [0, 1000], 'notKnown'],
		// A token that was refused twice is not taken ten seconds later.
		['no more without access', [{ status: 401 }], denied(), [0], 'notAllowed'],
		['no more without access', [silent, { status: 401 }], toBeSent(), [0, 1000], 'notAllowed'],
	])('asks %s', async (_, responses, asking, times, proves) => {
		const looked = await look(lookUps(responses), asking);
		expect([asked, looked.proves]).toEqual([times, proves]);
	});

	it('tells when it asked last, how often in all, and what came back', async () => {
		const { result } = await look(lookUps([notFound]), patient());
		const at = new Date(VirtualClock.START + 10_000).toISOString();
		const lookedUp = {
			at,
			times: 3,
			answer: 'It was not found: Invalid or missing payout (HTTP 404)',
		};
		expect(result).toEqual({ ...unclear, lookedUp });
		const again = await look(lookUps([found()]), once(result));
		expect(again.result.lookedUp).toMatchObject({ times: 4, answer: 'It was not found' });
	});

	it.each<[boolean, LookUpStep, LookUpChanges]>([
		[false, once(), { lookUpUnclear: false, whenAlreadySent: 'returnPayout' }],
		[false, once(), { effect: 'paymentLink' }],
		[false, toBeSent(), { effect: 'paymentLink' }],
		[false, denied(), { effect: 'paymentLink' }],
		[true, denied(), {}],
		[false, toBeSent(), { lookUpUnclear: false }],
		[false, usedBefore(), { lookUpUnclear: false }],
		[true, usedBefore(), { lookUpUnclear: false, whenAlreadySent: 'returnPayout' }],
		[true, usedBefore(), { effect: 'paymentLink' }],
		[false, usedBefore(), { effect: 'none' }],
	])('is made (%s) of %j with %j', async (isMade, asking, means) => {
		const { proves } = await look(lookUps([notFound], means), asking);
		expect([asked.length, proves === 'notLookedUp']).toEqual([Number(isMade), !isMade]);
	});
});

describe('a record that is found', () => {
	it.each([
		['SUCCESS', 'accepted', once()],
		['REVERSED', 'reversed', once()],
		['SUCCESS', 'accepted', toBeSent()],
		['REVERSED', 'alreadySent', usedBefore()],
		['ODD', 'alreadySent', usedBefore()],
	])('with the status %s makes a payout %s', async (status, outcome, asking) => {
		const { result } = await look(lookUps([found(record({ status }))]), asking);
		expect(result).toMatchObject({ outcome, records: [record({ status })] });
	});

	it.each([
		[unclear, once],
		[used, usedBefore],
	])('that is of another payout leaves it so, and says so once', async (one, asking) => {
		const looking = lookUps([found(others)]);
		const { result } = await look(looking, asking(one));
		expect(result).toMatchObject({ outcome: one.outcome, anothers: true });
		expect(result.records).toBeUndefined();
		expect(result.says).toMatch(/^The service did something\. .*account number is another/);
		expect((await look(looking, asking(result))).result.says).toBe(result.says);
	});

	it.each([
		['a month ago', -30 * 86_400_000, 0, 'alreadySent'],
		['a minute ago', -60_000, 0, 'alreadySent'],
		['after it was sent', 500, 0, 'accepted'],
		// The clock of the service is its own.
		['after it was sent, by a clock that is five hours late', -17_999_500, -18_000_000, 'accepted'],
		['a month ago, by a clock that is five hours fast', -2_574_000_000, 18_000_000, 'alreadySent'],
	])('that was made %s', async (_, madeMs, clockMs, outcome) => {
		const createdAt = new Date(VirtualClock.START + madeMs).toISOString();
		const date = new Date(VirtualClock.START + 1000 + clockMs).toUTCString();
		const response = { ...found(record({ createdAt })), headers: { date } };
		const journal = { memory: { sentSince: () => VirtualClock.START } };
		for (const asking of [patient(), toBeSent()]) {
			clock = new VirtualClock();
			const looking = lookUps([response], { journal } as never);
			if (asking.at === 'held') await clock.advanceTo(1000);
			const { result } = await look(looking, asking);
			expect(result).toMatchObject({ outcome, records: [record({ createdAt })] });
		}
	});
});

describe('a service that is silent', () => {
	const between = [silent, silent, notFound, silent];
	const atOnce = [0, 0, 0, 0];

	it.each<[string, Response[], number[], LookUpStep, number]>([
		['is left alone after three payments in a row', [silent], [0, 0, 0, 600_000], once(), 3],
		['is asked where something is to be sent', [silent], atOnce, toBeSent(), 16],
		['is asked where it answered between', between, atOnce, once(), 4],
		['is counted by payments, not by questions', [silent], [0, 0], patient(), 6],
	])('%s', async (_, responses, times, asking, questions) => {
		const looking = lookUps(responses);
		for (const ms of times) {
			await clock.advanceTo(Math.max(ms, clock.passed));
			await look(looking, asking);
		}
		expect(asked).toHaveLength(questions);
	});
});

describe('a service that asks to wait', () => {
	const retryAfter = (seconds: number): Response => ({
		status: 429,
		headers: { 'retry-after': String(seconds) },
	});
	const soon: Response = { status: 429 };
	const minutes = 900_000;
	const longer = [1000, 2000, 4000, 8000, 16_000, 32_000, 61_000];

	it.each<[string, Response[], number, LookUpStep, number[]]>([
		['as long as it names', [retryAfter(43), notFound], minutes, once(), [0, 43_000]],
		['longer each time', [soon, notFound], minutes, once(), [0, 1000]],
		['Maximum Wait at most', [retryAfter(43), notFound], 43_000, once(), [0, 43_000]],
		['no longer than that', [retryAfter(43), notFound], 42_999, once(), [0]],
		['not at all', [retryAfter(43), notFound], 0, once(), [0]],
		['a minute at most in all', [soon], minutes, patient(), longer],
		['not for 61 seconds', [retryAfter(61)], minutes, patient(), [1000]],
	])('is given it: %s', async (_, responses, maximumWaitMs, asking, times) => {
		const { result } = await look(lookUps(responses, { maximumWaitMs }), asking);
		expect([asked, result.lookedUp?.times]).toEqual([times, times.length]);
	});
});

it.each<[string, Response, number, number]>([
	['before', notFound, 0, 0],
	['between two look-ups, which prove nothing', notFound, 2000, 1],
	['while the service wants it to wait', { status: 429 }, 1500, 1],
])('a cancelled execution asks no more: %s', async (_, response, at, times) => {
	const cancel = new AbortController();
	if (at === 0) cancel.abort();
	const looking = lookUps([response], { cancelSignal: cancel.signal });
	const pending = looking.make(payment(7), patient());
	await clock.advanceTo(at);
	cancel.abort();
	const { proves, lookedUp } = await pending;
	expect(proves).toBe('notLookedUp');
	expect([asked.length, lookedUp?.times ?? 0, clock.passed]).toEqual([times, times, at]);
});
