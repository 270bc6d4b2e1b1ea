import { readFile, writeFile } from 'node:fs/promises';

/**
 * Runs a task and looks at the most memory that a process held meanwhile, as Linux counts it.
 *
 * @returns bytes; undefined on other systems
 */
export async function peakRss(pid: number, task: () => Promise<void>): Promise<number | undefined> {
	// Sets the peak back to what is held now.
	const counts = await writeFile(`/proc/${pid}/clear_refs`, '5').then(
		() => true,
		() => false,
	);
	await task();
	if (!counts) return undefined;
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
	return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
