import type { ItemResult } from '../../../../nodes/CardBankPayments/executor/common/payment';
import type { Sender } from '../../../../nodes/CardBankPayments/executor/send/sender';
import { payment, payments } from '../../support/payments';
import {
	asked,
	clock,
	context,
	forgetSent,
	lookUps,
	nextExecution,
	paid,
	records,
	replies,
	run,
	sent,
	start,
	useSending,
} from '../../support/sending';
import { outcomesOf, stopAtFailure as stop } from '../../support/service';
import { settle } from '../../support/settle';
import { waitUntil } from '../../../../workbench/servers/waiting';

useSending();

describe('with look-ups', () => {
	it('an unclear payout that the service has is accepted, and remembered so', async () => {
		replies.set('INV-0', { status: 503 });
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps(), ...stop });
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(asked).toEqual(['1000 INV-0']);
		forgetSent();
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual([]);
	});

	describe('what is open early in a long run is asked about once more at its end', () => {
		/** INV-1 waits for a minute; INV-0 goes first, or was sent before, as `reference`. */
		const runLong = async (reference = 'INV-0') => {
			replies.set('INV-1', { status: 429, body: { message: 'retry after 60 seconds' } });
			const running = start(payments(2), { lookUps: lookUps() });
			await waitUntil(() => asked.length > 0 || sent.length > 0);
			await settle();
			await clock.advanceTo(10_000);
			await waitUntil(() => sent.at(-1) === 'INV-1');
			replies.clear();
			paid(reference);
			const results = await clock.until(running);
			expect(sent.slice(-2)).toEqual(['INV-1', 'INV-1']);
			const [first, second] = await run(payments(2));
			expect(first?.record?.content ?? first?.answers?.[0]).toEqual(records.get(reference));
			expect(second?.outcome).toBe('accepted');
			return { outcomes: outcomesOf(results), asked: asked.map((line) => line.split(' ')[1]) };
		};

		it('where its answer was lost', async () => {
			replies.set('INV-0', { status: 503 });
			const { outcomes, asked } = await runLong();
			expect(outcomes).toEqual(['accepted', 'accepted']);
			expect(asked.filter((one) => one === 'INV-0')).toHaveLength(4);
			expect(sent).toEqual(['INV-0', 'INV-1', 'INV-1']);
		});

		it('where an earlier execution sent it', async () => {
			await run([payment(0)]);
			nextExecution();
			const { outcomes, asked } = await runLong();
			expect(outcomes).toEqual(['alreadySent', 'accepted']);
			expect(asked).toEqual(['INV-0', 'INV-1', 'INV-0']);
		});

		it('where an earlier try sent it, under the reference of then', async () => {
			replies.set('OLD-0', { status: 503 });
			await run([payment(0, { orderReference: 'OLD-0' })]);
			const { outcomes, asked } = await runLong('OLD-0');
			expect(outcomes).toEqual(['accepted', 'accepted']);
			expect(asked).toEqual(['OLD-0', 'INV-1', 'OLD-0']);
		});

		it('but not what the service said it knew, and showed at once', async () => {
			replies.set('INV-0', { status: 409 });
			paid('INV-0');
			const { outcomes, asked } = await runLong();
			expect(outcomes).toEqual(['alreadySent', 'accepted']);
			expect(asked).toEqual(['INV-0', 'INV-1']);
		});

		it('but not where only the questions took long', async () => {
			await run(payments(2));
			nextExecution();
			const slow = lookUps(undefined, 40_000);
			const results = await run(payments(2), { lookUps: slow });
			expect(outcomesOf(results)).toEqual(['alreadySent', 'alreadySent']);
			expect(asked).toHaveLength(2);
			expect(clock.passed).toBe(2 * 40_000);
		});

		it('but not where the run has stopped', async () => {
			await run([payment(0)]);
			nextExecution();
			replies.set('INV-1', { status: 429, body: { message: 'retry after 60 seconds' } });
			replies.set('INV-2', { status: 422 });
			const stopsRun = ({ outcome }: ItemResult) => outcome === 'rejected';
			const running = start(payments(3), { lookUps: lookUps(), stopsRun });
			await waitUntil(() => sent.at(-1) === 'INV-1');
			replies.delete('INV-1');
			const outcomes = outcomesOf(await clock.until(running));
			expect(outcomes).toEqual(['alreadySent', 'accepted', 'rejected']);
			expect(asked.filter((one) => one.endsWith('INV-0'))).toHaveLength(1);
		});
	});

	it.each([
		['only the first, where that ends the run', stop, ['0 INV-0']],
		['all, where the run goes on', {}, ['0 INV-0', '0 INV-1', '0 INV-2']],
	])('of payouts that were sent before it asks about %s', async (_, mode, questions) => {
		await run(payments(3));
		nextExecution();
		['INV-0', 'INV-1', 'INV-2'].forEach(paid);
		const results = await run(payments(4), { lookUps: lookUps(), ...mode });
		expect(outcomesOf(results).slice(0, 3)).toEqual(Array(3).fill('alreadySent'));
		expect(results.filter(({ record }) => record !== undefined)).toHaveLength(questions.length);
		expect(asked).toEqual(questions);
	});

	it('is remembered as unknown while it asks', async () => {
		replies.set('INV-0', { status: 503 });
		const running = start(payments(1), { lookUps: lookUps() });
		await waitUntil(() => JSON.stringify(context).includes('"state":"unknown"'));
		expect(asked).toEqual([]);
		await clock.until(running);
		expect(asked).toHaveLength(3);
	});

	it('three that are found in a row do not end the run', async () => {
		for (const { orderReference } of payments(4)) {
			replies.set(orderReference, { status: 503 });
			paid(orderReference);
		}
		const results = await run(payments(5), { lookUps: lookUps() });
		expect(outcomesOf(results)).toEqual(Array(5).fill('accepted'));
	});

	it('what the memory does not know for sure is asked about once, before anything is sent', async () => {
		replies.set('INV-0', { status: 503 });
		await run(payments(1));
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps(), ...stop });
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(results[0]?.answers).toEqual([records.get('INV-0')]);
		expect(asked).toHaveLength(1);
		await run(payments(2), { lookUps: lookUps() });
		expect(asked).toHaveLength(1);
		expect(sent).toEqual(['INV-0', 'INV-1']);
	});

	it('what the service knew in an earlier try is asked about once, and stays so', async () => {
		replies.set('INV-0', { status: 409 });
		await run(payments(1));
		paid('INV-0');
		const [result] = await run(payments(1), { lookUps: lookUps() });
		expect(result).toMatchObject({
			outcome: 'alreadySent',
			record: { content: records.get('INV-0') },
		});
		expect([asked, sent]).toEqual([['0 INV-0'], ['INV-0']]);
	});

	it('what another execution has used, or the service knows, carries its record', async () => {
		await run([payment(0)]);
		nextExecution();
		replies.set('INV-1', { status: 409 });
		paid('INV-0');
		paid('INV-1');
		const results = await run(payments(2), { lookUps: lookUps() });
		for (const result of results) {
			const content = records.get(String(result.orderReference));
			expect(result).toMatchObject({ outcome: 'alreadySent', record: { kind: 'payout', content } });
		}
	});

	describe('what a later try cannot ask any more', () => {
		const noMore = () => lookUps(AbortSignal.abort());
		/** INV-0 was sent by another execution, and the answer to INV-1 is lost; both are asked about. */
		beforeEach(async () => {
			await run([payment(0)]);
			nextExecution();
			replies.set('INV-1', { status: 503 });
			paid('INV-0');
			await run(payments(2), { lookUps: lookUps() });
			expect(asked).toHaveLength(4);
		});

		it('is told with what the service said when it was asked', async () => {
			const results = await run(payments(2), { lookUps: noMore() });
			expect(results).toMatchObject([
				{
					outcome: 'alreadySent',
					lookedUp: { times: 1 },
					record: { content: records.get('INV-0') },
				},
				{ outcome: 'unknown', lookedUp: { times: 3, answer: 'HTTP 404' } },
			]);
			expect(asked).toHaveLength(4);
		});

		it('has no record where the details have changed: it was held against those of then', async () => {
			const other = payment(0, { body: { amount: 7 } });
			const [result] = await run([other], { lookUps: noMore() });
			expect(result).toMatchObject({ outcome: 'alreadySent', lookedUp: { times: 1 } });
			expect(result?.record).toBeUndefined();
		});

		it('is not taken for sent: without the guard, a person has decided otherwise', async () => {
			const results = await run(payments(2), { guard: undefined, lookUps: noMore() });
			expect(outcomesOf(results)).toEqual(['accepted', 'unknown']);
			expect(sent).toEqual(['INV-1', 'INV-0']);
		});

		it('is counted on where it can be asked', async () => {
			const results = await run(payments(2), { lookUps: lookUps() });
			expect(results.map(({ lookedUp }) => lookedUp?.times)).toEqual([2, 4]);
		});
	});

	describe('calls of a tool at the same time, without a guard', () => {
		/** Both have read the memory before one of them sends. */
		const callTwice = async (changes: Partial<Sender>) => {
			const call = async (items = payments(1)) =>
				await start(items, { guard: undefined, lookUps: lookUps(), ...changes });
			return await clock.until(Promise.all([call(), call()]));
		};

		it('pay once; the other one is told so', async () => {
			paid('INV-0');
			const [first, second] = await callTwice({});
			expect(sent).toEqual(['INV-0']);
			expect(outcomesOf([...first, ...second])).toEqual(['accepted', 'alreadySent']);
			expect(second[0]?.says).toMatch(/^Another call in this execution has sent/);
			expect(second[0]?.record).toBeDefined();
		});

		it('leave to a later call what came of the first one', async () => {
			replies.set('INV-0', { status: 422 });
			expect((await callTwice({})).flatMap(outcomesOf)).toEqual(['rejected', 'alreadySent']);
			replies.clear();
			expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
			expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
			expect(sent).toEqual(['INV-0', 'INV-0']);
		});
	});
});
