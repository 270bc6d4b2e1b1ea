/** Steps that a failing test is told with. */
const SHOWN = 12;

const last: string[] = [];

/** Notes what a test, or a page in its browser, has asked n8n to do; one that repeats counts once. */
export function noteStep(method: string, path: string, status?: number): void {
	const step = [method, path, status].join(' ').trimEnd();
	if (last.at(-1) === step) return;
	last.push(step);
	if (last.length > SHOWN) last.shift();
}

/** The last steps of this process, the newest at the end. */
export const lastSteps = (): readonly string[] => last;
