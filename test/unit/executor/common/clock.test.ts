import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Module from '../../../../nodes/CardBankPayments/executor/common/clock';

let systemClock: Module.Clock;

// With the sleep of n8n before 2.34, which knows no signal, whatever else has loaded n8n before.
beforeAll(() => {
	jest.isolateModules(() => {
		const sleep = async (ms: number) => await pause(ms, undefined, { ref: false });
		jest.doMock('n8n-workflow', () => ({ sleep }));
		const path = '../../../../nodes/CardBankPayments/executor/common/clock';
		({ systemClock } = jest.requireActual<typeof Module>(path));
	});
});
afterAll(() => jest.dontMock('n8n-workflow'));

describe('the sleep of the system’s clock', () => {
	it('ends at once when the signal is given, in every n8n', async () => {
		const cancel = new AbortController();
		const sleeping = systemClock.sleep(3_600_000, cancel.signal);
		cancel.abort();
		await sleeping;
		await systemClock.sleep(3_600_000, cancel.signal);
	});

	it('ends by itself, and leaves nothing at the signal', async () => {
		const { signal } = new AbortController();
		const startedAt = systemClock.now();
		await systemClock.sleep(20, signal);
		await systemClock.sleep(20);
		await systemClock.sleep(-1);
		expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(38);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
