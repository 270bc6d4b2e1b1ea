import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../sandbox';
import { ensureN8n } from '../../workbench/instance/install';
import { givenTarball } from '../../workbench/instance/pack';
import { beside } from '../../workbench/instance/witness';
import { onEndWanted } from '../../workbench/servers/processes';
import { today, writeFigures } from '../../workbench/figures';
import { privatePackage, versionIn } from '../../workbench/instance/paths';
import { Cluster } from './cluster';
import { readArguments, usage, type Arguments } from './commandLine';
import { tests } from './parts';
import { prepareServices } from './services';
import type { QueueTest, Trial } from './trial';

/** A test that hangs must not hang the whole run. */
const testTimeoutMs = 20 * 60_000;

const startedAt = Date.now();
const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;

/** @returns how many tests failed, those that could not run included */
async function main({ sizes, only, logs }: Arguments): Promise<number> {
	const chosen = tests.filter(({ name, isMeasurement }) =>
		only === undefined ? isMeasurement === undefined : name.includes(only),
	);
	if (chosen.length === 0) throw new Error(`No test is called "${only}"`);

	const services = await prepareServices();
	const packed = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-packed-'));
	const sandbox = await startSandbox();
	let cluster: Cluster | undefined;
	let passed = 0;
	const close = async () => {
		await cluster?.close();
		await sandbox.close();
		await services.remove();
		await rm(packed, { recursive: true, force: true });
	};
	// What belongs to this run goes with it, also on Ctrl-C.
	onEndWanted((exitCode) => void close().finally(() => process.exit(exitCode)));
	try {
		console.log(`${seconds()}: starting a main and a webhook process`);
		cluster = await Cluster.start(services, await givenTarball(packed), logs);
		await cluster.scaleTo(1);
		const { client } = services;
		const { control, baseUrl } = sandbox;
		const told: Array<{ name: string; printed: string[] }> = [];
		for (const test of chosen) {
			const printed: string[] = [];
			told.push({ name: test.name, printed });
			const print = (line: string) => {
				console.log(`  ${line}`);
				printed.push(line);
			};
			const trial: Trial = { cluster, control, client, baseUrl, sizes, print };
			if (await succeeds(test, trial)) passed++;
		}
		if (only === undefined && passed === chosen.length) {
			writeFigures('queue', { day: today(), version: versionIn(privatePackage), tests: told });
		}
	} finally {
		await close();
	}
	console.log(`\n${seconds()}`);
	console.log(`queue: ${passed} passed, ${chosen.length - passed} failed`);
	return chosen.length - passed;
}

async function succeeds({ name, run }: QueueTest, trial: Trial): Promise<boolean> {
	console.log(`\n${seconds()}: ${name}`);
	const testStartedAt = Date.now();
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('It did not end in time')), testTimeoutMs);
	});
	try {
		await trial.cluster.ready();
		await Promise.race([run(trial), timeout]);
		console.log(`✔ ${name} (${Math.round((Date.now() - testStartedAt) / 1000)} s)`);
		return true;
	} catch (error) {
		console.log(`✖ ${name}\n${(error as Error).stack}`);
		const { cluster, control } = trial;
		const scene = { n8n: { log: () => cluster.log }, control };
		console.log(await beside(name, [[scene, 0]]).catch(String));
		return false;
	} finally {
		clearTimeout(timer);
	}
}

let options: Arguments;
try {
	options = readArguments(process.argv.slice(2));
} catch (error) {
	console.error(`${(error as Error).message}\n\n${usage}`);
	process.exit(2);
}
void ensureN8n(console.log)
	.then(async () => await main(options))
	.then((failed) => process.exit(failed === 0 ? 0 : 1))
	.catch((error: Error) => {
		console.error(error.message);
		console.log(`queue: 0 passed, ${tests.length} failed`);
		process.exit(1);
	});
