import type {
	Outcome,
	Payment,
	Result,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { SendFact } from '../../../../nodes/CardBankPayments/executor/proof/judge';
import { notSent } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { nextSteps } from '../../../../nodes/CardBankPayments/sentences/nextSteps';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';
import { payments, result } from '../../support/payments';
import {
	answerOf,
	LimitedService,
	meansOf,
	NOT_FOUND,
	outcomesOfResults,
	serviceOf,
	SILENT,
	start,
	stopAtFailure as stop,
	type SendPayment,
	type Speed,
} from '../../support/service';
import { settle, VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

/** As much time passes as it takes. */
const run = async (count: number, send: SendPayment, speed: Speed = {}) => {
	const { results, waitedMs } = await clock.until(start(count, send, { clock, ...speed }));
	return { results: inOrder(results), waitedMs };
};
const inOrder = (results: Result[]) => results.sort((one, other) => one.index - other.index);

/** Refuses so, one wait after the other, each by its milliseconds; accepts where there is none. */
function refusing(...waits: Array<number | undefined>): SendPayment {
	return async ({ index }) => {
		const waitMs = waits.shift();
		return waitMs === undefined
			? result(index, 'accepted')
			: result(index, 'rejected', { says: 'Too early', waitMs });
	};
}

it.each<[string, number[], number, number[]]>([
	['the first one alone', [100, 100, 50, 100, 0], 3, [0, 100, 100, 100, 150]],
	['two at a time, once the first has ended', [10, 40, 20, 30, 10], 2, [0, 10, 10, 30, 50]],
])('payments go out %s', async (_, durations, concurrency, expected) => {
	const startedAt: number[] = [];
	const send: SendPayment = async ({ index }) => {
		startedAt[index] = clock.passed;
		await clock.sleep(durations[index] as number);
		return result(index, 'accepted');
	};
	const { results } = await run(durations.length, send, { concurrency });
	expect(startedAt).toEqual(expected);
	expect(results).toHaveLength(durations.length);
});

it('the first one that leaves goes alone, also where the service knows those in front of it', async () => {
	const sent: string[] = [];
	const service = serviceOf({
		async send({ index, orderReference }) {
			sent.push(`${clock.passed} ${orderReference}`);
			await clock.sleep(100);
			return { is: 'answered', result: result(index, 'accepted') };
		},
		lookUp: async ({ index, orderReference }) =>
			index < 2 ? { status: 200, body: [{ orderReference }] } : NOT_FOUND,
	});
	await clock.until(deliver(payments(5), [], meansOf({ service, clock, concurrency: 3 })));
	expect(sent).toEqual(['0 INV-2', '100 INV-3', '100 INV-4']);
});

it('the next ones are asked for while others are under way, and no more than Concurrency leave', async () => {
	const peak = { asked: 0, sent: 0 };
	const now = { asked: 0, sent: 0 };
	const during = async (what: 'asked' | 'sent') => {
		peak[what] = Math.max(peak[what], ++now[what]);
		await clock.sleep(10);
		now[what]--;
	};
	const service = serviceOf({
		async send({ index }) {
			await during('sent');
			return { is: 'answered', result: result(index, 'accepted') };
		},
		async lookUp() {
			await during('asked');
			return NOT_FOUND;
		},
	});
	await clock.until(deliver(payments(9), [], meansOf({ service, clock, concurrency: 3 })));
	expect(peak).toEqual({ asked: 6, sent: 3 });
	// The first one takes 20 ms, the others 40. Asked only when it is their turn, they would take 60.
	expect(clock.passed).toBe(60);
});

it('after a refusal they go one at a time and in their order, whichever was refused first', async () => {
	const sent: string[] = [];
	const refusedAfterMs = [0, 30, 10, 20];
	const send: SendPayment = async ({ index }) => {
		sent.push(`${clock.passed} ${index}`);
		const afterMs = sent.length > 4 ? 0 : refusedAfterMs[index]!;
		await clock.sleep(afterMs || 5);
		return afterMs > 0 ? result(index, 'rejected', { waitMs: 1_000 }) : result(index, 'accepted');
	};
	const { waitedMs } = await run(6, send, { concurrency: 3 });
	const first = ['0 0', '5 1', '5 2', '5 3'];
	// The last of the three was refused at 35 ms.
	expect(sent).toEqual([...first, '1035 1', '2040 2', '3045 3', '4050 4', '5055 5']);
	expect(waitedMs).toBe(5_000);
});

describe('with a pace, runs of one account', () => {
	it('send one at a time, all together', async () => {
		let [underWay, peak] = [0, 0];
		const account = 'in turns';
		// After two, no interval is learned from the refusal.
		await run(2, refusing(), { account });
		await run(1, refusing(1_000), { account });
		const send: SendPayment = async ({ index }) => {
			peak = Math.max(peak, ++underWay);
			await clock.sleep(50);
			underWay--;
			return result(index, 'accepted');
		};
		const begunAt = clock.passed;
		await Promise.all([1, 2].map(async () => await run(3, send, { account, concurrency: 3 })));
		expect([peak, clock.passed - begunAt]).toEqual([1, 300]);
	});

	it('send nothing that got ready while another one was refused', async () => {
		const sentAt: number[] = [];
		const service = serviceOf({
			paceKey: 'got ready',
			async send({ index }) {
				sentAt.push(clock.passed);
				return { is: 'answered', result: result(index, 'accepted') };
			},
			async read() {
				await clock.sleep(500);
				return result(0, 'accepted', { records: [] });
			},
		});
		const means = meansOf({ service, clock, maximumPerDay: 10n ** 9n });
		const running = deliver(payments(1), [], means);
		await clock.advanceTo(200);
		await start(1, refusing(60_000), { clock, account: 'got ready', maximumWaitMs: 0 });
		await clock.until(running);
		expect(sentAt).toEqual([60_200]);
	});
});

it.each<[string, Speed, string, string]>([
	[
		'that stops waits for what is under way, and names its first reason',
		{ concurrency: 3, ...stop },
		'accepted rejected! rejected unknown',
		sending.stoppedBy({ item: 'INV-2' }),
	],
	['stops where no item would fare better', {}, 'rejected!', 'Token refused'],
	[
		'stops after three unclear ends in a row',
		{},
		'unknown unknown accepted unknown unknown rejected unknown unknown unknown',
		sending.unclearInARow({ count: 3, what: 'payments' }),
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
	const ended = await clock.until(deliver(payments(3), [], meansOf({ service, clock })));
	const results = inOrder(ended.results);
	expect(results[1]).toMatchObject({ outcome: 'rejected', nextStep: gone.nextStep });
	expect(results[1]!.says).toBe(`Too early. ${gone.says}`);
	expect(results[2]).toMatchObject(gone);
});

it('looks up at once what was refused for good, while others wait for the pace', async () => {
	const answers: SendFact[] = [
		{ is: 'answered', result: result(0, 'accepted') },
		answerOf(result(1, 'rejected', { waitMs: 60_000 })),
		{ is: 'mayBePaid', result: result(2, 'rejected') },
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
	expect(outcomesOfResults(inOrder(results))).toEqual(['accepted', 'accepted', 'rejected']);
	// Each was asked for before it left, too.
	expect(asked.slice(3)).toEqual(['0 INV-2', '60000 INV-1']);
	expect(waitedMs).toBe(60_000);
});

it('is unknown where it was refused for its reference, and the service then gives no answer', async () => {
	const answers = [NOT_FOUND, SILENT];
	const service = serviceOf({
		send: async () => ({ is: 'mayBePaid', result: result(0, 'rejected') }),
		lookUp: async () => answers.shift()!,
	});
	const { results } = await clock.until(deliver(payments(1), [], meansOf({ service, clock })));
	expect(outcomesOfResults(results)).toEqual(['unknown']);
});

describe('a cancelled execution', () => {
	it('does not wait for the pace', async () => {
		const cancel = new AbortController();
		const how = { clock, cancelSignal: cancel.signal };
		const running = start(3, refusing(undefined, 60_000), how);
		await clock.advanceTo(10_000);
		cancel.abort();
		const { results, waitedMs } = await running;
		expect(outcomesOfResults(inOrder(results))).toEqual(['accepted', 'rejected', 'notSent']);
		expect([clock.passed, waitedMs]).toEqual([10_000, 10_000]);
	});

	it('does not wait for another run that pays the same', async () => {
		const cancel = new AbortController();
		const send = async ({ index }: Payment): Promise<SendFact> => {
			await clock.sleep(30_000);
			return { is: 'answered', result: result(index, 'accepted') };
		};
		const service = serviceOf({ send });
		const first = deliver(payments(1), [], meansOf({ service, clock }));
		const means = meansOf({ service, clock, cancelSignal: cancel.signal });
		const second = deliver(payments(2), [], means);
		await clock.advanceTo(10_000);
		cancel.abort();
		expect(outcomesOfResults((await second).results)).toEqual(['notSent', 'notSent']);
		expect(clock.passed).toBe(10_000);
		expect(outcomesOfResults((await clock.until(first)).results)).toEqual(['accepted']);
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
		// No item has stopped it, so that none is to be cleared.
		const told = { outcome: 'notSent', ...sending.canceled };
		expect((await second.running).results).toMatchObject([told]);
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
		// Each of the two waits is shorter than it; together they are longer.
		const asks = sending.waitOver;
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks, asks]);
		expect(results[0]?.nextStep).toBe(nextSteps.afterWait({ when: 'in 5 seconds' }));
	});

	it('does not tell a wait that the node chose as the service’s', async () => {
		const { results } = await run(2, refusing(0, 0, 0), { maximumWaitMs: 4_000 });
		const asks = sending.waitOver;
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks]);
		expect(results[0]?.nextStep).toBe(nextSteps.afterWait({ when: 'later' }));
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
