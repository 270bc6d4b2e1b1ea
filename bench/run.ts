import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeParts } from '../workbench/figures/generatedParts';
import { privatePackage, repositoryRoot } from '../workbench/install/paths';
import { goalsOf } from './goals';
import { loadTimes } from './loadTimes';
import { measureGrowth, measureMemory, measureSeries } from './measure';
import { measurePace } from './pace';
import { fullPlan, quickPlan, type BenchmarkPlan } from './plan';
import { readResults, writeResults, type Machine, type Results } from './results';
import { Harness } from './harness';
import { measureSingle } from './single';
import { goalsTable, partsOf } from './tables';
import { runMain } from '../workbench/servers/processes';

const usage = `npm run bench              measures everything, some fourteen minutes, and writes
                           docs/measurements.md and bench/results.json
npm run bench -- --quick   a short run to see that it works; writes nothing
npm run bench -- --draw    writes the tables anew from bench/results.json`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			draw: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(usage);
		return;
	}
	const results = values.draw
		? await readResults()
		: await measure(values.quick ? quickPlan : fullPlan);
	if (!values.quick) {
		await writeResults(results);
		await writeParts(path.join(repositoryRoot, 'docs/measurements.md'), partsOf(results));
	}
	const goals = goalsOf(results);
	const missed = goals.filter(({ isReached }) => !isReached).map(({ name }) => `  ${name}`);
	console.log(`\n${goalsTable(goals)}\n`);
	console.log(`${goals.length - missed.length} of ${goals.length} goals reached`);
	if (missed.length > 0) console.log(['Missed:', ...missed].join('\n'));
}

async function measure(plan: BenchmarkPlan): Promise<Results> {
	const start = performance.now();
	const say = (line: string) => {
		const elapsed = Math.round((performance.now() - start) / 1000);
		console.log(`${String(elapsed).padStart(4)} s  ${line}`);
	};
	say('Starting n8n and the sandbox');
	const harness = await Harness.start();
	try {
		say('Loading of the package');
		const loadMs = await loadTimes(harness.modules, plan.loads);
		const series: Results['series'] = [];
		for (const one of plan.series) {
			say(`${plan.items} payouts, the service answers after ${one.latencyMs} ms`);
			series.push(await measureSeries(harness, plan, one, say));
		}
		say('Growth');
		const growth = await measureGrowth(harness, plan, say);
		say('Memory');
		const memory = await measureMemory(harness, plan, say);
		say('Single payouts');
		const single = await measureSingle(harness, plan.singles, say);
		// The last, since n8n's process then keeps the pace that it has learned.
		say('Pace');
		const pace = await measurePace(harness, plan.paced, say);
		const day = new Date().toISOString().slice(0, 10);
		return { day, machine: describeMachine(), plan, series, growth, memory, loadMs, pace, single };
	} finally {
		await harness.close();
	}
}

function describeMachine(): Machine {
	const versionOf = (name: string) => {
		const manifest = path.join(privatePackage, 'node_modules', name, 'package.json');
		return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
	};
	return {
		cores: availableParallelism(),
		platform: `${process.platform} ${process.arch}`,
		n8n: versionOf('n8n'),
		node: versionOf('node'),
	};
}

runMain(main);
