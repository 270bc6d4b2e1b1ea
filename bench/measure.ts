import { readFile } from 'node:fs/promises';
import type { PaymentNode } from '../workbench/workflows/workflows';
import { bareLoop } from './bareLoop';
import { candidateNames, candidateNode, credentialChanges } from './candidates';
import { peakRss } from './peakMemory';
import type { CandidateKey, Plan, Series } from './plan';
import { sharesOf, type CpuProfile } from './profile';
import type { ColdRun, GrowthResult, Results, SeriesResult } from './results';
import type { Rig, Subject } from './rig';
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
): Promise<{ result: SeriesResult; cold: Partial<Record<CandidateKey, ColdRun>> }> {
	const runs = new Map<CandidateKey, Run>();
	for (const key of candidates) runs.set(key, await runOf(rig, key, concurrency, latencyMs));

	const cold: Partial<Record<CandidateKey, ColdRun>> = {};
	for (const [key, run] of runs) {
		// Once unmeasured: code is compiled, and the token has expired.
		await rig.reset(latencyMs);
		await run(items);
		const { requests, tokensIssued, peakInFlight } = await rig.control.ledger();
		cold[key] = {
			tokens: tokensIssued,
			requests: requests.filter(({ operation }) => operation === 'createBankPayout').length,
			peakInFlight,
		};
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
	return { result: { latencyMs, times }, cold };
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

/** Times this node with more and more payouts, and looks at the memory of n8n's process. */
export async function measureGrowth(
	rig: Rig,
	{ growth, growthRounds, concurrency }: Plan,
	say: Say,
): Promise<GrowthResult[]> {
	await rig.reset(SHORT_LATENCY_MS);
	const node = candidateNode('node', rig.baseUrl, concurrency, SHORT_LATENCY_MS);
	const results = growth.map((items): GrowthResult => ({ items, times: [], peakRssBytes: [] }));
	for (let round = 1; round <= growthRounds; round++) {
		for (const { items, times, peakRssBytes } of results) {
			// A node of its own each time, so that all begin with nothing to look up.
			const subject = await rig.publish(`growth-${items}-${round}`, node);
			const peak = await peakRss(rig.n8n.pid, async () => {
				times.push(await rig.pay(subject, items));
			});
			if (peak !== undefined) peakRssBytes.push(peak);
			say(
				`  round ${round} of ${growthRounds}, ${items} payouts: ${seconds(times.at(-1) as number)}`,
			);
		}
	}
	return results;
}

/** Looks at how much memory one run of the node keeps alive, for more and more payouts. */
export async function measureMemory(rig: Rig, plan: Plan, say: Say): Promise<MemoryUse[]> {
	const uses: MemoryUse[] = [];
	const subject = await publishYardstick(rig, plan, 'node', 'memory');
	for (const items of plan.growth) {
		await rig.pay(subject, items);
		uses.push(JSON.parse(await readFile(rig.yardstickFile, 'utf8')) as MemoryUse);
		say(`  ${items} payouts`);
	}
	return uses;
}

/** Looks at what the time of this node goes into. */
export async function measureProfiles(
	rig: Rig,
	plan: Plan,
	say: Say,
): Promise<Results['profiles']> {
	const profiles: Results['profiles'] = {};
	for (const key of ['node', 'computed'] as const) {
		const subject = await publishYardstick(rig, plan, key, 'profile');
		// The first run compiles; the second one is looked at.
		await rig.pay(subject, plan.items);
		await rig.pay(subject, plan.items);
		const profile = JSON.parse(await readFile(rig.yardstickFile, 'utf8')) as CpuProfile;
		profiles[key] = sharesOf(profile);
		say(`  ${candidateNames[key]}`);
	}
	return profiles;
}

async function publishYardstick(
	rig: Rig,
	{ concurrency }: Plan,
	key: 'node' | 'computed',
	yardstick: 'memory' | 'profile',
): Promise<Subject> {
	const node: PaymentNode = {
		...candidateNode(key, rig.baseUrl, concurrency, SHORT_LATENCY_MS),
		type: yardstickType(yardstick),
	};
	return await rig.publish(`${yardstick}-${key}`, node);
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}
