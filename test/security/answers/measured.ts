/**
 * Run as a process of its own, with the name of a case and the address of a hostile service: pays
 * once, and prints by how much that raised the memory of this process.
 */
import '../../../workbench/engine/quiet';
import { readFileSync, writeFileSync } from 'node:fs';
import { createBankPayout } from '../../../workbench/engine/operations';
import type { Measured } from './measure';
import { PATIENT_MS, tryAnswer } from './trial';

/** The most memory that this process ever had, in bytes. */
function peakBytes(): number {
	const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
	return Number(kilobytes) * 1024;
}

async function main(baseUrl: string): Promise<void> {
	// Everything is loaded and compiled before the measuring starts.
	await tryAnswer(createBankPayout, baseUrl, { timeout: PATIENT_MS });
	globalThis.gc?.();
	// On Linux, this sets the peak back to the memory in use.
	writeFileSync('/proc/self/clear_refs', '5');
	const before = peakBytes();
	const { outcomes } = await tryAnswer(createBankPayout, baseUrl, {
		items: 1,
		timeout: PATIENT_MS,
	});
	const measured: Measured = { outcome: outcomes.join(), grownBy: peakBytes() - before };
	console.log(JSON.stringify(measured));
	process.exit(0);
}

void main(process.argv[2] as string);
