import type { Clock } from '../common/clock';
import { Gate } from './gate';

interface Shared {
	gate: Gate;
	runs: number;
}

/** The gates of this process, by account and operation. */
const gates = new Map<string, Shared>();

/**
 * Lets a run share the gate of its account and operation. The pace is known for as long as a run
 * uses it, and a wait until it is over.
 *
 * @param key names account and operation
 */
export async function withGate<T>(
	key: string,
	clock: Clock,
	run: (gate: Gate) => Promise<T>,
): Promise<T> {
	for (const [other, { gate, runs }] of gates) {
		if (runs === 0 && gate.remainingMs === 0) gates.delete(other);
	}
	const shared = gates.get(key) ?? { gate: new Gate(clock), runs: 0 };
	gates.set(key, shared);
	shared.runs++;
	try {
		return await run(shared.gate);
	} finally {
		shared.runs--;
		if (shared.runs === 0) shared.gate.endRuns();
	}
}
