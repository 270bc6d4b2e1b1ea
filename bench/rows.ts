import { samplePayouts } from '../workbench/workflows/workflows';
import type { Bench, Run, Workflow } from './bench';
import { inTurn, type Line } from './figures';
import { loadTimes } from './loadTimes';
import { httpRequest, nodes } from './nodes';

/** A service in the internet, as its answers were timed from far away. */
const LATENCY_MS = 200;

/** So short that what is left is the work of n8n and its nodes. */
const NEXT_DOOR_MS = 5;

/** Enough for every payout of all rows. */
const balances = { TZS: '1000000000000.00' };

let batches = 0;
const newPayouts = (count: number) => samplePayouts(count, `BATCH-${++batches}`);

const timesOf = (runs: Run[]) => runs.map(({ ms }) => ms);

/** @throws {Error} where not each of so many has come out as it should */
async function counted(
	run: Promise<Run>,
	count: number,
	isGood: (item: Run['output'][0]) => boolean,
) {
	const { output, ...cost } = await run;
	const good = output.filter(isGood).length;
	if (good !== count) throw new Error(`${good} of ${count} came out as they should`);
	return { output, ...cost };
}

const pay = async (workflow: Workflow, count: number) =>
	await counted(workflow(newPayouts(count)), count, ({ status }) => status === 'AUTHORIZED');

const preview = async (workflow: Workflow, count: number) =>
	await counted(workflow(newPayouts(count)), count, ({ fee }) => fee !== undefined);

/** Each row of the page, by its name for the command line; some have two lines. */
export const rows: Record<string, (bench: Bench) => Promise<Line[]>> = {
	async load({ userFolder }) {
		const { node, beside } = await inTurn(15, loadTimes(userFolder));
		return [{ what: 'Loading the node', node, beside, unit: 'ms', goal: 0.1 }];
	},

	async payouts({ baseUrl, control, publish }) {
		await control.reset({ delayMs: LATENCY_MS, balances });
		const keepsOn = await publish(nodes.pay);
		const stops = await publish(nodes.payOrStop);
		const http = await publish(httpRequest(baseUrl, LATENCY_MS).pay);
		// Once unmeasured: the code is not compiled yet, and there is no token.
		for (const workflow of [keepsOn, stops, http]) await pay(workflow, 10);
		const runs = await inTurn(3, {
			keepsOn: async () => await pay(keepsOn, 100),
			beside: async () => await pay(http, 100),
			stops: async () => await pay(stops, 100),
		});
		const beside = timesOf(runs.beside);
		const what = '100 payouts, the service answers after 200 ms: ';
		return [
			{ what: `${what}_Continue_`, node: timesOf(runs.keepsOn), beside, unit: 's', goal: 1.3 },
			{ what: `${what}_Stop Workflow_`, node: timesOf(runs.stops), beside, unit: 's', goal: 2.3 },
		];
	},

	async single({ baseUrl, control, publish }) {
		await control.reset({ delayMs: LATENCY_MS, balances });
		const ours = await publish(nodes.pay);
		const http = await publish(httpRequest(baseUrl, LATENCY_MS).pay);
		for (const workflow of [ours, http]) await pay(workflow, 1);
		const runs = await inTurn(30, {
			node: async () => await pay(ours, 1),
			beside: async () => await pay(http, 1),
		});
		return [
			{
				what: 'One payout alone, the service answers after 200 ms',
				node: timesOf(runs.node),
				beside: timesOf(runs.beside),
				unit: 's',
				goal: 2.2,
				// HTTP Request waits for one latency: the rest is what n8n itself takes.
				ratio: (node, beside) => (node - beside) / LATENCY_MS + 1,
				ratioUnit: ' latencies',
			},
		];
	},

	async preview({ baseUrl, control, publish }) {
		await control.reset({ delayMs: NEXT_DOOR_MS, balances });
		const ours = await publish(nodes.preview);
		const http = await publish(httpRequest(baseUrl, NEXT_DOOR_MS).preview);
		for (const workflow of [ours, http]) await preview(workflow, 1000);
		const runs = await inTurn(3, {
			node: async () => await preview(ours, 5000),
			beside: async () => await preview(http, 5000),
		});
		const memoryOf = (of: Run[]) => of.map(({ megabytes }) => megabytes);
		const what = '5,000 rows previewed';
		return [
			{ what, node: timesOf(runs.node), beside: timesOf(runs.beside), unit: 's', goal: 1 },
			{
				what: `${what}, n8n's memory`,
				node: memoryOf(runs.node),
				beside: memoryOf(runs.beside),
				unit: 'MB',
				goal: 1.1,
			},
		];
	},

	async list({ baseUrl, control, publish }) {
		await control.reset({ balances });
		await pay(await publish(nodes.pay), 1000);
		await control.settings({ delayMs: LATENCY_MS });
		const ours = await publish(nodes.list);
		const http = await publish(httpRequest(baseUrl, LATENCY_MS).list);
		const runs = await inTurn(6, {
			node: async () => await counted(ours([{}]), 1000, ({ id }) => id !== undefined),
			// It puts out pages, and an empty one at the end.
			beside: async () => await counted(http([{}]), 11, ({ data }) => data !== undefined),
		});
		// The first of each begins without a token.
		const [node, beside] = [runs.node, runs.beside].map((of) => timesOf(of.slice(1)));
		const what = '1,000 payouts read as a list, the service answers after 200 ms';
		return [{ what, node: node!, beside: beside!, unit: 's', goal: 1.2 }];
	},

	// The last one: n8n's process keeps the pace that it has learned.
	async pace({ control, publish }) {
		const paceSeconds = 1;
		const count = 60;
		await control.reset({ delayMs: NEXT_DOOR_MS, balances, paceSeconds });
		const { ms } = await pay(await publish(nodes.pay), count);
		return [
			{
				what: '60 payouts, the service takes one a second',
				node: [ms],
				beside: [(count - 1) * paceSeconds * 1000],
				besideName: 'its own pace',
				unit: 's',
				goal: 1.1,
			},
		];
	},
};
