/** How much is measured. Everything in one run, so that the ratios hold on any machine. */
export interface BenchmarkPlan {
	/** Payouts in each timed run. */
	items: number;
	/** Requests under way at the same time, for every candidate. */
	concurrency: number;
	/** Each series times its candidates in turn, round after round. */
	series: Series[];
	/** Numbers of payouts, from the smallest to the largest. */
	growth: number[];
	growthRounds: number;
	/** Fresh processes in which the package is loaded. */
	loads: number;
	/** Payouts at the pace of a service that takes one a second. */
	paced: number;
	/** Single payouts of each candidate. */
	singles: number;
}

/** The timed runs at one latency of the service. */
export interface Series {
	/** Milliseconds before the service answers. */
	latencyMs: number;
	candidates: CandidateKey[];
	rounds: number;
}

export type CandidateKey = 'node' | 'computed' | 'checked' | 'fields' | 'json' | 'routing' | 'bare';

const all: CandidateKey[] = ['node', 'computed', 'checked', 'fields', 'json', 'routing', 'bare'];

/**
 * Some fourteen minutes on two quiet cores. At 200 ms nearly all time is waiting, 20 s for each
 * candidate and round, so there only the best alternative and the bare loop are measured again.
 */
export const fullPlan: BenchmarkPlan = {
	items: 1000,
	concurrency: 10,
	series: [
		{ latencyMs: 5, candidates: all, rounds: 5 },
		{ latencyMs: 200, candidates: ['node', 'json', 'bare'], rounds: 5 },
	],
	growth: [100, 1000, 10_000],
	growthRounds: 3,
	loads: 25,
	paced: 30,
	singles: 25,
};

/** A minute or two, to see that everything works; its figures say little. */
export const quickPlan: BenchmarkPlan = {
	items: 100,
	concurrency: 10,
	series: [
		{ latencyMs: 5, candidates: all, rounds: 2 },
		{ latencyMs: 200, candidates: ['node', 'json', 'bare'], rounds: 1 },
	],
	growth: [10, 100, 1000],
	growthRounds: 1,
	loads: 5,
	paced: 5,
	singles: 5,
};
