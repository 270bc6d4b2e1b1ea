import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { node24, privatePackage } from '../workbench/instance/paths';
import { writeDocument } from './document';
import { goalsOf } from './goals';
import { measureGrowth, measureMemory, measureProfiles, measureSeries, type Say } from './measure';
import { measurePace } from './pace';
import { loadTimes } from './loadTimes';
import { fullPlan, quickPlan, type Plan } from './plan';
import { readResults, writeResults, type Machine, type Results } from './results';
import { Rig } from './rig';
import { coldTable, goalsTable, growthTable, plainText, profileTable } from './tables';

const usage = `npm run bench              measures everything, some fourteen minutes, and writes
                           docs/measurements.md, its charts and bench/results.json
npm run bench -- --quick   a short run to see that it works; writes nothing
npm run bench -- --pace    measures the pace only, two minutes, and writes it to the others
npm run bench -- --draw    writes tables and charts anew from bench/results.json`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			pace: { type: 'boolean', default: false },
			draw: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(usage);
		return;
	}
	if (values.draw) {
		await writeDocument(await readResults());
		return;
	}
	const results = values.pace
		? { ...(await readResults()), pace: await measurePaceAlone() }
		: await measure(values.quick ? quickPlan : fullPlan);
	if (!values.quick) {
		await writeResults(results);
		await writeDocument(results);
	}
	const goals = goalsOf(results);
	// The last is what the page shows too; the others say where the time goes.
	const tables = [coldTable, growthTable, profileTable].map((table) => table(results));
	for (const table of [...tables, goalsTable(goals)]) console.log(`\n${plainText(table)}\n`);
	const missed = goals.filter(({ isReached }) => !isReached).length;
	console.log(`${goals.length - missed} of ${goals.length} goals reached`);
}

async function measure(plan: Plan): Promise<Results> {
	const say = speaker();
	say('Starting n8n and the sandbox');
	const rig = await Rig.start();
	try {
		say('Loading of the package');
		const loadMs = await loadTimes(rig.modules, plan.loads);
		const series: Results['series'] = [];
		let cold: Results['cold'] = {};
		for (const one of plan.series) {
			say(`${plan.items} payouts, the service answers after ${one.latencyMs} ms`);
			const measured = await measureSeries(rig, plan, one, say);
			series.push(measured.result);
			cold = { ...measured.cold, ...cold };
		}
		say('Growth');
		const growth = await measureGrowth(rig, plan, say);
		say('Memory');
		const memory = await measureMemory(rig, plan, say);
		say('Profiles');
		const profiles = await measureProfiles(rig, plan, say);
		say('Pace');
		const pace = { day: today(), runs: await measurePace(rig, plan.paced, say) };
		const machine = await describeMachine();
		return {
			day: today(),
			machine,
			plan,
			series,
			cold,
			growth,
			memory,
			profiles,
			loadMs,
			pace,
		};
	} finally {
		await rig.close();
	}
}

async function measurePaceAlone(): Promise<Results['pace']> {
	const say = speaker();
	say('Starting n8n and the sandbox');
	const rig = await Rig.start();
	try {
		say('Pace');
		return { day: today(), runs: await measurePace(rig, fullPlan.paced, say) };
	} finally {
		await rig.close();
	}
}

/** Prints lines with the seconds since the start. */
function speaker(): Say {
	const start = performance.now();
	return (line) => {
		const elapsed = Math.round((performance.now() - start) / 1000);
		console.log(`${String(elapsed).padStart(4)} s  ${line}`);
	};
}

/** e.g. `2026-03-01` */
function today(): string {
	return new Date().toISOString().slice(0, 10);
}

async function describeMachine(): Promise<Machine> {
	const { stdout } = await promisify(execFile)(node24, ['--version']);
	const manifest = await readFile(
		path.join(privatePackage, 'node_modules/n8n/package.json'),
		'utf8',
	);
	return {
		cores: availableParallelism(),
		platform: `${process.platform} ${process.arch}`,
		n8n: (JSON.parse(manifest) as { version: string }).version,
		node: stdout.trim().replace(/^v/, ''),
	};
}

main().catch((error: Error) => {
	console.error(error.message);
	// An exit, not just a code: n8n may be running still. Children are ended on it.
	process.exit(1);
});
