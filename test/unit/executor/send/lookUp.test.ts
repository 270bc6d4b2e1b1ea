import type { IDataObject } from 'n8n-workflow';
import { LookUps, type Asking } from '../../../../nodes/CardBankPayments/executor/send/lookUp';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/http/reply';
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

/** What becomes of the unclear payout when the service answers so, in turn. */
const settledBy = async (...replies: Array<Reply | Error>) =>
	await clock.until(lookUps(replies).settleUnclear(sent, unclear));

describe('an unclear payout', () => {
	it('is looked up 1, 4 and 10 seconds after its end, and no more', async () => {
		const settled = await settledBy(notFound);
		expect(asked).toEqual([1_000, 4_000, 10_000]);
		expect(settled).toEqual({
			...unclear,
			lookedUp: {
				at: new Date(VirtualClock.START + 10_000).toISOString(),
				times: 3,
				answer: 'HTTP 404: Invalid or missing payout',
			},
		});
	});

	it('is asked about no more once there is a record, which is its answer', async () => {
		const settled = await settledBy(notFound, found(record()));
		expect(asked).toEqual([1_000, 4_000]);
		expect(settled).toMatchObject({ outcome: 'accepted', answers: [record()] });
		expect(settled.lookedUp?.times).toBe(2);
	});

	it('may have been taken back', async () => {
		const content = record({ status: 'REVERSED' });
		const settled = await settledBy(found(content));
		expect(settled).toMatchObject({ outcome: 'reversed', record: { kind: 'payout', content } });
	});

	it.each([
		['another account', [record({ beneficiary: { accountNumber: '0999' } })], 'another account'],
		['several records', [record(), record()], 'knows 2 payments'],
		['no status', [record({ status: undefined })], 'no status'],
	])('stays unknown with %s, and says so', async (_, records, says) => {
		const settled = await settledBy(found(...records));
		expect(settled.outcome).toBe('unknown');
		expect(settled.says).toContain(`${unclear.says}. `);
		const again = await lookUps([found(...records)]).settleOnce(sent, settled);
		expect(again.says).toBe(settled.says);
		expect(settled.says).toContain(says);
		expect([settled.answers, settled.record]).toEqual([undefined, undefined]);
	});

	it.each<[string, Reply | Error, string]>([
		[
			'another reference',
			found(record({ orderReference: 'X' })),
			'HTTP 200, without this order reference',
		],
		['a refused token', { status: 401, tokenRefused: 'No' }, 'HTTP 401'],
		['a pace', { status: 429 }, 'HTTP 429'],
		['a crash', { status: 500 }, 'HTTP 500'],
		['silence', { code: 'ECONNRESET' }, 'no answer (ECONNRESET)'],
		['nothing at all', {}, 'no answer'],
		['a question that cannot be asked', new Error('No path'), 'No path'],
	])('stays unknown after %s, never refused', async (_, reply, answer) => {
		const settled = await settledBy(reply);
		expect(settled).toMatchObject({ outcome: 'unknown', says: unclear.says });
		expect(settled.endsRun).toBeUndefined();
		expect(settled.lookedUp?.answer).toBe(answer);
	});

	it('is looked up at once no more when the execution is cancelled', async () => {
		const cancel = new AbortController();
		const looking = lookUps([notFound], { cancelSignal: cancel.signal });
		const settling = looking.settleUnclear(sent, unclear);
		await clock.advanceTo(2_000);
		cancel.abort();
		expect((await settling).lookedUp?.times).toBe(1);
		expect(clock.passed).toBe(2_000);
		expect(await looking.settleOnce(sent, unclear)).toBe(unclear);
	});
});

describe('a service that gives no answer', () => {
	it.each([302, 500, 503])(
		'is left alone for a minute after three times %i in a row',
		async (status) => {
			const looking = lookUps([{ status }]);
			await clock.until(looking.settleUnclear(sent, unclear));
			const before = clock.passed;
			expect(await clock.until(looking.settleUnclear(sent, unclear))).toBe(unclear);
			expect(asked).toHaveLength(3);
			expect(clock.passed).toBe(before);
			await clock.advanceTo(before + 59_999);
			expect(await looking.settleOnce(sent, unclear)).toBe(unclear);
			await clock.advanceTo(before + 60_000);
			await looking.settleOnce(sent, unclear);
			expect(asked).toHaveLength(4);
		},
	);

	it('is asked all the same about a payout that would be sent again', async () => {
		const looking = lookUps([{ status: 503 }, { status: 503 }, { status: 503 }, found(record())]);
		await clock.until(looking.settleUnclear(sent, unclear));
		expect((await looking.settleIfKnown(sent, unclear))?.outcome).toBe('accepted');
	});

	it.each([400, 403, 422])('is none that refuses the question with %i', async (status) => {
		const looking = lookUps([{ status }]);
		for (let times = 1; times <= 5; times++) await looking.settleOnce(sent, unclear);
		expect(asked).toHaveLength(5);
	});

	it('is asked on where it answers in between, though it knows nothing', async () => {
		const looking = lookUps([{ status: 503 }, { status: 503 }, notFound, { status: 503 }]);
		await clock.until(looking.settleUnclear(sent, unclear));
		await looking.settleOnce(sent, unclear);
		await looking.settleOnce(sent, unclear);
		expect(asked).toHaveLength(5);
	});

	it('is not asked again because an earlier question is answered late', async () => {
		let answer: (reply: Reply) => void = () => undefined;
		const late = new Promise<Reply>((resolve) => (answer = resolve));
		const looking = lookUps([{ status: 503 }], {
			ask: async ({ index }) => {
				asked.push(index);
				return index === 0 ? await late : { status: 503 };
			},
		});
		const first = looking.settleOnce(payment(0), result(0, 'unknown'));
		for (const index of [1, 2, 3]) await looking.settleOnce(payment(index), unclear);
		answer(notFound);
		await first;
		expect(await looking.settleOnce(sent, unclear)).toBe(unclear);
		expect(asked).toEqual([0, 1, 2, 3]);
	});
});

describe('a service that asks to wait with its answer', () => {
	it.each<[string, Reply[], number[]]>([
		[
			'for the time that it names',
			[{ status: 429, headers: { 'retry-after': '43' } }],
			[0, 43_000],
		],
		['in words', [{ status: 400, body: { message: 'retry after 5 seconds' } }], [0, 5_000]],
		['at least a second', [{ status: 429, headers: { 'retry-after': '0' } }], [0, 1_000]],
		[
			'longer each time',
			[{ status: 429 }, { status: 429 }, { status: 429 }],
			[0, 1_000, 3_000, 7_000],
		],
	])('is asked again %s', async (_, replies, expected) => {
		const looking = lookUps([...replies, found(record())]);
		const settled = await clock.until(looking.settleOnce(sent, unclear));
		expect(settled.outcome).toBe('accepted');
		expect(settled.lookedUp?.times).toBe(expected.length);
		expect(asked).toEqual(expected);
	});

	it.each<[string, Reply, number[]]>([
		['429', { status: 429 }, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 61_000]],
		['400', { status: 400, body: { message: 'retry after 30 seconds' } }, [1_000, 31_000, 61_000]],
	])('is left alone for a minute where that did not help: %s', async (_, refused, expected) => {
		const looking = lookUps([refused]);
		const settled = await clock.until(looking.settleUnclear(sent, unclear));
		expect(asked).toEqual(expected);
		expect(settled.lookedUp?.times).toBe(expected.length);
		expect(await looking.settleOnce(sent, unclear)).toBe(unclear);
		// What would be sent again is asked about, but not waited for.
		expect(await looking.settleIfKnown(sent, unclear)).toBeUndefined();
		expect(asked).toHaveLength(expected.length + 1);
	});

	it('has answered where it does not know the payment, whatever else it says', async () => {
		const body = { message: 'Not found, please try again in 30 seconds' };
		await clock.until(lookUps([{ status: 404, body }]).settleUnclear(sent, unclear));
		expect(asked).toEqual([1_000, 4_000, 10_000]);
	});

	it.each([
		[43_000, 2],
		[42_999, 1],
		[0, 1],
	])('is not waited for longer than Maximum Wait (%i)', async (maximumWaitMs, times) => {
		const refused = { status: 429, headers: { 'retry-after': '43' } };
		const looking = lookUps([refused, notFound], { maximumWaitMs });
		await clock.until(looking.settleOnce(sent, unclear));
		expect(asked).toHaveLength(times);
	});

	it('is asked no more when the execution is cancelled', async () => {
		const cancel = new AbortController();
		const looking = lookUps([{ status: 429 }], { cancelSignal: cancel.signal });
		const settling = looking.settleOnce(sent, unclear);
		await clock.advanceTo(1_500);
		cancel.abort();
		await settling;
		expect(asked).toEqual([0, 1_000]);
		expect(clock.passed).toBe(1_500);
	});
});

describe('what was already sent', () => {
	const used = result(7, 'alreadySent');

	it.each(['SUCCESS', 'REVERSED', 'ODD'])('stays so, with its record (%s)', async (status) => {
		const content = record({ status });
		const settled = await lookUps([found(content)]).settleOnce(sent, used);
		expect(settled).toMatchObject({ ...used, record: { kind: 'payout', content } });
		expect(asked).toEqual([0]);
	});

	it('has no record where it belongs to another payout', async () => {
		const other = record({ beneficiary: { accountNumber: '0999' } });
		const known = { ...used, record: { kind: 'payout' as const, content: record() } };
		const settled = await lookUps([found(other)]).settleOnce(sent, known);
		expect(settled.outcome).toBe('alreadySent');
		expect(settled.record).toBeUndefined();
		expect(settled.says).toContain('belongs to another payout');
	});

	it('carries the record of a card payment by its reference alone', async () => {
		const content = { orderReference: 'INV-7', collectedAmount: '1' };
		const link = { ...sent, body: undefined };
		const settled = await lookUps([found(content)], { kind: 'payment' }).settleOnce(link, used);
		expect(settled.record).toEqual({ kind: 'payment', content });
	});
});

describe('a payment whose reference this run may have reserved itself', () => {
	const used = result(7, 'alreadySent');

	it.each<[string, Reply[], number, object | undefined]>([
		['free where it is missing each time', [notFound, found()], 3, undefined],
		['used where it shows later', [notFound, found(record())], 2, { content: record() }],
		['used, asked once, where it shows at once', [found(record())], 1, { content: record() }],
		['used where the service is silent', [{ status: 500 }], 1, {}],
	])('is %s', async (_, replies, times, known) => {
		const settled = await clock.until(lookUps(replies).settleUnlessMissing(sent, used));
		expect(asked).toHaveLength(times);
		const { content } = settled?.record ?? {};
		expect(settled && { content }).toEqual(known);
	});
});

describe('a payment that was refused for its pace', () => {
	it.each<[string, Reply, string | undefined]>([
		['the service has it', found(record()), 'accepted'],
		['it belongs to another', found(record({ amount: '1', currency: 'TZS' })), 'unknown'],
		['the service does not have it', notFound, undefined],
		['the service has others', found(record({ orderReference: 'X' })), undefined],
		['the service does not answer', { code: 'ETIMEDOUT' }, undefined],
	])('is settled where %s', async (_, reply, outcome) => {
		expect((await lookUps([reply]).settleIfKnown(sent, unclear))?.outcome).toBe(outcome);
	});

	it('is not asked about in an execution that is cancelled', async () => {
		const looking = lookUps([found(record())], { cancelSignal: AbortSignal.abort() });
		expect(await looking.settleIfKnown(sent, unclear)).toBeUndefined();
		expect(asked).toEqual([]);
	});
});
