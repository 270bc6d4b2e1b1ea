import type { Pace } from '../../../../nodes/CardBankPayments/executor/send/pace';
import { outcomesOf, SlowService, stopAtFailure as stop } from '../../support/service';
import { expectGoodWording } from '../../support/wording';

let service: SlowService;
beforeEach(() => (service = new SlowService()));

describe('a run that ends early', () => {
	it('starts nothing new after a failure in stop mode, and waits for what is under way', async () => {
		const { run } = await service.run(6, stop);
		await service.end(0);
		await service.end(2, 'rejected');
		expect(service.underWay).toEqual([1, 3]);
		await service.end(1);
		await service.end(3, 'unknown');
		const results = await run;
		expect(service.started).toEqual([0, 1, 2, 3]);
		const ended = ['accepted', 'accepted', 'rejected', 'unknown'];
		expect(outcomesOf(results)).toEqual([...ended, 'notSent', 'notSent']);
		expect(results[4]).toEqual({
			index: 4,
			orderReference: 'INV-4',
			outcome: 'notSent',
			says: 'Item 2 stopped the run',
		});
	});

	it.each<[string, Pick<Pace, 'stopsRun'>]>([
		['in continue mode after failures', { stopsRun: () => false }],
		[
			'in stop mode after what does not count as one',
			{ stopsRun: ({ outcome }) => outcome === 'unknown' },
		],
	])('goes on %s', async (_, mode) => {
		const { run } = await service.run(4, { concurrency: 1, ...mode });
		await service.end(0, 'rejected');
		await service.end(1, 'alreadySent');
		await service.end(2, 'rejected');
		await service.end(3);
		expect(outcomesOf(await run)).toEqual(['rejected', 'alreadySent', 'rejected', 'accepted']);
	});

	it('stops in continue mode after three unknown outcomes in a row', async () => {
		const { run } = await service.run(6, { concurrency: 1 });
		await service.endAll([0, 1, 2], 'unknown');
		const results = await run;
		const outcomes = [...Array(3).fill('unknown'), ...Array(3).fill('notSent')];
		expect(outcomesOf(results)).toEqual(outcomes);
		expect(results[5]?.says).toContain('3 requests in a row without a clear answer');
		expect(service.started).toEqual([0, 1, 2]);
	});

	it('stays stopped when a clear answer comes after three unknown outcomes', async () => {
		const { run } = await service.run(8);
		await service.endAll([0, 1, 2], 'unknown');
		expect(service.underWay).toEqual([3, 4]);
		await service.endAll([3, 4]);
		const outcomes = ['accepted', 'accepted', ...Array(3).fill('notSent')];
		expect(outcomesOf(await run).slice(3)).toEqual(outcomes);
	});

	it.each(['accepted', 'rejected'] as const)(
		'counts anew after an item that is %s',
		async (clear) => {
			const { run } = await service.run(6, { concurrency: 1 });
			await service.endAll([0, 1], 'unknown');
			await service.end(2, clear);
			await service.endAll([3, 4], 'unknown');
			await service.end(5);
			expect(outcomesOf(await run).filter((outcome) => outcome === 'notSent')).toEqual([]);
		},
	);

	it('stops in either mode when an item says that no other would fare better', async () => {
		const { run } = await service.run(4);
		await service.end(0, 'rejected', { endsRun: true, says: 'Token refused' });
		const results = await run;
		expect(service.started).toEqual([0]);
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent', 'notSent', 'notSent']);
		expect(results.slice(1).map(({ says }) => says)).toEqual(Array(3).fill('Token refused'));
	});

	it('tells the first reason, not the last', async () => {
		const { run } = await service.run(5, stop);
		await service.end(0);
		await service.end(2, 'rejected');
		await service.end(1, 'rejected', { endsRun: true, says: 'Token refused' });
		await service.end(3, 'unknown');
		expect((await run)[4]?.says).toBe('Item 2 stopped the run');
	});
});

describe('a cancelled execution', () => {
	it('starts nothing when it is cancelled before', async () => {
		const { run } = await service.run(2, { cancelSignal: AbortSignal.abort() });
		const results = await run;
		expect(service.started).toEqual([]);
		expect(results.map(({ outcome, says }) => [outcome, says])).toEqual(
			Array(2).fill(['notSent', 'The execution was canceled']),
		);
		expectGoodWording(results[0]?.says as string);
	});

	it('starts nothing new when it is cancelled meanwhile, and waits for what is under way', async () => {
		const cancel = new AbortController();
		const { run } = await service.run(6, { cancelSignal: cancel.signal });
		await service.end(0);
		cancel.abort();
		await service.endAll([1, 2, 3]);
		expect(outcomesOf(await run)).toEqual([...Array(4).fill('accepted'), 'notSent', 'notSent']);
	});

	it('does not wait for the next batch', async () => {
		const cancel = new AbortController();
		const pace = { concurrency: 1, batchIntervalMs: 2 ** 30, cancelSignal: cancel.signal };
		const { run } = await service.run(3, pace);
		await service.end(0);
		cancel.abort();
		expect(outcomesOf(await run)).toEqual(['accepted', 'notSent', 'notSent']);
		expect(service.started).toEqual([0]);
	});
});
