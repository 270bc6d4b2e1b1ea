import type { IDataObject } from 'n8n-workflow';
import {
	LookUps,
	UNCLEAR_AFTER_MS,
} from '../../../../nodes/CardBankPayments/executor/deliver/lookUp';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { payment, result } from '../../support/payments';
import { goOn } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

type Response = ServiceResponse;
type Look = [at?: number[], isToBeSent?: boolean];

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
const patient: Look = [UNCLEAR_AFTER_MS];

let clock: VirtualClock;
/** Milliseconds at which the service was asked. */
let asked: number[];
beforeEach(() => {
	clock = new VirtualClock();
	asked = [];
});

/** Other means, and of another operation. */
type Changes = Partial<Means & Pick<Means['service'], 'effect'>>;

/** Look-ups that are answered so, in turn; the last response again and again. */
function lookUps(responses: Response[], { effect = 'payout', ...changes }: Changes = {}): LookUps {
	const lookUp = async () =>
		await Promise.resolve(responses[Math.min(asked.push(clock.passed), responses.length) - 1]);
	return new LookUps({ ...goOn({ clock }), ...changes, service: { lookUp, effect } } as never);
}

const look = async (looking: LookUps, patience: Look = [], known = unclear) =>
	await clock.until(looking.lookUp(payment(7), known, ...patience));

describe('a look-up', () => {
	it.each<[string, Response[], Look, number[], string]>([
		['once and at once', [notFound], [], [0], 'notKnown'],
		['at the given times', [notFound], patient, [1000, 4000, 10_000], 'notKnown'],
		['no more once it is known', [notFound, found(record())], patient, [1000, 4000], 'known'],
		['never, where no time is given', [notFound], [[]], [], 'nothing'],
		['until it may be sent', [silent, notFound], [[0, 1000, 4000], true], [0, 1000], 'notKnown'],
	])('asks %s', async (_, responses, patience, times, proves) => {
		const looked = await look(lookUps(responses), patience);
		expect([asked, looked.proves]).toEqual([times, proves]);
	});

	it('tells when it asked last, how often in all, and what came back', async () => {
		const { result } = await look(lookUps([notFound]), patient);
		const at = new Date(VirtualClock.START + 10_000).toISOString();
		const lookedUp = { at, times: 3, answer: 'HTTP 404: Invalid or missing payout' };
		expect(result).toEqual({ ...unclear, lookedUp });
		const again = await look(lookUps([found()]), [], result);
		expect(again.result.lookedUp).toMatchObject({ times: 4, answer: expect.stringMatching(/200/) });
	});

	it.each<[boolean, typeof unclear, Changes]>([
		[false, unclear, { lookUpUnclear: false, whenAlreadySent: 'returnPayout' }],
		[false, unclear, { effect: 'paymentLink' }],
		[false, used, { lookUpUnclear: false }],
		[true, used, { lookUpUnclear: false, whenAlreadySent: 'returnPayout' }],
		[true, used, { effect: 'paymentLink' }],
		[false, used, { effect: 'none' }],
		[false, result(7, 'alreadySent', { records: [] }), {}],
		[false, result(7, 'rejected'), {}],
	])('is made (%s) of %j with %j', async (isMade, before, means) => {
		await look(lookUps([notFound], means), [], before);
		expect(asked).toHaveLength(Number(isMade));
	});
});

describe('a record that is found', () => {
	it.each([
		['SUCCESS', 'accepted', unclear],
		['REVERSED', 'reversed', unclear],
		['REVERSED', 'alreadySent', used],
		['ODD', 'alreadySent', used],
	])('with the status %s makes a payout %s', async (status, outcome, before) => {
		const { result } = await look(lookUps([found(record({ status }))]), [], before);
		expect(result).toMatchObject({ outcome, records: [record({ status })] });
	});

	it.each([unclear, used])(
		'that is of another payout leaves it so, and says so once',
		async (one) => {
			const looking = lookUps([found(others)]);
			const { result } = await look(looking, [], one);
			expect([result.outcome, result.records]).toEqual([one.outcome, undefined]);
			expect(result.says).toMatch(/^The service did something\. .*another account/);
			expect((await look(looking, [], result)).result.says).toBe(result.says);
		},
	);
});

describe('a service that is silent', () => {
	const between = [silent, silent, notFound, silent];
	const atOnce = [0, 0, 0, 0];

	it.each<[string, Response[], number[], Look, number]>([
		['is left alone after three payments in a row', [silent], [0, 0, 0, 59_999], [], 3],
		['is asked again a minute later', [silent], [0, 0, 0, 60_000], [], 4],
		['is asked where something is to be sent', [silent], atOnce, [[0], true], 4],
		['is asked where it answered between', between, atOnce, [], 4],
		['is counted by payments, not by questions', [silent], [0, 0], patient, 6],
	])('%s', async (_, responses, times, patience, questions) => {
		const looking = lookUps(responses);
		for (const ms of times) {
			await clock.advanceTo(ms);
			await look(looking, patience);
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

	it.each<[string, Response[], number, Look, number[]]>([
		['as long as it names', [retryAfter(43), notFound], minutes, [], [0, 43_000]],
		['longer each time', [soon, notFound], minutes, [], [0, 1000]],
		['Maximum Wait at most', [retryAfter(43), notFound], 43_000, [], [0, 43_000]],
		['no longer than that', [retryAfter(43), notFound], 42_999, [], [0]],
		['not at all', [retryAfter(43), notFound], 0, [], [0]],
		['a minute at most in all', [soon], minutes, patient, longer],
		['not for 61 seconds', [retryAfter(61)], minutes, patient, [1000]],
	])('is given it: %s', async (_, responses, maximumWaitMs, patience, times) => {
		const { result } = await look(lookUps(responses, { maximumWaitMs }), patience);
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
	const pending = looking.lookUp(payment(7), unclear, ...patient);
	await clock.advanceTo(at);
	cancel.abort();
	const { proves, result } = await pending;
	expect([proves, result.outcome]).toEqual(['nothing', 'unknown']);
	expect([asked.length, result.lookedUp?.times ?? 0, clock.passed]).toEqual([times, times, at]);
});
