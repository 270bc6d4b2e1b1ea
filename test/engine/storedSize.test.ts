import { storedSizes } from '../../workbench/engine/memoryShare';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

it('adds less than a quarter of its output to the stored execution of 1,000 payouts', async () => {
	const { memory, output, whole } = await storedSizes(1_000, sandbox.credential());
	expect(Object.keys(await sandbox.paid())).toHaveLength(1_000);
	// It is there, and it is small.
	expect(memory).toBeGreaterThan(1_000 * 16);
	expect(memory / output).toBeLessThan(0.25);
	expect(whole).toBeGreaterThan(memory);
});
