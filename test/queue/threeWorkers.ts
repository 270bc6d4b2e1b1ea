import { after, before, describe, it } from 'node:test';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../sandbox';
import { ensureN8n } from '../../workbench/install/install';
import { watch } from '../../workbench/instance/failureReport';
import { onEndWanted } from '../../workbench/servers/processes';
import '../reporters/withFailureReport';
import { Cluster } from './cluster';
import { disturbed } from './parts/disturbances';
import { race } from './parts/race';
import { shared } from './parts/shared';
import { prepareServices } from './services';
import { QueueFixture, type QueueTest } from './queueFixture';

/** Those with a pace at the end: the workers keep to what they have learned of it. */
const tests: QueueTest[] = [race, ...disturbed, shared];

/** A test that hangs must not hang the whole run. */
const timeout = 20 * 60_000;

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values;
const chosen = tests.filter(({ name }) => name.includes(only));
if (chosen.length === 0) throw new Error(`No test is called "${only}"`);

describe('n8n in queue mode, with three workers,', () => {
	let newFixture: () => QueueFixture;
	let cluster: Cluster;
	/** What belongs to this run, in the order in which it was started. */
	const started: Array<() => Promise<unknown>> = [];
	const close = async () => {
		for (const closing of started.splice(0).reverse()) await closing();
	};

	before(async () => {
		// It goes with the run, also on Ctrl-C.
		onEndWanted((exitCode) => void close().finally(() => process.exit(exitCode)));
		await ensureN8n();
		const services = await prepareServices();
		started.push(services.remove);
		const sandbox = await startSandbox();
		started.push(sandbox.close);
		cluster = await Cluster.start(services);
		started.push(async () => await cluster.close());
		watch({ n8n: { log: () => cluster.log }, control: sandbox.control }, 0);
		newFixture = () => new QueueFixture(cluster, services.client, sandbox);
	});
	after(close);

	for (const { name, run } of chosen) {
		it(name, { timeout }, async () => {
			const fixture = newFixture();
			await cluster.ready();
			await run(fixture);
		});
	}
});
