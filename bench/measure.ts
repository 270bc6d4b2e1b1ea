import { readFile } from 'node:fs/promises';
import { bareLoop } from './bareLoop';
import { candidateNames, candidateNode, credentialChanges } from './candidates';
import type { CandidateKey, BenchmarkPlan, Series } from './plan';
import type { GrowthResult, SeriesResult } from './results';
import { memoryUseFile, type Harness } from './harness';
import { seconds } from './statistics';
import type { MemoryUse } from './referenceNodes/MemoryProbe.node';
import { referenceNodeType } from './referencePackage';

/** Milliseconds that a candidate takes for so many new payouts. */
type TimedRun = (count: number) => Promise<number>;

export type Say = (line: string) => void;

/** The latency at which everything but the series is measured. */
const SHORT_LATENCY_MS = 5;

/** Times the candidates of a series in turn, so that all meet the machine in the same states. */
export async function measureSeries(
	harness: Harness,
	{ items, concurrency }: BenchmarkPlan,
	{ latencyMs, candidates, rounds }: Series,
	say: Say,
): Promise<SeriesResult> {
	await harness.reset(latencyMs);
	const runs = new Map<CandidateKey, TimedRun>();
	for (const key of candidates) {
		const run = await runOf(harness, key, concurrency, latencyMs);
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
	harness: Harness,
	key: CandidateKey,
	concurrency: number,
	latencyMs: number,
): Promise<TimedRun> {
	if (key === 'bare') {
		return async (count) => await bareLoop(harness.baseUrl, harness.newPayouts(count), concurrency);
	}
	const node = candidateNode(key, harness.baseUrl, concurrency, latencyMs);
	const subject = await harness.publish(`${key}-${latencyMs}`, node, credentialChanges[key]);
	return async (count) => await harness.pay(subject, count);
}

/** Times this node with more and more payouts. */
export async function measureGrowth(
	harness: Harness,
	{ growth, growthRounds, concurrency }: BenchmarkPlan,
	say: Say,
): Promise<GrowthResult[]> {
	await harness.reset(SHORT_LATENCY_MS);
	const node = candidateNode('node', harness.baseUrl, concurrency, SHORT_LATENCY_MS);
	const results = growth.map((items): GrowthResult => ({ items, times: [] }));
	for (let round = 1; round <= growthRounds; round++) {
		for (const { items, times } of results) {
			// A node of its own each time, so that all begin with nothing to look up.
			const subject = await harness.publish(`growth-${items}-${round}`, node);
			const milliseconds = await harness.pay(subject, items);
			times.push(milliseconds);
			say(`  round ${round} of ${growthRounds}, ${items} payouts: ${seconds(milliseconds)}`);
		}
	}
	return results;
}

/** Looks at how much memory one run of the node keeps alive, for more and more payouts. */
export async function measureMemory(
	harness: Harness,
	{ growth, concurrency }: BenchmarkPlan,
	say: Say,
): Promise<MemoryUse[]> {
	const node = candidateNode('node', harness.baseUrl, concurrency, SHORT_LATENCY_MS);
	const subject = await harness.publish('memory', {
		...node,
		type: referenceNodeType('memoryProbe'),
	});
	const uses: MemoryUse[] = [];
	for (const items of growth) {
		await harness.pay(subject, items);
		uses.push(JSON.parse(await readFile(memoryUseFile, 'utf8')) as MemoryUse);
		say(`  ${items} payouts`);
	}
	return uses;
}
