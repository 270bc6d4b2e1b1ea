import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox, type SettingsChange } from '../../../sandbox';
import { payoutRequests } from '../../../workbench/executions/outcomes';
import { ensureN8n } from '../../../workbench/install/install';
import { credentialType } from '../../../workbench/install/paths';
import { watch } from '../../../workbench/instance/failureReport';
import { onEndWanted } from '../../../workbench/servers/processes';
import { workingCredential } from '../../../workbench/servers/sandboxClient';
import '../../reporters/withFailureReport';
import { startCluster, type Cluster } from './cluster';
import { makeBatches, publishPayer, type Payer, type PayoutBatch } from './payer';
import { prepareServices, type Services } from './services';

/** A test that hangs must not hang the whole run. */
const options = { timeout: 40 * 60_000 };

/** How long each disturbance of the network lasts. */
const disturbedMs = 5_000;

/** Slow enough that every worker has payouts under way when something happens. */
const delayMs = 300;

interface Disturbance {
	path: string;
	/** What happens in the middle of each wave of executions, counted from 0. */
	disturb(cluster: Cluster, wave: number): Promise<void>;
	waves?: number;
	executions?: number;
	payouts?: number;
	settings?: SettingsChange;
}

const disturbances: Record<string, Disturbance> = {
	'each of three workers is killed in the middle': {
		path: 'kills',
		waves: 3,
		disturb: async ({ workers }, wave) => await workers[wave]!.kill(),
		// The service pays whatever it is sent: nobody is paid twice, since it is asked before.
		settings: { delayMs, uniqueOrderReferences: false },
	},
	'Redis is down for five seconds': {
		path: 'redis',
		disturb: async ({ redis }) => {
			await redis.cut('refused');
			await sleep(disturbedMs);
			await redis.restore();
		},
	},
	'the network to PostgreSQL is gone for five seconds': {
		path: 'postgres',
		disturb: async ({ postgres }) => {
			await postgres.cut('silent');
			await sleep(disturbedMs);
			await postgres.restore();
		},
	},
	// Payouts go one at a time, and most of them wait.
	'a worker is killed at the pace of the service': {
		path: 'pace-kill',
		disturb: async ({ workers }) => await workers[0]!.kill(),
		executions: 9,
		payouts: 4,
		settings: { paceSeconds: 0.5 },
	},
};

describe('n8n in queue mode, with three workers,', () => {
	let cluster: Cluster;
	let services: Services;
	let sandbox: Sandbox;
	/** What belongs to this run, in the order in which it was started. */
	const started: Array<() => Promise<unknown>> = [];
	const close = async () => {
		for (const closing of started.splice(0).reverse()) await closing();
	};

	before(async () => {
		// It goes with the run, also on Ctrl-C.
		onEndWanted((exitCode) => void close().finally(() => process.exit(exitCode)));
		await ensureN8n();
		services = await prepareServices();
		started.push(services.remove);
		sandbox = await startSandbox();
		started.push(sandbox.close);
		cluster = await startCluster(services);
		started.push(cluster.close);
		watch({ n8n: cluster, control: sandbox.control }, 0);
	});
	after(close);

	/**
	 * Publishes a workflow with a credential that has no token yet, at a service that refuses a used order
	 * reference where nothing else is set: between processes, its 409 decides.
	 */
	async function publish(path: string, settings: SettingsChange = {}): Promise<Payer> {
		await cluster.ready();
		const balances = { TZS: '1000000000000.00' };
		await sandbox.control.reset({ uniqueOrderReferences: true, balances, ...settings });
		const data = workingCredential(sandbox.baseUrl);
		const credential = await cluster.api.createCredential(path, credentialType, data);
		return await publishPayer(cluster, services.client, sandbox.control, path, credential);
	}

	it(
		'pays once when a run is fired twice at the same instant on two workers',
		options,
		async () => {
			const payer = await publish('race');
			/** Pairs of the same run that are to meet on two workers, and those fired at most for that. */
			const [pairs, most] = [16, 48];
			let met = 0;
			for (let pair = 1; met < pairs; pair++) {
				assert.ok(pair <= most, `Only ${met} pairs met on two workers`);
				const [batch = []] = makeBatches(1, 5, `PAIR${pair}`);
				const executions = await payer.payAll([batch, batch]);
				await payer.assertPaidOnce([batch], executions);
				const said = executions.flatMap(({ outcomes }) => Object.values(outcomes));
				const { length: accepted } = said.filter((outcome) => outcome === 'accepted');
				assert.equal(accepted, batch.length, `Two say that they have paid: ${said.join()}`);
				if (new Set(executions.map(({ id }) => cluster.workerOf(id))).size === 2) met++;
			}
		},
	);

	for (const [name, disturbance] of Object.entries(disturbances)) {
		it(`pays everybody once, by the next run, when ${name}`, options, async () => {
			const { path, waves = 1, executions = 12, payouts = 10, disturb } = disturbance;
			const { settings = { delayMs } } = disturbance;
			const payer = await publish(path, settings);
			const { control } = sandbox;
			const operation = 'createBankPayout';
			const all: PayoutBatch[] = [];
			for (let wave = 0; wave < waves; wave++) {
				// So that there is more to tell apart than paid and not paid.
				await control.addFault({
					kind: 'statusBefore',
					status: 422,
					operation,
					skip: 40,
					times: 5,
				});
				await control.addFault({ kind: 'dropAfter', operation, skip: 20, times: 5 });
				const batches = makeBatches(executions, payouts, `${path.toUpperCase()}${wave}`);
				all.push(...batches);
				payer.pay(batches);
				await payer.untilMidRun(batches);
				await disturb(cluster, wave);
				await cluster.ready();
			}
			await control.clearFaults();

			// All of them, while the other workers still have some of the same payouts; without a 409, after them.
			if (settings.uniqueOrderReferences === false) await payer.untilEnded();
			await payer.payAll(all);
			await payer.untilEnded();
			await payer.retryFailed();
			await control.settings({ delayMs: 0 });
			// By the next run, and by nobody's hand.
			await payer.assertPaidOnce(all, await payer.payAll(all));
		});
	}

	// The last one: the workers keep to what they have learned of a pace.
	it('pays once when three workers share an account and its pace', options, async () => {
		const { control } = sandbox;
		// Nobody has a token at first, and all expire in the middle.
		const payer = await publish('pace', { paceSeconds: 0.5 });
		const batches = makeBatches(9, 3, 'PACE');
		const paid = payer.payAll(batches);
		await payer.untilMidRun(batches);
		await control.expireTokens();
		const executions = await paid;

		await payer.assertPaidOnce(batches, executions);
		const workers = executions.map(({ id }) => cluster.workerOf(id));
		assert.equal(new Set(workers).size, 3, 'One of the workers had nothing to do');
		const ledger = await control.ledger();
		const { length: refused } = payoutRequests(ledger).filter(({ status }) => status === 400);
		// In turns that a person would keep, there would be none.
		assert.ok(refused <= 2 * batches.flat().length, 'The workers pressed the service');
		// Each worker fetches a token at first, and another one when that has expired.
		assert.ok(ledger.tokensIssued <= 6, 'Too many tokens were fetched');
	});
});
