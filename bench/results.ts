import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { OnError } from 'n8n-workflow';
import type { LoadTimes } from './loadTimes';
import type { CandidateKey, BenchmarkPlan } from './plan';
import type { MemoryUse } from './referenceNodes/MemoryProbe.node';

/** Everything that one run of the benchmark has measured. */
export interface Results {
	/** Day of the run, e.g. `2026-03-01`. */
	day: string;
	machine: Machine;
	plan: BenchmarkPlan;
	series: SeriesResult[];
	growth: GrowthResult[];
	memory: MemoryUse[];
	loadMs: LoadTimes;
	pace: PaceRun[];
	single: SingleTimes;
}

/** Milliseconds of single payouts: by this node, and by HTTP Request. */
export type SingleTimes = Record<'node' | 'fields', number[]>;

/** A run against a service that takes one payout at a time. */
export interface PaceRun {
	onError: OnError;
	payouts: number;
	milliseconds: number;
	/** Requests that came too early. */
	refused: number;
}

export interface Machine {
	cores: number;
	/** e.g. `linux x64` */
	platform: string;
	n8n: string;
	/** The Node.js that runs n8n. */
	node: string;
}

/** Milliseconds by candidate and round. */
export interface SeriesResult {
	latencyMs: number;
	times: Partial<Record<CandidateKey, number[]>>;
}

export interface GrowthResult {
	items: number;
	/** Milliseconds by round. */
	times: number[];
}

const file = path.join(__dirname, 'results.json');

export async function readResults(): Promise<Results> {
	return JSON.parse(await readFile(file, 'utf8')) as Results;
}

export async function writeResults(results: Results): Promise<void> {
	const text = JSON.stringify(results);
	await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'json' }));
}
