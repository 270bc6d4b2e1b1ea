import { afterEach } from 'node:test';
import type { SandboxControl } from '../../sandbox';
import type { N8nProcess } from './n8nProcess';
import { lastSteps } from './steps';

/** What a test on the real n8n works with. */
interface Scene {
	n8n: Pick<N8nProcess, 'log'>;
	control: SandboxControl;
}

const shownRequests = 20;
const shownLogLines = 30;

const scenes = new Map<Scene, number>();

/** Names the suite that a runner has started in this process. */
export const suiteVariable = 'CARD_BANK_PAYMENTS_SUITE';

/**
 * From now on, a test that fails is told together with its last steps, the sandbox's ledger and n8n's log.
 *
 * @returns a function to call when the scene is closed
 */
export function watch(scene: Scene): () => void {
	scenes.set(scene, scene.n8n.log().length);
	return () => scenes.delete(scene);
}

// Only a suite has tests: a script must not become one.
if (process.env[suiteVariable] !== undefined) {
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
	const steps = lastSteps.map((step) => `  ${step}`);
	const head = [`Beside "${test}", which failed:`, ' the last steps in n8n'];
	return [...head, ...steps, ...parts].join('\n');
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
