import type { CandidateKey } from './plan';
import { ownLimitMs } from './pace';
import type { Results } from './results';
import { ratios, summarize, type Figure } from './statistics';

/** A figure that is to be reached, and what was measured. */
export interface Goal {
	name: string;
	/** e.g. `at least 2.0` */
	wanted: string;
	figure: Figure;
	/** Whether the median reaches it. */
	isReached: boolean;
	unit: string;
	decimals: number;
}

/** Holds the results against the goals, in the order of the table. */
export function goalsOf(results: Results): Goal[] {
	const [short, long] = results.series.map(({ times }) => times);
	const times = (from: typeof short, key: CandidateKey) => from?.[key] ?? [];
	const against = (key: CandidateKey) => ratios(times(short, key), times(short, 'node'));
	const { loadMs, pace } = results;
	return [
		atLeast(2, 'HTTP Request with fields ÷ this node', against('fields')),
		atLeast(3, 'HTTP Request with one JSON expression ÷ this node', against('json')),
		atLeast(4, 'n8n’s routing engine ÷ this node', against('routing')),
		atMost(
			1.05,
			'this node ÷ bare loop, at 200 ms',
			ratios(times(long, 'node'), times(long, 'bare')),
		),
		atMost(1.1, growthName(results), growthRatio(results)),
		atMost(2, 'memory per item beyond the output’s own size', memoryPerItem(results), 'kB'),
		atMost(
			0.1,
			'loading the package ÷ loading HTTP Request',
			ratios(loadMs.package, loadMs.httpRequest),
		),
		atMost(
			1.1,
			'time for paced payouts ÷ the service’s own limit',
			summarize(pace.map(({ milliseconds, payouts }) => milliseconds / ownLimitMs(payouts))),
		),
		atMost(
			0.3,
			'refused requests for each paced payout',
			summarize(pace.map(({ refused, payouts }) => refused / payouts)),
		),
	];
}

function growthName({ growth }: Results): string {
	const [smaller, larger] = growth.slice(-2).map(({ items }) => items.toLocaleString('en'));
	return `time per item, ${larger} ÷ ${smaller} payouts`;
}

function growthRatio({ growth }: Results): Figure {
	const [smaller, larger] = growth
		.slice(-2)
		.map(({ items, times }) => times.map((milliseconds) => milliseconds / items));
	return ratios(larger ?? [], smaller ?? []);
}

function memoryPerItem({ memory }: Results): Figure {
	const { peak, output, items } = memory.at(-1) as Results['memory'][number];
	return summarize([(peak - output) / items / 1000]);
}

function atLeast(limit: number, name: string, figure: Figure): Goal {
	const isReached = figure.median >= limit;
	return { name, wanted: `≥ ${limit.toFixed(1)}`, figure, isReached, unit: '', decimals: 2 };
}

function atMost(limit: number, name: string, figure: Figure, unit = '', decimals = 2): Goal {
	const isReached = figure.median <= limit;
	return { name, wanted: `≤ ${limit} ${unit}`.trim(), figure, isReached, unit, decimals };
}
