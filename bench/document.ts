import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeParts } from '../workbench/generatedParts';
import { repositoryRoot } from '../workbench/instance/paths';
import { drawTimes } from './charts';
import { partsOf } from './parts';
import type { Results } from './results';

const page = path.join(repositoryRoot, 'docs/measurements.md');
const images = path.join(repositoryRoot, 'docs/images');

/**
 * Writes the charts, and the tables between their marks in docs/measurements.md.
 *
 * @throws {Error} when the page has lost one of the marks
 */
export async function writeDocument(results: Results): Promise<void> {
	await mkdir(images, { recursive: true });
	for (const theme of ['light', 'dark'] as const) {
		await writeFile(path.join(images, `performance-${theme}.svg`), drawTimes(results, theme));
	}
	await writeParts(page, partsOf(results));
}
