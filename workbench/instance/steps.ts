/** Steps that a failing test is told with. */
const SHOWN = 12;

/** What this process, or a page in its browser, has asked n8n to do last, the newest at the end. */
export const lastSteps: string[] = [];

export function noteStep(method: string, path: string, status?: number): void {
	// A test that waits reads the same again and again.
	if (method === 'GET') return;
	lastSteps.push([method, path, status].join(' ').trimEnd());
	lastSteps.splice(0, lastSteps.length - SHOWN);
}
