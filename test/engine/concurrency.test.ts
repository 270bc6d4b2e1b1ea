import { setTimeout as sleep } from 'node:timers/promises';
import { startExecution, type Scenario } from '../../workbench/engine/engine';
import { fromItem, goodItems, operationsUnderTest } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

/** In which one too many would arrive: that it does not can only be seen after a while. */
const whileMs = 100;

/**
 * Runs with a service that answers the first request, and then nobody until the test lets them go.
 *
 * @param expected for so many it waits, whatever time they take
 * @returns how many were under way together while nobody was answered
 */
async function heldTogether(scenario: Scenario, expected: number): Promise<number> {
	// The delay is for those that come afterwards, so that they meet as well.
	await sandbox.control.settings({ holdUntil: 1000, delayMs: 50 });
	const { finished } = startExecution(scenario);
	await sandbox.arrived(1 + expected);
	await sleep(whileMs);
	const { underWay } = await sandbox.ledger();
	await sandbox.control.settings({ holdUntil: 0 });
	await finished;
	return underWay;
}

describe.each(operationsUnderTest)('$name', (operation) => {
	it.each([1, 3, 8])('has at most %i requests in flight and uses them all', async (concurrency) => {
		const items = goodItems(operation, 1 + concurrency * 2);
		await sandbox.know(operation, items);
		const parameters = fromItem(operation, { options: { concurrency } });
		const scenario = { credential: sandbox.pastedToken(), parameters, items };
		expect(await heldTogether(scenario, concurrency)).toBe(concurrency);
		const { peakInFlight, requests } = await sandbox.ledger();
		expect(requests).toHaveLength(items.length);
		expect(peakInFlight).toBe(concurrency);
	});
});

describe('cancelled in the middle of a run', () => {
	it('starts nothing new, lets what is in flight finish and remembers how it ended', async () => {
		await sandbox.control.settings({ holdUntil: 30 });
		const running = startExecution(sandbox.payouts(30, { options: { concurrency: 4 } }));
		// The first alone, then four together: the cancel meets those four.
		await sandbox.arrived(5);
		running.cancel();
		await sandbox.control.settings({ holdUntil: 0 });
		await running.finished;

		const requests = await sandbox.requests();
		expect(requests.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		const paid = await sandbox.paid();
		expect(Object.keys(paid)).toHaveLength(5);
		const stored = JSON.stringify(running.data().executionData?.contextData);
		for (const reference of Object.keys(paid)) {
			expect(stored).toMatch(new RegExp(`"#${reference}":{"state":"accepted"`));
		}
		// The others may be paid by a later execution.
		expect((await processedStore()).reserved().sort()).toEqual(Object.keys(paid).sort());
	});
});
