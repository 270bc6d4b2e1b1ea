import { afterEach } from 'node:test';
import type { SandboxControl } from '../../sandbox';
import type { N8nProcess } from './n8nProcess';

/** What a test on the real n8n works with. */
interface Scene {
	n8n: Pick<N8nProcess, 'log'>;
	control: SandboxControl;
}

const shownRequests = 20;
const shownLogLines = 30;

const scenes = new Map<Scene, number>();

/**
 * From now on, a test that fails is told together with the sandbox's ledger and the end of n8n's log.
 *
 * @returns a function to call when the scene is closed
 */
export function watch(scene: Scene): () => void {
	scenes.set(scene, scene.n8n.log().length);
	return () => scenes.delete(scene);
}

// Only a file of tests that a runner has started has tests: a script must not become one.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
	afterEach(async (context) => {
		// The types are of an older Node.js, whose tests could not tell.
		const { name, passed } = context as unknown as { name: string; passed: boolean };
		if (passed) return;
		console.log(await beside(name, scenes));
	});
}

/**
 * What a test that failed is told with.
 *
 * @param among each with how much of n8n's log was there before
 */
export async function beside(test: string, among: Iterable<[Scene, number]>): Promise<string> {
	const parts = await Promise.all([...among].map(async (each) => await describe(...each)));
	return [`Beside "${test}", which failed:`, ...parts].join('\n');
}

async function describe({ n8n, control }: Scene, logStart: number): Promise<string> {
	const { requests, paid } = await control.ledger();
	const sent = requests
		.slice(-shownRequests)
		.map(({ seq, method, path, orderReference = '-', status, fault }) =>
			[`  ${seq}`, method, path, orderReference, status ?? 'no answer', fault].join(' ').trimEnd(),
		);
	const log = n8n.log().slice(logStart).trimEnd().split('\n').slice(-shownLogLines);
	return [
		` the last ${sent.length} of ${requests.length} requests to the sandbox`,
		...sent,
		` paid: ${JSON.stringify(paid)}`,
		" the end of n8n's log",
		...log.map((line) => `  ${line}`),
	].join('\n');
}
