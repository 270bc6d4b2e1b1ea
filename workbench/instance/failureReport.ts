import type { SandboxControl } from '../../sandbox';
import type { N8nProcess } from './n8nProcess';

/** What a test on the real n8n works with, and is told with when it fails. */
export interface Watched {
	n8n: Pick<N8nProcess, 'log'>;
	control: SandboxControl;
}

const shownSteps = 12;
const shownRequests = 20;
const shownLogLines = 30;

/** What this process, or a page in its browser, has asked n8n to do last, the newest at the end. */
const lastSteps: string[] = [];

export function noteStep(method: string, path: string, status?: number): void {
	// A test that waits reads the same again and again.
	if (method === 'GET') return;
	lastSteps.push([method, path, status].join(' ').trimEnd());
	lastSteps.splice(0, lastSteps.length - shownSteps);
}

/** Each with the place in n8n's log from which on it is told. */
const watched = new Map<Watched, number>();

/**
 * From now on, {@link failureReport} tells of this.
 *
 * @returns a function to call when it is closed
 */
export function watch(started: Watched, logStart = started.n8n.log().length): () => void {
	watched.set(started, logStart);
	return () => watched.delete(started);
}

/** The last steps in n8n, and of each that is watched the sandbox's ledger and n8n's log. */
export async function failureReport(test: string): Promise<string> {
	const parts = await Promise.all([...watched].map(async (each) => await describe(...each)));
	const steps = lastSteps.map((step) => `  ${step}`);
	const head = [`Beside "${test}", which failed:`, ' the last steps in n8n'];
	return [...head, ...steps, ...parts].join('\n');
}

/** Whether a line of n8n's log tells more than what n8n does all the time. */
export const isAboveDebug = (line: string) => !/^\S+ +\S*debug/.test(line);

async function describe({ n8n, control }: Watched, logStart: number): Promise<string> {
	const { requests, paid } = await control.ledger();
	const sent = requests
		.slice(-shownRequests)
		.map(({ seq, method, path, orderReference = '-', status, fault }) =>
			[`  ${seq}`, method, path, orderReference, status ?? 'no answer', fault].join(' ').trimEnd(),
		);
	const lines = n8n.log().slice(logStart).trimEnd().split('\n');
	const log = lines.filter(isAboveDebug).slice(-shownLogLines);
	return [
		` the last ${sent.length} of ${requests.length} requests to the sandbox`,
		...sent,
		` paid: ${JSON.stringify(paid)}`,
		" the end of n8n's log",
		...log.map((line) => `  ${line}`),
	].join('\n');
}
