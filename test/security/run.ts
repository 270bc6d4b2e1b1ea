import '../../workbench/engine/quiet';
import { parseArgs } from 'node:util';
import { tryAllAnswers } from './answers/run';
import { writeFigures } from '../../workbench/figures';
import { fuzz, inputsFor, targets, type FuzzResult } from './fuzz/run';

const usage = `Usage: npm run test:security -- [options]

  --inputs N  generated inputs for each operation that sends something of its own (10000)
  --seed N    repeats the random choices of an earlier run`;

/** How many broken promises are shown of each part. */
const SHOWN = 10;

let passed = 0;
let failed = 0;

function count(name: string, wrong: string[]): void {
	if (wrong.length === 0) passed++;
	else failed++;
	for (const what of wrong.slice(0, SHOWN)) console.log(`FAILED ${name}: ${what}`);
	if (wrong.length > SHOWN) console.log(`  … and ${wrong.length - SHOWN} more`);
}

async function fuzzAll(seed: number, wanted: number): Promise<void> {
	const results: FuzzResult[] = [];
	for (const target of targets()) {
		const inputs = inputsFor(target, wanted);
		const result = await fuzz(target, { seed, inputs });
		results.push(result);
		const { operation, sent, refused, violations } = result;
		const tried = result.inputs;
		count(`hostile input to ${operation}`, violations);
		if (tried < inputs) count(`hostile input to ${operation}`, [`only ${tried} inputs`]);
		console.log(`${operation}: ${tried} inputs, ${sent} sent, ${refused} refused`);
	}
	writeFigures('fuzz', {
		seed,
		operations: results.map(({ operation, inputs: tried, sent, refused }) => ({
			operation,
			inputs: tried,
			sent,
			refused,
		})),
		violations: results.flatMap(({ violations }) => violations).length,
	});
}

async function answerAll(): Promise<void> {
	let tried = 0;
	const failedBefore = failed;
	await tryAllAnswers(({ name, wrong }) => {
		tried++;
		count(name, wrong);
	});
	console.log(`bad answers: ${tried} tried`);
	writeFigures('answers', { tried, failed: failed - failedBefore });
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { inputs: { type: 'string' }, seed: { type: 'string' } },
	});
	const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
	const inputs = Number(values.inputs ?? 10_000);
	if (!Number.isInteger(seed) || !Number.isInteger(inputs) || inputs < 1) throw new Error(usage);
	console.log(`Hostile input and hostile answers, seed ${seed}`);
	const startedAt = Date.now();
	await fuzzAll(seed, inputs);
	await answerAll();
	console.log(`seed ${seed}, ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

void main()
	.catch((error: Error) => {
		failed++;
		console.error(error);
	})
	.then(() => {
		console.log(`security: ${passed} passed, ${failed} failed`);
		process.exit(failed === 0 ? 0 : 1);
	});
