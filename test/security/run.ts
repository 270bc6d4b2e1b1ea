import '../../workbench/engine/quiet';
import { parseArgs } from 'node:util';
import { tryAllAnswers } from './answers';
import { fuzz, targets } from './fuzz/run';

const usage = `Usage: npm run test:security -- [options]

  --inputs N  generated inputs for each operation (10000)
  --seed N    repeats the random choices of an earlier run`;

/** How many broken promises are shown of each part. */
const SHOWN = 10;

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { inputs: text, seed: text } });
	const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
	const wanted = Number(values.inputs ?? 10_000);
	if (!Number.isInteger(seed) || !Number.isInteger(wanted) || wanted < 1) throw new Error(usage);
	console.log(`Hostile input and hostile answers, seed ${seed}`);
	let passed = 0;
	let failed = 0;
	const count = (name: string, wrong: string[]) => {
		if (wrong.length === 0) passed++;
		else failed++;
		for (const what of wrong.slice(0, SHOWN)) console.log(`FAILED ${name}: ${what}`);
	};
	for (const target of targets()) {
		const { name } = target.operation;
		const { inputs, sent, violations } = await fuzz(target, seed, wanted);
		count(`hostile input to ${name}, ${inputs} inputs, ${sent} sent`, violations);
	}
	await tryAllAnswers(count);
	console.log(`security: ${passed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}

void main().then(
	() => process.exit(),
	(error: Error) => {
		console.error(error);
		process.exit(2);
	},
);
