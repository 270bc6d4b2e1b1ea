import { markdown, whole } from '../workbench/figures/generatedParts';
import type { OnError } from 'n8n-workflow';
import { candidateNames } from './candidates';
import { goalsOf, type Goal } from './goals';
import type { CandidateKey } from './plan';
import { ownLimitMs } from './pace';
import type { Results, SingleTimes } from './results';
import { ratios, seconds, summarize } from './statistics';

/** What stands between the marks of docs/measurements.md, by the name in the marks. */
export function partsOf(results: Results): Record<string, string> {
	return {
		'bench:machine': machineLine(results),
		'bench:goals': goalsTable(goalsOf(results)),
		'bench:times': timesTable(results),
		'bench:pace': paceTable(results),
		'bench:single': singleTable(results),
	};
}

function machineLine({ day, machine, plan, series }: Results): string {
	const rounds = series.map(({ latencyMs, times }) => {
		const count = Object.values(times)[0]?.length ?? 0;
		return `${count} rounds at ${latencyMs} ms`;
	});
	return [
		`Measured on ${day} with n8n ${machine.n8n} on Node.js ${machine.node}, ${machine.platform},`,
		`${machine.cores} cores: ${whole(plan.items)} payouts,`,
		`${plan.concurrency} at a time, ${rounds.join(', ')}.`,
	].join(' ');
}

/** Every goal, and what was measured. */
export function goalsTable(goals: Goal[]): string {
	return markdown([
		['figure', 'goal', 'measured', 'lowest to highest'],
		...goals.map(({ name, wanted, figure, unit, decimals }) => {
			const text = (value: number) => `${value.toFixed(decimals)} ${unit}`.trim();
			const range = `${text(figure.min)} to ${text(figure.max)}`;
			return [name, wanted, text(figure.median), figure.min === figure.max ? '' : range];
		}),
	]);
}

/** The times with a fast service: of a slow one nearly all is waiting, and the goals say it all. */
function timesTable({ series: [fast] }: Results): string {
	const times = fast?.times ?? {};
	const rows = (Object.keys(candidateNames) as CandidateKey[]).flatMap((key) => {
		const values = times[key];
		if (values === undefined) return [];
		const ratio = key === 'node' ? '' : ratios(values, times.node ?? []).median.toFixed(2);
		return [[candidateNames[key], seconds(summarize(values).median), ratio]];
	});
	return markdown([['', 'median', '÷ this node'], ...rows]);
}

/** How close this node comes to the pace that a service keeps, by error mode. */
function paceTable({ pace }: Results): string {
	return markdown([
		['On Error', 'payouts', 'the service’s own limit', 'measured', '÷ limit', 'refused requests'],
		...pace.map(({ onError, payouts, milliseconds, refused }) => [
			errorModeNames[onError],
			whole(payouts),
			seconds(ownLimitMs(payouts)),
			seconds(milliseconds),
			(milliseconds / ownLimitMs(payouts)).toFixed(2),
			whole(refused),
		]),
	]);
}

/** One payout alone, in which nothing is shared. */
function singleTable({ single }: Results): string {
	return markdown([
		['one payout', 'median', '÷ HTTP Request'],
		...Object.entries(singleNames).map(([key, name]) => {
			const values = single[key as keyof SingleTimes];
			const ratio = key === 'fields' ? '' : ratios(values, single.fields).median.toFixed(2);
			return [name, seconds(summarize(values).median), ratio];
		}),
	]);
}

const singleNames: Record<keyof SingleTimes, string> = {
	node: 'This node',
	fields: 'HTTP Request, fields',
};

/** As n8n calls them in the settings of a node. */
const errorModeNames: Record<OnError, string> = {
	stopWorkflow: 'Stop Workflow',
	continueRegularOutput: 'Continue',
	continueErrorOutput: 'Continue (using error output)',
};
