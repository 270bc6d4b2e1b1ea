import { startSandbox, type Sandbox, type SettingsChange } from '../../sandbox';
import { TestSandbox } from '../../workbench/engine/sandbox';

/**
 * Gives each test of this file a sandbox at an address of its own: what the node keeps in its process, such as the
 * payouts that it leaves alone for ten minutes, it keeps by Base URL. After each test the sandbox must have kept its
 * own contract.
 */
export function useSandbox(settings: SettingsChange = {}): TestSandbox {
	const sandbox = new TestSandbox();
	// Open until the end, so that no other test gets the port of one.
	const started: Sandbox[] = [];
	beforeEach(async () => {
		const running = await startSandbox({ settings });
		started.push(running);
		await sandbox.begin(running);
	});
	afterAll(async () => {
		for (const each of started) await each.close();
	});
	afterEach(async () => {
		expect((await sandbox.control.ledger()).contractViolations).toEqual([]);
	});
	return sandbox;
}
