import type { Outcome, Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { SendFact } from '../../../../nodes/CardBankPayments/executor/proof/judge';
import { notSent } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { payments, result } from '../../support/payments';
import {
	answerOf,
	LimitedService,
	meansOf,
	NOT_FOUND,
	outcomesOfResults,
	serviceOf,
	start,
	stopAtFailure as stop,
	type SendPayment,
	type Speed,
} from '../../support/service';
import { settle, VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

/** As much time passes as it takes. */
const run = async (count: number, send: SendPayment, speed: Speed = {}) =>
	await clock.until(start(count, send, { clock, ...speed }));

/** Refuses so, one wait after the other, each by its milliseconds; accepts where there is none. */
function refusing(...waits: Array<number | undefined>): SendPayment {
	return async ({ index }) => {
		const waitMs = waits.shift();
		return waitMs === undefined
			? result(index, 'accepted')
			: result(index, 'rejected', { says: 'Too early', waitMs });
	};
}

const batches = { batchIntervalMs: 1000, concurrency: 2 };

it.each<[string, number[], Speed, number[]]>([
	['the first one alone', [100, 100, 50, 100, 0], { concurrency: 3 }, [0, 100, 100, 100, 150]],
	['in batches', [0, 0, 0, 0, 0], batches, [0, 0, 1000, 1000, 2000]],
	['from the start of a batch', [400, 400, 400], { batchIntervalMs: 1000 }, [0, 1000, 2000]],
	[
		'without a burst after a slow batch',
		[2500, 0, 0, 0, 0, 0],
		batches,
		[0, 2500, 2500, 2500, 3500, 3500],
	],
])('payments go out %s', async (_, durations, speed, expected) => {
	const startedAt: number[] = [];
	const send: SendPayment = async ({ index }) => {
		startedAt.push(clock.passed);
		await clock.sleep(durations[index] as number);
		return result(index, 'accepted');
	};
	const { results } = await run(durations.length, send, speed);
	expect(startedAt).toEqual(expected);
	expect(results.map(({ index }) => index)).toEqual(durations.map((_, index) => index));
});

it('two payments begin in each turn of the event loop', async () => {
	let turn = 0;
	const turns: number[] = [];
	const sleep = async () => {
		await settle();
		turn++;
	};
	const send: SendPayment = async ({ index }) => {
		turns.push(turn);
		return await Promise.resolve(result(index, 'accepted'));
	};
	await start(6, send, { clock: Object.assign(clock, { sleep }), concurrency: 6 });
	expect(turns).toEqual([0, 0, 1, 1, 2, 2]);
});

it.each<[string, Speed, string, string]>([
	[
		'that stops waits for what is under way, and names its first reason',
		{ concurrency: 3, ...stop },
		'accepted rejected! rejected unknown',
		'INV-2 stopped the run',
	],
	['stops where no item would fare better', {}, 'rejected!', 'Token refused'],
	[
		'stops after three unclear ends in a row',
		{},
		'unknown unknown accepted unknown unknown rejected unknown unknown unknown',
		'The service left 3 payments in a row without a clear response',
	],
])('a run %s', async (_, speed, ends, says) => {
	const outcomes = ends.replaceAll('!', '').split(' ') as Outcome[];
	const send: SendPayment = async ({ index }) => {
		await clock.sleep([0, 20, 10, 30][index] ?? 0);
		const noToken = ends.split(' ')[index]!.endsWith('!');
		return result(index, outcomes[index]!, noToken ? { endsRun: true, says: 'Token refused' } : {});
	};
	const { results } = await run(outcomes.length + 2, send, speed);
	expect(outcomesOfResults(results)).toEqual([...outcomes, 'notSent', 'notSent']);
	expect(results.at(-1)).toMatchObject({ says, orderReference: `INV-${outcomes.length + 1}` });
});

it('says of what never left why nothing leaves any more, and not why another payout was refused', async () => {
	const gone = notSent('account', 'The credential cannot be read', 'Choose a credential');
	const answers: SendFact[] = [
		{ is: 'answered', result: result(0, 'accepted') },
		answerOf(result(1, 'rejected', { cause: 'service', says: 'Too early', waitMs: 1000 })),
		{ is: 'stopped', result: { ...gone, endsRun: true } },
	];
	const service = serviceOf({ send: async () => answers.shift() as SendFact });
	const { results } = await clock.until(deliver(payments(3), [], meansOf({ service, clock })));
	expect(results[1]).toMatchObject({ outcome: 'rejected', nextStep: gone.nextStep });
	expect(results[1]!.says).toBe(`Too early. ${gone.says}`);
	expect(results[2]).toMatchObject(gone);
});

it('looks up at once what was refused for good, while others wait for the pace', async () => {
	const answers: SendFact[] = [
		{ is: 'answered', result: result(0, 'accepted') },
		answerOf(result(1, 'rejected', { waitMs: 60_000 })),
		{ is: 'doubted', result: result(2, 'rejected') },
		{ is: 'answered', result: result(1, 'accepted') },
	];
	const asked: string[] = [];
	const service = serviceOf({
		send: async () => answers.shift() as SendFact,
		async lookUp({ orderReference }) {
			asked.push(`${clock.passed} ${orderReference}`);
			return NOT_FOUND;
		},
	});
	const means = meansOf({ service, clock, concurrency: 3 });
	const { results, waitedMs } = await clock.until(deliver(payments(3), [], means));
	expect(outcomesOfResults(results)).toEqual(['accepted', 'accepted', 'rejected']);
	expect([asked, waitedMs]).toEqual([['0 INV-2', '60000 INV-1'], 60_000]);
});

it('counts the time once in which several wait for the pace together', async () => {
	const list: Verdict = { outcome: 'accepted', says: '', records: [] };
	const service = serviceOf({
		paceKey: 'together',
		send: async ({ index }) => {
			await clock.sleep(2_000);
			return { is: 'answered', result: result(index, 'accepted') };
		},
		async read() {
			await clock.sleep(500);
			return list;
		},
	});
	const means = meansOf({ service, clock, concurrency: 3, maximumPerDay: 10n ** 9n });
	const running = deliver(payments(3), [], means);
	// The list of the day is read again for both of the others, and this one is refused meanwhile.
	await clock.advanceTo(2_600);
	const refused = { clock, account: 'together', maximumWaitMs: 0 };
	const other = start(1, refusing(60_000), refused);
	const [{ waitedMs }] = await clock.until(Promise.all([running, other]));
	expect(waitedMs).toBe(59_600);
});

it('learns no pace from before a payment that the service may have accepted', async () => {
	const sentAt: number[] = [];
	const waits = [undefined, undefined, 55_000];
	const send: SendPayment = async ({ index }) => {
		const waitMs = waits[sentAt.push(clock.passed) - 1];
		if (waitMs !== undefined) return result(index, 'rejected', { waitMs });
		// The service accepts the second one, and its response does not come.
		if (index !== 1) return result(index, 'accepted');
		await clock.sleep(10_000);
		return result(index, 'unknown');
	};
	await run(4, send);
	expect(sentAt).toEqual([0, 0, 10_000, 65_000, 65_000]);
});

it('leaves the line before it looks up what is still open', async () => {
	const lookUp = async () => {
		await clock.sleep(8_000);
		return NOT_FOUND;
	};
	const account = { clock, maximumWaitMs: 30_000 };
	const answers = [5_000, 3_600_000].map((waitMs) => answerOf(result(0, 'rejected', { waitMs })));
	const service = serviceOf({
		lookUp,
		async send() {
			const answer = answers.shift() as SendFact;
			// The longer wait comes while the first payment stands in the line.
			if (answers.length === 0) await clock.sleep(2_000);
			return answer;
		},
	});
	const begin = async () => await deliver(payments(1), [], meansOf({ ...account, service }));
	const both = [begin(), begin()];
	await clock.advanceTo(1_000);
	await clock.until(begin());
	expect(clock.passed).toBe(4_000);
	await clock.until(Promise.all(both));
});

describe('a cancelled execution', () => {
	it.each<[string, Speed, Array<number | undefined>, Outcome]>([
		['the next batch', { batchIntervalMs: 2 ** 30 }, [], 'notSent'],
		['the pace', {}, [undefined, 60_000], 'rejected'],
	])('does not wait for %s', async (_, speed, waits, outcome) => {
		const cancel = new AbortController();
		const how = { clock, cancelSignal: cancel.signal, ...speed };
		const running = start(3, refusing(...waits), how);
		await clock.advanceTo(10_000);
		cancel.abort();
		expect(outcomesOfResults((await running).results)).toEqual(['accepted', outcome, 'notSent']);
		expect(clock.passed).toBe(10_000);
	});

	it('leaves the line of its account, which goes on without it', async () => {
		const cancel = new AbortController();
		const { send, paid } = new LimitedService(clock, 10_000);
		const of = async (count: number, cancelSignal?: AbortSignal) => {
			const running = start(count, send, { clock, account: 'line', cancelSignal });
			await settle();
			return { running };
		};
		const first = await of(2);
		const second = await of(1, cancel.signal);
		const third = await of(1);
		cancel.abort();
		const says = 'The execution was canceled';
		// No item has stopped it, so that none is to be cleared.
		const nextStep = 'Run this item again';
		expect((await second.running).results).toMatchObject([{ outcome: 'notSent', says, nextStep }]);
		await clock.until(Promise.all([first.running, third.running]));
		expect(paid).toHaveLength(3);
	});
});

describe('Maximum Wait', () => {
	it('counts a payment’s own waits together, not those in front of it', async () => {
		const { send, paid } = new LimitedService(clock, 10_000);
		const { waitedMs } = await run(20, send, { maximumWaitMs: 10_000 });
		expect([paid.length, waitedMs]).toEqual([20, 190_000]);
	});

	it.each([
		[8_999, 'rejected'],
		[9_000, 'accepted'],
	])('of %i ms for one that is asked to wait for 4 and 5 seconds: %s', async (...of) => {
		const [maximumWaitMs, outcome] = of;
		const { results } = await run(3, refusing(4_000, 5_000), { maximumWaitMs });
		expect(results[0]?.outcome).toBe(outcome);
		if (outcome === 'accepted') return;
		const asks = 'The service asks to wait 5 seconds, longer than Maximum Wait allows';
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks, asks]);
		expect(results[0]?.nextStep).toBe(
			'Run this item again in 5 seconds, or raise Maximum Wait in Options',
		);
	});

	it('does not tell a wait that the node chose as the service’s', async () => {
		const { results } = await run(2, refusing(0, 0, 0), { maximumWaitMs: 4_000 });
		const asks = 'The service asks to wait and names no time; tried 3 times in 3 seconds';
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks]);
		expect(results[0]?.nextStep).toBe(
			'Run this item again later, or raise Maximum Wait in Options',
		);
	});

	it('counts the pace that another run has learned, before the first payment', async () => {
		const { send } = new LimitedService(clock, 60_000);
		await run(2, send, { account: 'paced' });
		const { results } = await run(1, send, { account: 'paced', maximumWaitMs: 59_999 });
		expect(outcomesOfResults(results)).toEqual(['notSent']);
	});

	it.each<[number, number[], Outcome]>([
		[59_999, [60_000], 'notSent'],
		[60_000, [60_000], 'accepted'],
		// The longer wait comes while the second run stands in line.
		[60_000, [5_000, 3_600_000], 'notSent'],
	])('of %i ms for a run behind one that waits for %j ms: %s', async (...of) => {
		const [maximumWaitMs, waits, outcome] = of;
		const account = `${maximumWaitMs} ${waits.join()}`;
		const first = start(1, refusing(...waits), { clock, account });
		await settle();
		const second = start(1, refusing(), { clock, account, maximumWaitMs });
		const { results } = await clock.until(second);
		expect(outcomesOfResults(results)).toEqual([outcome]);
		if (outcome === 'notSent') {
			expect(results[0]?.nextStep).toContain(`again in ${waits.at(-1)! / 1000} seconds, or raise`);
		}
		expect(clock.passed).toBe(waits.length > 1 ? 5_000 : outcome === 'accepted' ? 60_000 : 0);
		await clock.until(first);
	});
});
