import { candidateNode, credentialChanges, payoutParameters } from './candidates';
import type { Say } from './measure';
import type { SingleTimes } from './results';
import type { Rig, Subject } from './rig';
import { seconds, summarize } from './statistics';

/** The service is in the same building, so that what is measured is what the nodes do. */
const latencyMs = 5;

/** Times single payouts, as from a form: in turn, so that all candidates meet the machine in the same states. */
export async function measureSingle(rig: Rig, rounds: number, say: Say): Promise<SingleTimes> {
	await rig.reset(latencyMs);
	const unguarded = { ...payoutParameters, options: { duplicateGuard: 'thisExecution' } };
	const http = candidateNode('fields', rig.baseUrl, 1, latencyMs);
	const subjects: Record<keyof SingleTimes, Subject> = {
		guarded: await rig.publish('single-guarded', { parameters: payoutParameters }),
		unguarded: await rig.publish('single-unguarded', { parameters: unguarded }),
		fields: await rig.publish('single-fields', http, credentialChanges.fields),
	};
	const times: SingleTimes = { guarded: [], unguarded: [], fields: [] };
	// Once unmeasured: the code is not compiled yet, and there is no token.
	for (const subject of Object.values(subjects)) await rig.pay(subject, 1);
	for (let round = 1; round <= rounds; round++) {
		for (const [key, subject] of Object.entries(subjects)) {
			times[key as keyof SingleTimes].push(await rig.pay(subject, 1));
		}
	}
	for (const [key, values] of Object.entries(times)) {
		say(`  ${key}: ${seconds(summarize(values).median)}`);
	}
	return times;
}
