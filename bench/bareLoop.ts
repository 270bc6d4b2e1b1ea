import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { requestToken } from '../workbench/servers/sandboxClient';

/**
 * Makes payouts with nothing but Node's own HTTP client and connections that are kept: as fast as
 * any program could, and as careless.
 *
 * @param payouts bodies as they go out
 * @returns milliseconds
 */
export async function bareLoop(
	baseUrl: string,
	payouts: Array<Record<string, unknown>>,
	concurrency: number,
): Promise<number> {
	const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
	const send = async (path: string, headers: Record<string, string>, body: object) =>
		await new Promise<Record<string, unknown>>((resolve, reject) => {
			request(`${baseUrl}${path}`, { method: 'POST', agent, headers })
				.once('error', reject)
				.once('response', (response) => {
					if (response.statusCode === 200) resolve(json(response) as Promise<never>);
					else reject(new Error(`${path} answered ${response.statusCode}`));
				})
				.end(JSON.stringify(body));
		});
	const authorization = await requestToken(baseUrl);

	const start = performance.now();
	let next = 0;
	const answers: unknown[] = [];
	const work = async () => {
		while (next < payouts.length) {
			const index = next++;
			const headers = { 'content-type': 'application/json', authorization };
			answers[index] = await send('/payouts/create-bank-payout', headers, payouts[index]!);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	const elapsed = performance.now() - start;
	agent.destroy();
	return elapsed;
}
