import { npmStart, type NpmStart } from '../../../workbench/instance/npmStart';

let started: Promise<NpmStart> | undefined;

/** What `npm start` has brought up for all tests of this process. */
export async function ensureStarted(): Promise<NpmStart> {
	return await (started ??= npmStart());
}

export async function endStarted(): Promise<void> {
	await (await started)?.close();
}
