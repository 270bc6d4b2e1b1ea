import { markdown } from '../workbench/generatedParts';
import { goalsOf } from './goals';
import type { Results } from './results';
import { goalsTable, paceTable, timesTable } from './tables';

/** What stands between the marks of docs/measurements.md, by the name in the marks. */
export function partsOf(results: Results): Record<string, string> {
	return {
		'bench:machine': machineLine(results),
		// Goal and figure stand beside each other, so the last column says nothing new.
		'bench:goals': markdown(goalsTable(goalsOf(results)).map((row) => row.slice(0, -1))),
		// Of a slow service nearly all time is waiting: the chart and the goals say it all.
		'bench:times': markdown(timesTable(results)),
		'bench:pace': `Measured on ${results.pace.day}.\n\n${markdown(paceTable(results))}`,
	};
}

function machineLine({ day, machine, plan, series }: Results): string {
	const rounds = series.map((one) => Object.values(one.times)[0]?.length ?? 0);
	return [
		`Measured on ${day} with n8n ${machine.n8n} on Node.js ${machine.node}, ${machine.platform},`,
		`${machine.cores} cores: ${plan.items.toLocaleString('en')} payouts,`,
		`${plan.concurrency} at a time, ${rounds.join(' and ')} rounds.`,
	].join(' ');
}
