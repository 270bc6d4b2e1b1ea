import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../sandbox';
import { today, writeFigures } from '../../workbench/figures/figures';
import { ensureN8n } from '../../workbench/install/install';
import { givenTarball } from '../../workbench/install/pack';
import { n8nVersion } from '../../workbench/install/paths';
import { failureReport, watch } from '../../workbench/instance/failureReport';
import { onEndWanted } from '../../workbench/servers/processes';
import { Cluster } from './cluster';
import { disturbed } from './parts/disturbances';
import { race } from './parts/race';
import { shared } from './parts/shared';
import { prepareServices } from './services';
import { QueueFixture, type QueueTest } from './queueFixture';

/** Those with a pace at the end: the workers keep to what they have learned of it. */
const tests: QueueTest[] = [race, ...disturbed, shared];

/** A test that hangs must not hang the whole run. */
const testTimeoutMs = 20 * 60_000;

const startedAt = Date.now();
const secondsSince = (since: number) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * @param only of the tests whose name contains this
 * @returns how many tests failed, those that could not run included
 */
async function main(only = ''): Promise<number> {
	const chosen = tests.filter(({ name }) => name.includes(only));
	if (chosen.length === 0) throw new Error(`No test is called "${only}"`);
	await ensureN8n();
	const services = await prepareServices();
	const packed = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-packed-'));
	const sandbox = await startSandbox();
	let cluster: Cluster | undefined;
	const close = async () => {
		await cluster?.close();
		await sandbox.close();
		await services.remove();
		await rm(packed, { recursive: true, force: true });
	};
	// What belongs to this run goes with it, also on Ctrl-C.
	onEndWanted((exitCode) => void close().finally(() => process.exit(exitCode)));
	const told: Array<{ name: string; printed: string[] }> = [];
	let passed = 0;
	try {
		console.log('Starting a main process, a webhook process and three workers');
		cluster = await Cluster.start(services, await givenTarball(packed));
		watch({ n8n: { log: () => cluster!.log }, control: sandbox.control }, 0);
		for (const test of chosen) {
			const fixture = new QueueFixture(cluster, services.client, sandbox);
			if (await succeeds(test, fixture)) passed++;
			told.push({ name: test.name, printed: fixture.printed });
		}
	} finally {
		await close();
	}
	if (passed === tests.length) {
		writeFigures('queue', { day: today(), version: n8nVersion(), tests: told });
	}
	console.log(`\nqueue: ${passed} passed, ${chosen.length - passed} failed`);
	return chosen.length - passed;
}

async function succeeds({ name, run }: QueueTest, fixture: QueueFixture): Promise<boolean> {
	const { cluster } = fixture;
	console.log(`\n${secondsSince(startedAt)}: ${name}`);
	const testStartedAt = Date.now();
	const timeout = sleep(testTimeoutMs, undefined, { ref: false }).then(() => {
		throw new Error('It did not end in time');
	});
	try {
		await Promise.race([cluster.ready().then(async () => await run(fixture)), timeout]);
		console.log(`✔ ${name} (${secondsSince(testStartedAt)})`);
		return true;
	} catch (error) {
		console.log(`✖ ${name}\n${(error as Error).stack}`);
		console.log(await failureReport(name).catch(String));
		return false;
	}
}

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
main(only).then(
	(failed) => process.exit(failed === 0 ? 0 : 1),
	(error: Error) => {
		console.error(error.message);
		console.log(`queue: 0 passed, ${tests.length} failed`);
		process.exit(1);
	},
);
