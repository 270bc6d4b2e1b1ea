import { candidateNode, credentialChanges, benchmarkParameters } from './candidates';
import type { Say } from './measure';
import type { SingleTimes } from './results';
import type { Harness, Subject } from './harness';
import { seconds, summarize } from './statistics';

/** The service is in the same building, so that what is measured is what the nodes do. */
const latencyMs = 5;

/** Times single payouts, as from a form: in turn, so that all candidates meet the machine in the same states. */
export async function measureSingle(
	harness: Harness,
	rounds: number,
	say: Say,
): Promise<SingleTimes> {
	await harness.reset(latencyMs);
	const http = candidateNode('fields', harness.baseUrl, 1, latencyMs);
	const subjects: Record<keyof SingleTimes, Subject> = {
		node: await harness.publish('single-node', { parameters: benchmarkParameters }),
		fields: await harness.publish('single-fields', http, credentialChanges.fields),
	};
	const times: SingleTimes = { node: [], fields: [] };
	// Once unmeasured: the code is not compiled yet, and there is no token.
	for (const subject of Object.values(subjects)) await harness.pay(subject, 1);
	for (let round = 1; round <= rounds; round++) {
		for (const [key, subject] of Object.entries(subjects)) {
			times[key as keyof SingleTimes].push(await harness.pay(subject, 1));
		}
	}
	for (const [key, values] of Object.entries(times)) {
		say(`  ${key}: ${seconds(summarize(values).median)}`);
	}
	return times;
}
