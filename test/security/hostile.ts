import '../../workbench/engine/quiet';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseArgs } from 'node:util';
import { answerCases, HostileService, wrongWithAnswer } from './answers';
import { fuzz, targets } from './fuzz/fuzz';

const usage = `Usage: npm run test:security -- [options]

  --inputs N  generated inputs for each operation (10000)
  --seed N    repeats the random choices of an earlier run`;

/** How many broken promises are shown of each test. */
const SHOWN = 10;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { inputs: text, seed: text } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = Number(values.inputs ?? 10_000);
if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) throw new Error(usage);

describe(`hostile input, seed ${seed}, ${count} for each operation`, () => {
	for (const target of targets()) {
		it(`to ${target.operation.name}`, async (test) => {
			const { inputs, sent, violations } = await fuzz(target, seed, count);
			test.diagnostic(`${inputs} inputs to ${target.operation.name}, ${sent} sent`);
			assert.deepEqual(violations.slice(0, SHOWN), []);
		});
	}
});

describe('a hostile answer', () => {
	const service = new HostileService();
	before(async () => await service.start());
	after(async () => await service.stop());
	for (const answerCase of answerCases) {
		it(answerCase.name, async () => {
			assert.deepEqual(await wrongWithAnswer(service, answerCase), []);
		});
	}
});
