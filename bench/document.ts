import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { markdown, writeParts } from '../workbench/generatedParts';
import { repositoryRoot } from '../workbench/instance/paths';
import { drawTimes } from './charts';
import { goalsOf } from './goals';
import type { Results } from './results';
import { coldTable, goalsTable, growthTable, paceTable, profileTable, timesTable } from './tables';

const page = path.join(repositoryRoot, 'docs/performance.md');
const images = path.join(repositoryRoot, 'docs/images');

/**
 * Writes the charts, and the tables between their marks in docs/performance.md.
 *
 * @throws {Error} when the page has lost one of the marks
 */
export async function writeDocument(results: Results): Promise<void> {
	await mkdir(images, { recursive: true });
	for (const theme of ['light', 'dark'] as const) {
		await writeFile(path.join(images, `performance-${theme}.svg`), drawTimes(results, theme));
	}
	const parts: Record<string, string> = {
		'bench:machine': machineLine(results),
		'bench:goals': markdown(goalsTable(goalsOf(results))),
		'bench:cold': markdown(coldTable(results)),
		'bench:growth': markdown(growthTable(results)),
		'bench:profile': markdown(profileTable(results)),
		'bench:pace-day': `Measured on ${results.pace.day}.`,
		'bench:pace': markdown(paceTable(results)),
	};
	for (const { latencyMs } of results.series) {
		parts[`bench:times-${latencyMs}`] = markdown(timesTable(results, latencyMs));
	}
	await writeParts(page, parts);
}

function machineLine({ day, machine, plan, series }: Results): string {
	const rounds = series.map((one) => Object.values(one.times)[0]?.length ?? 0);
	return [
		`Measured on ${day} with n8n ${machine.n8n} on Node.js ${machine.node}, ${machine.platform},`,
		`${machine.cores} cores: ${plan.items.toLocaleString('en')} payouts,`,
		`${plan.concurrency} at a time, ${rounds.join(' and ')} rounds.`,
	].join(' ');
}
