import { LookUps } from '../../../../nodes/CardBankPayments/executor/send/lookUp';
import type { Sender } from '../../../../nodes/CardBankPayments/executor/send/sender';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/http/reply';
import { payments } from '../../support/payments';
import {
	accepted,
	asked,
	clock,
	emptyStore,
	lookUps,
	nextExecution,
	paid,
	records,
	replies,
	run,
	sent,
	start,
	store,
	useSending,
} from '../../support/sending';
import { outcomesOf } from '../../support/service';
import { settle } from '../../support/settle';
import { waitUntil } from '../../../../workbench/servers/waiting';

useSending();

/** One after the other, the last one again and again. */
const lookUpsThatSay = (...says: Reply[]) =>
	new LookUps({
		kind: 'payout',
		clock,
		maximumWaitMs: 0,
		ask: async () => await Promise.resolve((says.length > 1 ? says.shift() : says[0]) as Reply),
	});

const lookUpsCutOffAfterOne = () => {
	const run = new AbortController();
	return new LookUps({
		kind: 'payout',
		clock,
		maximumWaitMs: 0,
		cancelSignal: run.signal,
		ask: async () => {
			run.abort();
			return await Promise.resolve({ status: 404 });
		},
	});
};

describe('look-ups of what was refused for its pace', () => {
	it('a payout that was refused for its pace is asked about before it is sent again', async () => {
		replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps() });
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(asked).toEqual(['4000 INV-0']);
		expect(sent).toEqual(['INV-0', 'INV-1']);
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual(['INV-0', 'INV-1']);
	});

	it('a card payment that was refused for its pace is sent again without a question', async () => {
		const waiting = { status: 429, body: { message: 'retry after 5 seconds' } };
		const send: Sender['send'] = async ({ body }) => {
			const { orderReference } = body as { orderReference: string };
			return await Promise.resolve(sent.push(orderReference) > 1 ? accepted('INV-0') : waiting);
		};
		const changes = { lookUps: lookUps(), settlesUnclear: false, send };
		expect(outcomesOf(await run(payments(1), changes))).toEqual(['accepted']);
		expect([asked, sent]).toEqual([[], ['INV-0', 'INV-0']]);
	});

	it('a payout that another call sent while this one waited for its pace is the other one’s', async () => {
		const changes = { guard: undefined, lookUps: lookUps() };
		replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
		const first = start(payments(1), changes);
		await waitUntil(() => sent.length === 1);
		await settle();
		replies.clear();
		paid('INV-0');
		expect(outcomesOf(await start(payments(1), changes))).toEqual(['accepted']);
		expect(outcomesOf(await clock.until(first))).toEqual(['alreadySent']);
		expect(sent).toEqual(['INV-0', 'INV-0']);
	});

	describe('payouts that wait for their pace, and that an older list of another process holds reserved', () => {
		const runUndone = async (changes: Partial<Sender> = { lookUps: lookUps() }) => {
			replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
			let older: string[];
			store.afterCall(2, () => (older = store.entries));
			// Both have been given back, and that was seen to stand.
			store.afterCall(5, () => {
				expect(store.reserved()).toEqual([]);
				store.entries = older;
				replies.clear();
			});
			return await run(payments(2), changes);
		};

		it('are sent once the service says that it does not know them', async () => {
			expect(outcomesOf(await runUndone())).toEqual(['accepted', 'accepted']);
			expect(sent).toEqual(['INV-0', 'INV-0', 'INV-1']);
			// The refused one was to wait for five seconds, and is made ready a second before.
			expect(asked.slice(0, 3)).toEqual(['5000 INV-0', '8000 INV-0', '14000 INV-0']);
			const others = asked.slice(3).map((question) => question.split(' ')[1]);
			expect(others).toEqual(['INV-1', 'INV-1', 'INV-1']);
			expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
		});

		it('are not sent where the service knows them, which a later try tells, too', async () => {
			paid('INV-0');
			expect(outcomesOf(await runUndone())).toEqual(['alreadySent', 'accepted']);
			expect(sent).toEqual(['INV-0', 'INV-1']);
			const [again] = await run(payments(1), { lookUps: lookUps(AbortSignal.abort()) });
			expect(again?.record?.content).toEqual(records.get('INV-0'));
		});

		it('are not sent where the service knows them a moment later', async () => {
			paid('INV-0');
			const itsRecord = { status: 200, body: [records.get('INV-0')] };
			const asking = lookUpsThatSay({ status: 404 }, { status: 404 }, itsRecord);
			const results = await runUndone({ lookUps: asking });
			expect(results[0]).toMatchObject({
				outcome: 'alreadySent',
				record: { kind: 'payout' },
				lookedUp: { times: 3 },
			});
			expect(sent).toEqual(['INV-0', 'INV-1']);
		});

		it.each<[string, () => LookUps | undefined]>([
			['nobody may be asked', () => undefined],
			['the service does not answer', () => lookUpsThatSay({ status: 503 })],
			['the look-ups are cancelled', () => lookUps(AbortSignal.abort())],
			['they are cancelled after a first no', () => lookUpsCutOffAfterOne()],
			['the answer is not the list of them', () => lookUpsThatSay({ status: 200, body: 'OK' })],
		])('are not sent where %s', async (_, asking) => {
			const results = await runUndone({ lookUps: asking() });
			expect(outcomesOf(results)).toEqual(['alreadySent', 'alreadySent']);
			expect(sent).toEqual(['INV-0']);
			expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
		});

		it('are sent where the service lists nothing under their references', async () => {
			const changes = { lookUps: lookUpsThatSay({ status: 200, body: [] }) };
			expect(outcomesOf(await runUndone(changes))).toEqual(['accepted', 'accepted']);
		});
	});

	describe('a payout that was refused for its pace, and may not wait', () => {
		const runRefused = async (changes: Partial<Sender> = { lookUps: lookUps() }) => {
			replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
			return await run(payments(2), { maximumWaitMs: 0, ...changes });
		};

		it('is asked about all the same, and found', async () => {
			paid('INV-0');
			expect(outcomesOf(await runRefused())).toEqual(['accepted', 'notSent']);
			expect([asked, sent]).toEqual([['0 INV-0'], ['INV-0']]);
			expect(store.reserved()).toEqual(['INV-0']);
		});

		it('is asked about and no other, whichever it is', async () => {
			replies.set('INV-1', { status: 429, body: { message: 'retry after 5 seconds' } });
			paid('INV-1');
			const results = await run(payments(2), { maximumWaitMs: 0, lookUps: lookUps() });
			expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
			expect(asked).toEqual(['0 INV-1']);
		});

		it('stays refused where the service does not know it, and may be sent again', async () => {
			expect(outcomesOf(await runRefused())).toEqual(['rejected', 'notSent']);
			expect([asked, store.reserved()]).toEqual([['0 INV-0'], []]);
		});

		it('leaves its reference alone where an older list holds it reserved again', async () => {
			let older: string[];
			store.afterCall(2, () => (older = store.entries));
			store.afterCall(5, () => (store.entries = older));
			expect(outcomesOf(await runRefused())).toEqual(['alreadySent', 'notSent']);
			expect(asked).toEqual(['0 INV-0']);
			expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
		});

		it.each(['check', 'remove'] as const)(
			'is asked about where the store fails as well: %s',
			async (call) => {
				const send: Sender['send'] = async () => {
					store.fails[call] = new Error('Connection terminated');
					return await Promise.resolve(replies.get('INV-0') as Reply);
				};
				for (const maximumWaitMs of [0, 900_000]) {
					nextExecution();
					emptyStore();
					const changes = { lookUps: lookUps(), send, maximumWaitMs };
					expect(outcomesOf(await runRefused(changes))).toEqual(['rejected', 'notSent']);
				}
				paid('INV-0');
				nextExecution();
				emptyStore();
				const results = await runRefused({ lookUps: lookUps(), send, maximumWaitMs: 900_000 });
				expect(outcomesOf(results)).toEqual(['accepted', 'notSent']);
				expect(asked).toHaveLength(1);
			},
		);

		it.each<[string, Partial<Sender>]>([
			['there is nobody to ask', {}],
			['it can be repeated at will', { lookUps: lookUps(), settlesUnclear: false }],
		])('stays refused where %s', async (_, changes) => {
			paid('INV-0');
			expect(outcomesOf(await runRefused(changes))).toEqual(['rejected', 'notSent']);
			expect(asked).toEqual([]);
		});
	});
});
