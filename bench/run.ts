import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { failureReport } from '../workbench/instance/failureReport';
import { packPackage, tarballVariable } from '../workbench/install/pack';
import { n8nVersion, repositoryRoot } from '../workbench/install/paths';
import { runMain, temporaryFolder } from '../workbench/servers/processes';
import { startBench } from './bench';
import { isReached, tableOf, type Line } from './figures';
import { rows } from './rows';

const page = path.join(repositoryRoot, 'docs/measurements.md');

/** What stands on the page between these marks is written here, and the rest by hand. */
const marks = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;

/** Measures all rows and writes the page; with names of rows, only these, and writes nothing. */
async function main(): Promise<void> {
	const wanted = process.argv.slice(2);
	const chosen = Object.entries(rows).filter(
		([name]) => wanted.length === 0 || wanted.includes(name),
	);
	if (chosen.length < wanted.length)
		throw new Error(`The rows are ${Object.keys(rows).join(', ')}`);
	const start = performance.now();
	const say = (text: string) =>
		console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${text}`);
	say('n8n starts');
	process.env[tarballVariable] = await packPackage(temporaryFolder('packed'));
	const bench = await startBench();
	const lines: Line[] = [];
	for (const [name, measure] of chosen) {
		say(name);
		const measured = await measure(bench).catch(async (error: Error) => {
			throw new Error(`${await failureReport(name)}\n${error.message}`);
		});
		console.log(tableOf(measured));
		lines.push(...measured);
	}
	await bench.close();
	if (wanted.length === 0) await write(lines);
	const missed = lines.filter((line) => !isReached(line)).map(({ what }) => what);
	say(missed.length > 0 ? `Missed: ${missed.join('; ')}` : 'All goals are reached');
	if (missed.length > 0) process.exitCode = 1;
}

async function write(lines: Line[]): Promise<void> {
	const day = new Date().toISOString().slice(0, 10);
	const machine = `${process.platform} ${process.arch}, ${availableParallelism()} cores`;
	const text = `\nOn ${day}, n8n ${n8nVersion()}, ${machine}:\n\n${tableOf(lines)}\n\n`;
	const old = await readFile(page, 'utf8');
	if (!marks.test(old)) throw new Error(`${page} has lost its marks`);
	const written = old.replace(marks, text);
	const options = { ...(await resolveConfig(page)), filepath: page };
	await writeFile(page, await format(written, options));
}

runMain(main);
