import type { Gate } from '../../../../nodes/CardBankPayments/executor/send/gate';
import { withGate } from '../../../../nodes/CardBankPayments/executor/send/gates';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

const gateOf = async (key: string): Promise<Gate> =>
	await withGate(key, clock, async (gate) => await Promise.resolve(gate));
const never = { count: 0, lastWaitMs: 0, waitedMs: 0, namedMs: 0, at: 0 };

describe('the gates of this process', () => {
	it('are one for each account and operation', async () => {
		await withGate('account 1', clock, async (gate) => {
			expect(await gateOf('account 1')).toBe(gate);
			expect(await gateOf('account 2')).not.toBe(gate);
		});
	});

	it('are forgotten when nobody uses them and nobody waits', async () => {
		const gate = await gateOf('forgotten');
		gate.refused({}, 5_000, never);
		expect(await gateOf('forgotten')).toBe(gate);
		await clock.advanceTo(5_000);
		expect(await gateOf('forgotten')).not.toBe(gate);
	});

	it('hold up later runs by what a payment was told, but not for hours', async () => {
		await withGate('closed', clock, async (gate) => {
			gate.refused({}, 36_000_000, never);
			await gateOf('closed');
			expect(gate.remainingMs).toBe(36_000_000);
			await Promise.resolve();
		});
		expect((await gateOf('closed')).remainingMs).toBe(0);
		(await gateOf('closed')).refused({}, 900_000, never);
		expect((await gateOf('closed')).remainingMs).toBe(900_000);
	});

	it('are kept for as long as a run uses them, also one that fails', async () => {
		await withGate('used', clock, async (gate) => {
			await expect(
				withGate('used', clock, async () => await Promise.reject(new Error('x'))),
			).rejects.toThrow('x');
			await gateOf('another');
			expect(await gateOf('used')).toBe(gate);
		});
	});
});
