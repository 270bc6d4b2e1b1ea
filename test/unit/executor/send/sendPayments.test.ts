import type { ItemResult } from '../../../../nodes/CardBankPayments/executor/common/payment';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/http/reply';
import type { Sender } from '../../../../nodes/CardBankPayments/executor/send/sender';
import { referencesIn } from '../../../../workbench/engine/processedStore';
import { waitUntil } from '../../../../workbench/servers/waiting';
import { payment, payments } from '../../support/payments';
import {
	accepted,
	clock,
	context,
	forgetSent,
	nextExecution,
	replies,
	run,
	sent,
	start,
	store,
	useSending,
} from '../../support/sending';
import { outcomesOf, stopAtFailure as stop } from '../../support/service';
import { expectGoodWording } from '../../support/wording';

useSending();

describe('the answer to a payment', () => {
	it('is kept when it was accepted', async () => {
		expect(await run(payments(1))).toEqual([
			{
				index: 0,
				orderReference: 'INV-0',
				outcome: 'accepted',
				says: 'The service accepted the request',
				httpStatus: 200,
				answers: [{ orderReference: 'INV-0' }],
			},
		]);
	});

	it('is quoted with status and words when it was refused, without the account number', async () => {
		const message = 'Account 0150123456789 is closed';
		replies.set('INV-0', { status: 422, body: { message } });
		const [result] = await run(payments(1));
		expect(result).toMatchObject({ outcome: 'rejected', httpStatus: 422 });
		expect(result?.says).toMatch(/ \(HTTP 422: Account …6789 is closed\)$/);
		expect(result?.answers).toBeUndefined();
	});

	it.each<[Reply, RegExp]>([
		[{ status: 500 }, /^[^(]+ \(HTTP 500\)$/],
		[{ code: 'ECONNREFUSED' }, /^[^()]+$/],
		[{ body: { message: 'Blocked' } }, /^[^(]+ \(Blocked\)$/],
	])('is quoted with what there is: %j', async (reply, says) => {
		replies.set('INV-0', reply);
		const [result] = await run(payments(1));
		expect(result?.says).toMatch(says);
		expectGoodWording(result?.says as string);
	});

	it('ends the run when the token is refused: the payment had no effect', async () => {
		replies.set('INV-0', { status: 401, tokenRefused: 'The token was refused' });
		const results = await run(payments(3));
		expect(results[0]).toMatchObject({ outcome: 'rejected', httpStatus: 401, endsRun: true });
		expect(results.map(({ says }) => says)).toEqual(Array(3).fill('The token was refused'));
		expect(sent).toEqual(['INV-0']);
	});

	it('is unknown when sending throws whatever it throws', async () => {
		replies.set('INV-0', new TypeError('x is not a function'));
		expect(outcomesOf(await run(payments(2)))).toEqual(['unknown', 'accepted']);
	});
});

describe('a second try in the same execution', () => {
	it('sends only what was refused or not sent', async () => {
		replies.set('INV-1', { status: 422 }).set('INV-2', { status: 503 });
		expect(outcomesOf(await run(payments(3)))).toEqual(['accepted', 'rejected', 'unknown']);
		replies.clear();
		forgetSent();
		const again = await run(payments(4));
		expect(outcomesOf(again)).toEqual(['accepted', 'accepted', 'unknown', 'accepted']);
		expect(sent).toEqual(['INV-1', 'INV-3']);
		expect(again[0]?.answers).toEqual([{ orderReference: 'INV-0' }]);
	});

	it('sends nothing in stop mode while an item of the first try is unknown', async () => {
		replies.set('INV-0', { status: 503 });
		await run(payments(1), stop);
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['unknown', 'notSent', 'notSent']);
		expect(results[1]).toMatchObject({ index: 1, orderReference: 'INV-1' });
		expectGoodWording(results[1]?.says as string);
		expect(sent).toEqual(['INV-0']);
	});

	it('asks the guard only about what the memory does not know', async () => {
		await run(payments(2));
		await run(payments(3));
		const asked = store.calls.map(([, entries]) => referencesIn(entries as unknown[]).join());
		expect([...new Set(asked)]).toEqual(['INV-0,INV-1', 'INV-2']);
	});

	it('finds a payout that was under way when the execution was cut off', async () => {
		await new Promise<void>((underWay) => {
			const cutOff = async () => {
				underWay();
				return await new Promise<never>(() => undefined);
			};
			void start(payments(1), { send: cutOff });
		});
		expect(outcomesOf(await run(payments(1)))).toEqual(['unknown']);
		expect(sent).toEqual([]);
	});
});

describe('another execution', () => {
	it('does not send what an earlier one has sent, or left unknown', async () => {
		replies.set('INV-1', { status: 503 });
		await run(payments(2));
		nextExecution();
		const results = await run(payments(3));
		expect(outcomesOf(results)).toEqual(['alreadySent', 'alreadySent', 'accepted']);
		expect(sent).toEqual(['INV-2']);
		expectGoodWording(results[0]?.says as string);
	});

	it('may send what was refused, or never sent, before', async () => {
		replies.set('INV-0', { status: 422 });
		await run(payments(2), stop);
		nextExecution();
		replies.clear();
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
	});

	it('does not release what the service already knows', async () => {
		replies.set('INV-0', { status: 409 });
		expect(outcomesOf(await run(payments(1)))).toEqual(['alreadySent']);
		expect(store.reserved()).toEqual(['INV-0']);
	});

	it('sends nothing in stop mode when one reference was used, and gives the others back', async () => {
		await run([payment(1)]);
		nextExecution();
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['notSent', 'alreadySent', 'notSent']);
		expect(sent).toEqual([]);
		expect(store.reserved()).toEqual(['INV-1']);
		expectGoodWording(results[0]?.says as string);
	});

	it('goes on in stop mode where a used reference passes through', async () => {
		await run([payment(1)]);
		nextExecution();
		const isFailure = ({ outcome }: ItemResult) => outcome === 'rejected';
		const results = await run(payments(3), { stopsRun: isFailure });
		expect(outcomesOf(results)).toEqual(['accepted', 'alreadySent', 'accepted']);
	});

	it('sends everything without a guard', async () => {
		await run(payments(1));
		nextExecution();
		expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
	});

	it('sends nothing when the guard is silent, but still gives what the memory knows', async () => {
		await run(payments(1));
		store.fails.check = new Error('Connection terminated');
		const results = await run(payments(2));
		expect(outcomesOf(results)).toEqual(['accepted', 'notSent']);
		expect(results[1]?.says).toContain('could not look up which order references');
		expect(sent).toEqual(['INV-0']);
	});
});

describe('a run that has to wait', () => {
	/** Runs until the first payment is refused for its pace; `meanwhile` is before all the others. */
	const run = async (
		count: number,
		meanwhile: () => void | Promise<unknown>,
		changes: Partial<Sender> = {},
	) => {
		const running = start(payments(count), {
			...changes,
			send: async ({ body }) => {
				const { orderReference } = body as { orderReference: string };
				const isFirst = sent.push(orderReference) === 1;
				const message = 'retry after 60 seconds';
				return isFirst ? { status: 400, body: { message } } : accepted(orderReference);
			},
		});
		// What is given back has been given back by then.
		await waitUntil(() => clock.isAwaited);
		await meanwhile();
		return outcomesOf(await clock.until(running));
	};

	it('keeps no reference reserved meanwhile, and has each again before it is sent', async () => {
		const outcomes = await run(3, () => {
			expect(sent).toEqual(['INV-0']);
			expect(JSON.stringify(context)).not.toContain('INV-0');
		});
		expect(outcomes).toEqual(Array(3).fill('accepted'));
		expect(store.reserved()).toEqual(['INV-0', 'INV-1', 'INV-2']);
		// With a mark for each, and one of those that were given back.
		expect(store.entries).toHaveLength(3 + 3 + 1);
	});

	it('waits and goes on without a guard as well', async () => {
		const outcomes = await run(2, () => undefined, { guard: undefined });
		expect(outcomes).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual(['INV-0', 'INV-0', 'INV-1']);
	});

	it('does not send what another execution has used meanwhile', async () => {
		const outcomes = await run(2, async () => await store.guardOf('INV-0'));
		expect(outcomes).toEqual(['alreadySent', 'accepted']);
		expect(sent).toEqual(['INV-0', 'INV-1']);
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
	});

	it('sends nothing more when the store fails', async () => {
		const outcomes = await run(2, () => {
			store.fails.check = new Error('Connection terminated');
		});
		expect(outcomes).toEqual(['rejected', 'notSent']);
		expect(sent).toEqual(['INV-0']);
	});
});

it('gives back the reference of an item whose request cannot be built', async () => {
	const buildRequest = () => {
		throw new Error('Payout Path has no place for it');
	};
	expect(await run(payments(1), { buildRequest })).toMatchObject([
		{ outcome: 'invalid', says: 'Payout Path has no place for it' },
	]);
	expect([sent, store.reserved()]).toEqual([[], []]);
});
