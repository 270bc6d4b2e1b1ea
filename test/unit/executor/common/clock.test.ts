import { getEventListeners } from 'node:events';
import { systemClock } from '../../../../nodes/CardBankPayments/executor/common/clock';

describe('the sleep of the system’s clock', () => {
	it('ends at once when the signal is given', async () => {
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
