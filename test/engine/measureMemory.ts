import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { storedSizes } from '../../workbench/engine/memoryShare';
import { processedStore } from '../../workbench/engine/processedStore';

/** Prints what the node's memory adds to a stored execution: `npm run measure:memory` */
async function main(): Promise<void> {
	const count = Number(process.argv[2] ?? 10_000);
	await processedStore();
	const sandbox = await startSandbox();
	try {
		const sizes = await storedSizes(count, sandboxCredential(sandbox.baseUrl));
		const { whole, memory, output } = sizes;
		const share = (part: number) => `${((100 * part) / output).toFixed(1)} % of the output`;
		console.log(
			[
				`${count} payouts in one execution, as n8n stores it:`,
				`  output     ${output} bytes`,
				`  memory     ${memory} bytes, ${(memory / count).toFixed(0)} for each payout, ${share(memory)}`,
				`  execution  ${whole} bytes`,
			].join('\n'),
		);
	} finally {
		await sandbox.close();
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
