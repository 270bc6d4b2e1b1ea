/** Steps that a failing test is told with. */
const SHOWN = 12;

const last: string[] = [];

/** Notes what a test, or a page in its browser, has asked n8n to do; a question that repeats counts once. */
export function noteStep(method: string, path: string, status?: number): void {
	const step = [method, path, status].join(' ').trimEnd();
	const earlier = method === 'GET' ? last.indexOf(step) : -1;
	if (earlier !== -1) last.splice(earlier, 1);
	last.push(step);
	if (last.length > SHOWN) last.shift();
}

/** The last steps of this process, the newest at the end. */
export const lastSteps = (): readonly string[] => last;
