import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks: short at first, for what is nearly so, then longer, for what takes its time. */
const pausesMs = { first: 10, longest: 100 };

/** After this time a state is given up; a busy machine may reach it late. */
export const patienceMs = 120_000;

/** To build the package and start n8n takes a minute, and much longer where four others start theirs. */
export const startPatienceMs = 600_000;

/**
 * Waits until something is so, or there.
 *
 * @returns what was found
 * @throws {Error} that shows the code of what never was
 */
export async function waitUntil<Found>(
	look: () => Promise<Found> | Found,
	timeoutMs = patienceMs,
): Promise<NonNullable<Exclude<Found, false>>> {
	const deadline = Date.now() + timeoutMs;
	for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(1.5 * pauseMs, pausesMs.longest)) {
		const found = await look();
		if (found) return found as NonNullable<Exclude<Found, false>>;
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${look}`);
		await sleep(pauseMs);
	}
}

/** Whether something becomes so in time. */
export async function comesTrue(something: Promise<unknown>): Promise<boolean> {
	return await something.then(
		() => true,
		() => false,
	);
}

/**
 * Headers of a request that gets a connection of its own. n8n closes one that was idle for five seconds.
 * On a busy machine a request may be on its way on it just then, and fails.
 */
export const noReuse = { connection: 'close' };

/** Whether something answers at an address, and well. */
export async function answersWell(url: string): Promise<boolean> {
	const answer = await fetch(url, { headers: noReuse }).catch(() => undefined);
	return answer?.ok === true;
}
