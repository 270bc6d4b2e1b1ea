import { execute, storedForm } from '../../workbench/engine/engine';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const bytes = (text: string) => Buffer.byteLength(text);

it('adds less than a quarter of its output to the stored execution of 1,000 payouts', async () => {
	const { run, items, error } = await execute(
		sandbox.payouts(1_000, { options: { concurrency: 20 } }),
	);
	expect([error, Object.keys(await sandbox.paid()).length]).toEqual([undefined, 1_000]);
	const { executionData } = run.data;
	const forgetful = { ...run.data, executionData: { ...executionData!, contextData: {} } };
	const memory = bytes(storedForm(run.data)) - bytes(storedForm(forgetful));
	// It is there, and it is small.
	expect(memory).toBeGreaterThan(1_000 * 16);
	expect(memory / bytes(JSON.stringify(items))).toBeLessThan(0.25);
});
