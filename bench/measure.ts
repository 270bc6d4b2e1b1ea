import { readFile } from 'node:fs/promises';
import { bareLoop } from './bareLoop';
import { candidateNames, candidateNode, credentialChanges } from './candidates';
import type { CandidateKey, Plan, Series } from './plan';
import type { GrowthResult, SeriesResult } from './results';
import { yardstickFile, type Rig } from './rig';
import { seconds } from './statistics';
import type { MemoryUse } from './yardsticks/Memory.node';
import { yardstickType } from './yardstickPackage';

/** Milliseconds that a candidate takes for so many new payouts. */
type Run = (count: number) => Promise<number>;

export type Say = (line: string) => void;

/** The latency at which everything but the series is measured. */
const SHORT_LATENCY_MS = 5;

/** Times the candidates of a series in turn, so that all meet the machine in the same states. */
export async function measureSeries(
	rig: Rig,
	{ items, concurrency }: Plan,
	{ latencyMs, candidates, rounds }: Series,
	say: Say,
): Promise<SeriesResult> {
	await rig.reset(latencyMs);
	const runs = new Map<CandidateKey, Run>();
	for (const key of candidates) {
		const run = await runOf(rig, key, concurrency, latencyMs);
		// Once unmeasured: the code is not compiled yet, and there is no token.
		await run(items);
		runs.set(key, run);
		say(`  ${candidateNames[key]}: warm`);
	}

	const times: SeriesResult['times'] = {};
	for (let round = 1; round <= rounds; round++) {
		for (const [key, run] of runs) {
			const milliseconds = await run(items);
			(times[key] ??= []).push(milliseconds);
			say(`  round ${round} of ${rounds}, ${candidateNames[key]}: ${seconds(milliseconds)}`);
		}
	}
	return { latencyMs, times };
}

async function runOf(
	rig: Rig,
	key: CandidateKey,
	concurrency: number,
	latencyMs: number,
): Promise<Run> {
	if (key === 'bare') {
		return async (count) => await bareLoop(rig.baseUrl, rig.newPayouts(count), concurrency);
	}
	const node = candidateNode(key, rig.baseUrl, concurrency, latencyMs);
	const subject = await rig.publish(`${key}-${latencyMs}`, node, credentialChanges[key]);
	return async (count) => await rig.pay(subject, count);
}

/** Times this node with more and more payouts. */
export async function measureGrowth(
	rig: Rig,
	{ growth, growthRounds, concurrency }: Plan,
	say: Say,
): Promise<GrowthResult[]> {
	await rig.reset(SHORT_LATENCY_MS);
	const node = candidateNode('node', rig.baseUrl, concurrency, SHORT_LATENCY_MS);
	const results = growth.map((items): GrowthResult => ({ items, times: [] }));
	for (let round = 1; round <= growthRounds; round++) {
		for (const { items, times } of results) {
			// A node of its own each time, so that all begin with nothing to look up.
			const subject = await rig.publish(`growth-${items}-${round}`, node);
			const milliseconds = await rig.pay(subject, items);
			times.push(milliseconds);
			say(`  round ${round} of ${growthRounds}, ${items} payouts: ${seconds(milliseconds)}`);
		}
	}
	return results;
}

/** Looks at how much memory one run of the node keeps alive, for more and more payouts. */
export async function measureMemory(
	rig: Rig,
	{ growth, concurrency }: Plan,
	say: Say,
): Promise<MemoryUse[]> {
	const node = candidateNode('node', rig.baseUrl, concurrency, SHORT_LATENCY_MS);
	const subject = await rig.publish('memory', { ...node, type: yardstickType('memory') });
	const uses: MemoryUse[] = [];
	for (const items of growth) {
		await rig.pay(subject, items);
		uses.push(JSON.parse(await readFile(yardstickFile, 'utf8')) as MemoryUse);
		say(`  ${items} payouts`);
	}
	return uses;
}
