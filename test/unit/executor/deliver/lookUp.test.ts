import type { IDataObject } from 'n8n-workflow';
import {
	LookUps,
	UNCLEAR_AFTER_MS,
	type Asking,
	type Look,
} from '../../../../nodes/CardBankPayments/executor/deliver/lookUp';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
import { payment, result } from '../../support/payments';
import { VirtualClock } from '../../support/virtualClock';

const sent = payment(7);
const unclear = result(7, 'unknown');
const record = (changes: IDataObject = {}): IDataObject => ({
	orderReference: 'INV-7',
	status: 'SUCCESS',
	beneficiary: { accountNumber: '0150123456789' },
	...changes,
});
const found = (...records: IDataObject[]): Reply => ({ status: 200, body: records });
const notFound: Reply = { status: 404, body: { message: 'Invalid or missing payout' } };
const silent: Reply = { status: 503 };
const patient: Look = { at: UNCLEAR_AFTER_MS };

let clock: VirtualClock;
/** Milliseconds at which the service was asked. */
let asked: number[];
beforeEach(() => {
	clock = new VirtualClock();
	asked = [];
});

/** Look-ups that are answered so, in turn; the last answer again and again. */
function lookUps(replies: Array<Reply | Error>, changes: Partial<Asking> = {}): LookUps {
	return new LookUps({
		kind: 'payout',
		clock,
		maximumWaitMs: 900_000,
		ask: async () => {
			const reply = replies[Math.min(asked.length, replies.length - 1)] as Reply | Error;
			asked.push(clock.passed);
			return await (reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply));
		},
		...changes,
	});
}

const look = async (looking: LookUps, patience?: Look, known = unclear) =>
	await clock.until(looking.lookUp(sent, known, patience));

describe('a look-up', () => {
	it.each<[string, Reply[], Look, number[], string]>([
		['once and at once, by default', [notFound], {}, [0], 'notKnown'],
		[
			'at the given times, while it is not known',
			[notFound],
			patient,
			[1000, 4000, 10_000],
			'notKnown',
		],
		['no more once it is known', [notFound, found(record())], patient, [1000, 4000], 'known'],
		['never, where no time is given', [notFound], { at: [] }, [], 'silence'],
		[
			'until it is enough',
			[silent, silent, notFound],
			{ at: [0, ...UNCLEAR_AFTER_MS], isEnough: (answer) => answer !== 'silence' },
			[0, 1000, 4000],
			'notKnown',
		],
	])('asks %s', async (_, replies, patience, times, answer) => {
		const looked = await look(lookUps(replies), patience);
		expect([asked, looked.answer]).toEqual([times, answer]);
		expect(looked.result.lookedUp?.times ?? 0).toBe(times.length);
	});

	it('tells when it asked last, how often in all, and what came back', async () => {
		const { result } = await look(lookUps([notFound]), patient);
		const lookedUp = {
			at: new Date(VirtualClock.START + 10_000).toISOString(),
			times: 3,
			answer: 'HTTP 404: Invalid or missing payout',
		};
		expect(result).toEqual({ ...unclear, lookedUp });
		const again = await look(lookUps([found()]), {}, result);
		expect(again.result.lookedUp).toMatchObject({ times: 4, answer: expect.stringMatching(/200/) });
	});

	it.each<[string, Reply | Error, string]>([
		['a crash', { status: 500 }, 'HTTP 500'],
		['a refused token', { status: 401, tokenRefused: 'No' }, 'HTTP 401'],
		['a cut connection', { code: 'ECONNRESET' }, 'no response (ECONNRESET)'],
		['nothing at all', {}, 'no response'],
		['a question that cannot be asked', new Error('No path'), 'No path'],
	])('leaves unknown after %s', async (_, reply, answer) => {
		const looked = await look(lookUps([reply]));
		expect(looked).toMatchObject({
			answer: 'silence',
			result: { outcome: 'unknown', says: unclear.says, lookedUp: { answer } },
		});
	});
});

describe('a record that is found', () => {
	it.each([
		['SUCCESS', 'accepted'],
		['REVERSED', 'reversed'],
	])('makes an unclear payout with %s %s', async (status, outcome) => {
		const { result } = await look(lookUps([found(record({ status }))]));
		expect(result).toMatchObject({ outcome, records: [record({ status })] });
	});

	it('that is another one’s leaves it unknown, and says so once', async () => {
		const others = lookUps([found(record({ beneficiary: { accountNumber: '0999' } }))]);
		const { result } = await look(others);
		expect(result.outcome).toBe('unknown');
		expect(result.says).toMatch(/^The service did something\. .*another account/);
		expect(result.records).toBeUndefined();
		expect((await look(others, {}, result)).result.says).toBe(result.says);
	});

	const used = result(7, 'alreadySent');

	it.each(['SUCCESS', 'REVERSED', 'ODD'])(
		'is told of what was used before, which stays so (%s)',
		async (status) => {
			const { result } = await look(lookUps([found(record({ status }))]), {}, used);
			expect(result).toMatchObject({ ...used, records: [record({ status })] });
		},
	);

	it('is not told where it belongs to another payout, whatever was told before', async () => {
		const other = record({ beneficiary: { accountNumber: '0999' } });
		const known = { ...used, records: [record()] };
		const { result } = await look(lookUps([found(other)]), {}, known);
		expect([result.outcome, result.records]).toEqual(['alreadySent', undefined]);
		expect(result.says).toContain('knows another payout');
	});

	it('is told of a card payment by its reference alone', async () => {
		const content = { orderReference: 'INV-7', collectedAmount: '1' };
		const looking = lookUps([found(content)], { kind: 'payment' });
		expect((await look(looking, {}, used)).result.records).toEqual([content]);
	});
});

describe('a service that is silent', () => {
	/** Leaves so many payments without an answer. */
	const after = async (payments: number, ...replies: Reply[]) => {
		const looking = lookUps(replies);
		for (let times = 1; times <= payments; times++) await look(looking);
		return looking;
	};

	it('is left alone for a minute after three payments in a row', async () => {
		const looking = await after(3, silent);
		expect(await look(looking, patient)).toEqual({ answer: 'silence', result: unclear });
		await clock.advanceTo(59_999);
		await look(looking);
		expect(asked).toHaveLength(3);
		await clock.advanceTo(60_000);
		await look(looking);
		expect(asked).toHaveLength(4);
	});

	it('is counted by payments, not by questions', async () => {
		const looking = lookUps([silent]);
		await look(looking, patient);
		await look(looking, patient);
		expect(asked).toHaveLength(6);
	});

	it.each<[string, Reply[]]>([
		['answers in between, though it knows nothing', [silent, silent, notFound, silent]],
		['is asked anew at the end', [silent]],
	])('is asked on where it %s', async (name, replies) => {
		const looking = await after(3, ...replies);
		if (name.includes('anew')) looking.beginAnew();
		await look(looking);
		expect(asked).toHaveLength(4);
	});

	it('is asked all the same where something is to be sent again', async () => {
		const looking = await after(3, silent);
		await look(looking, { insists: true });
		expect(asked).toHaveLength(4);
	});
});

describe('a service that asks to wait with its answer', () => {
	const retryAfter = (seconds: number): Reply => ({
		status: 429,
		headers: { 'retry-after': String(seconds) },
	});

	it.each<[string, Reply[], number[]]>([
		['for the time that it names', [retryAfter(43)], [0, 43_000]],
		['in words', [{ status: 400, body: { message: 'retry after 5 seconds' } }], [0, 5000]],
		['longer each time', [{ status: 429 }, { status: 429 }], [0, 1000, 3000]],
	])('is asked again %s', async (_, replies, times) => {
		const { result } = await look(lookUps([...replies, found(record())]));
		expect([asked, result.outcome, result.lookedUp?.times]).toEqual([
			times,
			'accepted',
			times.length,
		]);
	});

	it.each<[string, Reply, number[]]>([
		['429', { status: 429 }, [1000, 2000, 4000, 8000, 16_000, 32_000, 61_000]],
		['30 seconds', retryAfter(30), [1000, 31_000, 61_000]],
		['61 seconds', retryAfter(61), [1000]],
	])('is not waited for longer than a minute in all: %s', async (_, reply, times) => {
		const { answer } = await look(lookUps([reply]), patient);
		expect([asked, answer]).toEqual([times, 'silence']);
	});

	it.each([
		[43_000, 2],
		[42_999, 1],
		[0, 1],
	])('is not waited for longer than Maximum Wait (%i)', async (maximumWaitMs, times) => {
		await look(lookUps([retryAfter(43), notFound], { maximumWaitMs }));
		expect(asked).toHaveLength(times);
	});

	it('has answered where it does not know the payment, whatever else it says', async () => {
		const body = { message: 'Missing payout. Please try again in 30 seconds' };
		await look(lookUps([{ status: 404, body }]), patient);
		expect(asked).toEqual([1000, 4000, 10_000]);
	});
});

describe('an execution that is cancelled', () => {
	it.each<[string, Reply, number, number]>([
		['before', notFound, 0, 0],
		['between two look-ups, which prove nothing', notFound, 2000, 1],
		['while the service wants it to wait', { status: 429 }, 1500, 1],
	])('asks no more: %s', async (_, reply, at, times) => {
		const cancel = new AbortController();
		const looking = lookUps([reply], { cancelSignal: cancel.signal });
		const pending = at === 0 ? undefined : looking.lookUp(sent, unclear, patient);
		await clock.advanceTo(at);
		cancel.abort();
		const looked = await (pending ?? looking.lookUp(sent, unclear, patient));
		expect(looked.answer).toBe('silence');
		expect(looked.result.outcome).toBe('unknown');
		expect([asked.length, looked.result.lookedUp?.times ?? 0, clock.passed]).toEqual([
			...[times, times, at],
		]);
	});
});
