import type { IDataObject } from 'n8n-workflow';
import {
	LookUps,
	UNCLEAR_AFTER_MS,
} from '../../../../nodes/CardBankPayments/executor/deliver/lookUp';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
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

/** Look-ups that are answered so, in turn; the last response again and again. */
function lookUps(responses: Response[], changes: Partial<Means> = {}): LookUps {
	const lookUp = async () =>
		await Promise.resolve(responses[Math.min(asked.push(clock.passed), responses.length) - 1]);
	return new LookUps({ ...goOn({ clock }), ...changes, service: { lookUp } } as never);
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

	it.each<[boolean, typeof unclear, Partial<Means>]>([
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
	/** Leaves three payments without an answer, or so. */
	const afterThree = async (...responses: Response[]) => {
		const looking = lookUps(responses);
		for (let times = 1; times <= 3; times++) await look(looking);
		return looking;
	};

	it('is left alone for a minute after three payments in a row', async () => {
		const looking = await afterThree(silent);
		for (const [ms, times] of [
			[0, 3],
			[59_999, 3],
			[60_000, 4],
		] as const) {
			await clock.advanceTo(ms);
			await look(looking);
			expect(asked).toHaveLength(times);
		}
	});

	it('is asked on where it answers in between, or something is to be sent', async () => {
		await look(await afterThree(silent, silent, notFound, silent));
		await look(await afterThree(silent), [[0], true]);
		expect(asked).toHaveLength(8);
	});

	it('is counted by payments, not by questions', async () => {
		const looking = lookUps([silent]);
		await look(looking, patient);
		await look(looking, patient);
		expect(asked).toHaveLength(6);
	});
});

describe('a service that asks to wait', () => {
	const retryAfter = (seconds: number): Response => ({
		status: 429,
		headers: { 'retry-after': String(seconds) },
	});

	it.each<[string, Response, number, number[]]>([
		['as long as it names', retryAfter(43), 900_000, [0, 43_000]],
		['longer each time', { status: 429 }, 900_000, [0, 1000]],
		['Maximum Wait at most', retryAfter(43), 43_000, [0, 43_000]],
		['no longer than that', retryAfter(43), 42_999, [0]],
		['not at all', retryAfter(43), 0, [0]],
	])('is given it: %s', async (_, response, maximumWaitMs, times) => {
		await look(lookUps([response, notFound], { maximumWaitMs }));
		expect(asked).toEqual(times);
	});

	it.each<[string, Response, number[]]>([
		['429', { status: 429 }, [1000, 2000, 4000, 8000, 16_000, 32_000, 61_000]],
		['61 seconds', retryAfter(61), [1000]],
	])('is not waited for longer than a minute in all: %s', async (_, response, times) => {
		const { proves, result } = await look(lookUps([response]), patient);
		expect([asked, proves, result.lookedUp?.times]).toEqual([times, 'nothing', times.length]);
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
