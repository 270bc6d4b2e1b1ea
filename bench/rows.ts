import { samplePayouts, type PaymentNode } from '../workbench/workflows/workflows';
import { startBench, type Bench, type Run, type Workflow } from './bench';
import { inTurn, type Line } from './figures';
import { loadTimes } from './loadTimes';
import { httpRequest, nodes } from './nodes';

/** What a service in another country takes to answer. */
const LATENCY_MS = 200;

/** So short that what is left is the work of n8n and its nodes. */
const NEXT_DOOR_MS = 5;

let batches = 0;
const newPayouts = (count: number) => samplePayouts(count, `BATCH-${++batches}`);

/** A line of the table about the times of these executions, by round. */
const timesOf = (what: string, node: Run[], beside: Run[], goal: number): Line => {
	const [ours, theirs] = [node, beside].map((runs) => runs.map(({ ms }) => ms));
	return { what, node: ours!, beside: theirs!, unit: 's', goal };
};

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

/** In an n8n of its own: one keeps the memory that it once took, and would show nothing of the next run. */
async function previewAlone(nodeFor: (baseUrl: string) => PaymentNode): Promise<Run> {
	const { baseUrl, control, publish, close } = await startBench();
	await control.reset({ delayMs: NEXT_DOOR_MS });
	const workflow = await publish(nodeFor(baseUrl));
	await preview(workflow, 10);
	const run = await preview(workflow, 5000);
	await close();
	return run;
}

/** Each row of the page, by its name for the command line; some have two lines. */
export const rows: Record<string, (bench: Bench) => Promise<Line[]>> = {
	async payouts({ baseUrl, control, publish }) {
		await control.reset({ delayMs: LATENCY_MS });
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
		const what = '100 payouts, the service answers after 200 ms: ';
		return [
			timesOf(`${what}_Continue_`, runs.keepsOn, runs.beside, 1.3),
			timesOf(`${what}_Stop Workflow_`, runs.stops, runs.beside, 2.3),
		];
	},

	async single({ baseUrl, control, publish }) {
		await control.reset({ delayMs: LATENCY_MS });
		const ours = await publish(nodes.pay);
		const http = await publish(httpRequest(baseUrl, LATENCY_MS).pay);
		for (const workflow of [ours, http]) await pay(workflow, 1);
		const runs = await inTurn(30, {
			node: async () => await pay(ours, 1),
			beside: async () => await pay(http, 1),
		});
		const what = 'One payout alone, the service answers after 200 ms';
		return [
			{
				...timesOf(what, runs.node, runs.beside, 2.2),
				// HTTP Request waits for one latency: the rest is what n8n itself takes.
				ratio: (node, beside) => (node - beside) / LATENCY_MS + 1,
				ratioUnit: ' latencies',
			},
		];
	},

	async preview() {
		const runs = await inTurn(2, {
			node: async () => await previewAlone(() => nodes.preview),
			beside: async () => await previewAlone((url) => httpRequest(url, NEXT_DOOR_MS).preview),
		});
		const memoryOf = (of: Run[]) => of.map(({ megabytes }) => megabytes);
		const what = '5,000 rows previewed';
		const [node, beside] = [memoryOf(runs.node), memoryOf(runs.beside)];
		return [
			timesOf(`${what}, time`, runs.node, runs.beside, 1),
			{ what: `${what}, memory`, node, beside, unit: 'MB', goal: 1 },
		];
	},

	async list({ baseUrl, control, publish }) {
		await control.reset();
		await pay(await publish(nodes.pay), 1000);
		await control.settings({ delayMs: LATENCY_MS });
		const ours = await publish(nodes.list);
		const http = await publish(httpRequest(baseUrl, LATENCY_MS).list);
		const runs = await inTurn(6, {
			node: async () => await counted(ours([{}]), 1000, ({ id }) => id !== undefined),
			// It puts out pages, and an empty one at the end.
			beside: async () => await counted(http([{}]), 11, ({ data }) => data !== undefined),
		});
		const what = '1,000 payouts read as a list, the service answers after 200 ms';
		// The first of each begins without a token.
		return [timesOf(what, runs.node.slice(1), runs.beside.slice(1), 1.2)];
	},

	async load({ userFolder }) {
		const { node, beside } = await inTurn(15, loadTimes(userFolder));
		return [{ what: 'Loading the node', node, beside, unit: 'ms', goal: 0.1 }];
	},

	// The last one: n8n's process keeps the pace that it has learned.
	async pace({ control, publish }) {
		const paceSeconds = 1;
		const count = 60;
		await control.reset({ delayMs: NEXT_DOOR_MS, paceSeconds });
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
