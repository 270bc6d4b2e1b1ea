import fc from 'fast-check';
import { ledgersOf } from './failures';
import { Lane } from './lane';
import { schedules, type Schedule } from './schedule';
import { runSchedule } from './runSchedule';
import type { Violation } from './violations';

/** Schedules under way at once. */
const LANES = 16;

/** A schedule that broke a promise, as small as it could be made. */
export interface Counterexample {
	/** For `--replay`. */
	replay: string;
	schedule: Schedule;
	violations: Violation[];
	/** What each run of it reported, and what the service received and paid. */
	ledgers: string[];
}

export interface PropertyResult {
	runs: number;
	counterexamples: Counterexample[];
	/** For `--replay`: each schedule that had not ended when the time was used up. */
	interrupted: string[];
}

/** Carries the violations through fast-check. */
class Broken extends Error {
	constructor(
		readonly violations: Violation[],
		readonly ledgers: string[] = [],
	) {
		super(violations.map(({ kind, says }) => `${kind}: ${says}`).join('; '));
	}
}

/**
 * Tries so many random schedules; what has not ended when the time is used up counts as interrupted.
 *
 * @param replay of one counterexample, which is then run alone
 */
export async function checkProperties(
	{
		runs,
		seed,
		milliseconds,
		replay,
	}: { runs: number; seed: number; milliseconds: number; replay?: string },
	onRun: () => void,
): Promise<PropertyResult> {
	const [replaySeed, path] = replay?.split('/') ?? [];
	const lanes = replay === undefined ? LANES : 1;
	const results = await Promise.all(
		Array.from({ length: lanes }, async (_, index) => {
			const lane = await Lane.open();
			let count = 0;
			const property = fc.asyncProperty(schedules, async (schedule) => {
				const name = `schedule-${index}-${count++}`;
				const { history, violations } = await runSchedule(lane, name, schedule);
				onRun();
				if (violations.length > 0) throw new Broken(violations, ledgersOf(history));
			});
			const details = await fc.check(property, {
				numRuns: replay === undefined ? Math.floor((runs + index) / lanes) : 1,
				seed: replaySeed === undefined ? (seed + index) | 0 : Number(replaySeed),
				...(path !== undefined && { path, endOnFailure: true }),
				interruptAfterTimeLimit: milliseconds,
			});
			await lane.close();
			return details;
		}),
	);
	return {
		runs: results.reduce((sum, { numRuns }) => sum + numRuns, 0),
		interrupted: results
			.filter(({ interrupted }) => interrupted)
			.map(({ seed: ownSeed, numRuns }) => replay ?? `${ownSeed}/${numRuns}`),
		counterexamples: results
			.filter((details) => details.counterexample !== null)
			.map(({ seed: ownSeed, counterexamplePath, counterexample, errorInstance }) => {
				const { violations, ledgers } =
					errorInstance instanceof Broken
						? errorInstance
						: new Broken([{ kind: 'breach', says: String(errorInstance) }]);
				return {
					replay: `${ownSeed}/${counterexamplePath}`,
					schedule: counterexample[0],
					violations,
					ledgers,
				};
			}),
	};
}
