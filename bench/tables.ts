import { whole, type Table } from '../workbench/generatedParts';
import type { OnError } from '../workbench/workflows/workflows';
import { candidateNames } from './candidates';
import type { Goal } from './goals';
import type { CandidateKey } from './plan';
import { partNames, type ProfileShare } from './profile';
import { ownLimitMs } from './pace';
import type { Results } from './results';
import { ratios, summarize, type Figure } from './statistics';

/** Every goal, what was measured, and whether it is enough. */
export function goalsTable(goals: Goal[]): Table {
	return [
		['figure', 'goal', 'measured', 'lowest to highest', 'reached'],
		...goals.map(({ name, wanted, figure, isReached, unit, decimals }) => {
			const text = (value: number) => `${value.toFixed(decimals)} ${unit}`.trim();
			const range = `${text(figure.min)} to ${text(figure.max)}`;
			const isOne = figure.min === figure.max;
			return [name, wanted, text(figure.median), isOne ? '' : range, isReached ? 'yes' : 'no'];
		}),
	];
}

/** The times with a fast service, and how they compare with this node's. */
export function timesTable({ series: [fast] }: Results): Table {
	const times = fast?.times ?? {};
	const node = times.node ?? [];
	return [
		['', 'median', '÷ this node'],
		...entries(times).map(([key, values]) => {
			const figure = summarize(values);
			return [
				candidateNames[key],
				seconds(figure.median),
				key === 'node' ? '' : ratios(values, node).median.toFixed(2),
			];
		}),
	];
}

/** What the first run of each candidate sent, with an expired token. */
export function coldTable({ cold, plan }: Results): Table {
	return [
		['', 'tokens fetched', `requests for ${whole(plan.items)} payouts`, 'most in flight'],
		...entries(cold).map(([key, { tokens, requests, peakInFlight }]) => [
			candidateNames[key],
			whole(tokens),
			whole(requests),
			whole(peakInFlight),
		]),
	];
}

/** Time and memory of this node by number of payouts. */
export function growthTable({ growth, memory }: Results): Table {
	return [
		[
			'payouts',
			'median',
			'lowest to highest',
			'for one payout',
			'n8n’s process at most',
			'kept by the node',
			'of which the output',
		],
		...growth.map(({ items, times, peakRssBytes }) => {
			const figure = summarize(times);
			const use = memory.find((one) => one.items === items);
			return [
				whole(items),
				seconds(figure.median),
				rangeOf(figure),
				`${(figure.median / items).toFixed(2)} ms`,
				peakRssBytes.length === 0 ? '' : megabytes(summarize(peakRssBytes).median),
				use ? megabytes(use.peak) : '',
				use ? megabytes(use.output) : '',
			];
		}),
	];
}

/** How close this node comes to the pace that a service keeps, by error mode. */
export function paceTable({ pace }: Results): Table {
	return [
		['On Error', 'payouts', 'the service’s own limit', 'measured', '÷ limit', 'refused requests'],
		...pace.runs.map(({ onError, payouts, milliseconds, refused }) => [
			errorModeNames[onError],
			whole(payouts),
			seconds(ownLimitMs(payouts)),
			seconds(milliseconds),
			(milliseconds / ownLimitMs(payouts)).toFixed(2),
			whole(refused),
		]),
	];
}

/** As n8n calls them in the settings of a node. */
const errorModeNames: Record<OnError, string> = {
	stopWorkflow: 'Stop Workflow',
	continueRegularOutput: 'Continue',
	continueErrorOutput: 'Continue (using error output)',
};

/** What the time of this node goes into, for one payout. */
export function profileTable({ profiles, plan }: Results): Table {
	const keys = entries(profiles).map(([key]) => key);
	const perPayout = (shares: ProfileShare[] | undefined, name: string) => {
		const share = shares?.find((one) => one.name === name);
		return `${((share?.milliseconds ?? 0) / plan.items).toFixed(2)} ms`;
	};
	return [
		['for one payout', ...keys.map((key) => candidateNames[key])],
		...Object.entries(partNames).map(([name, label]) => [
			label,
			...keys.map((key) => perPayout(profiles[key], name)),
		]),
	];
}

/** Columns of equal width, for the console. */
export function plainText(table: Table): string {
	const widths = (table[0] ?? []).map((_, column) =>
		Math.max(...table.map((row) => row[column]?.length ?? 0)),
	);
	return table
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function entries<Value>(by: Partial<Record<CandidateKey, Value>>): Array<[CandidateKey, Value]> {
	return (Object.keys(candidateNames) as CandidateKey[]).flatMap((key) => {
		const value = by[key];
		return value === undefined ? [] : [[key, value] as [CandidateKey, Value]];
	});
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}

function rangeOf({ min, max }: Figure): string {
	return `${seconds(min)} to ${seconds(max)}`;
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}
