import { startSandbox, type SettingsChange } from '../../sandbox';
import { TestSandbox } from '../../workbench/engine/sandbox';

/**
 * Starts a sandbox for the tests of this file, and resets it before each of them. After each test the
 * sandbox must have kept its own contract.
 */
export function useSandbox(settings: SettingsChange = {}): TestSandbox {
	const sandbox = new TestSandbox();
	beforeAll(async () => {
		sandbox.running = await startSandbox({ settings });
	});
	afterAll(async () => await sandbox.running.close());
	beforeEach(async () => await sandbox.reset());
	afterEach(async () => {
		expect((await sandbox.control.ledger()).contractViolations).toEqual([]);
	});
	return sandbox;
}
