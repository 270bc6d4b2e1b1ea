import { noReuse } from './connections';

const pollIntervalMs = 20;

/** After this time a state is given up; a busy machine may reach it late. */
export const patienceMs = 120_000;

/**
 * Waits until something is so.
 *
 * @throws {Error} that shows the code of what never was
 */
export async function waitUntil(
	isSo: () => Promise<boolean> | boolean,
	timeoutMs = patienceMs,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${isSo}`);
		await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
	}
}

/** Whether something becomes so in time. */
export async function comesTrue(something: Promise<unknown>): Promise<boolean> {
	return await something.then(
		() => true,
		() => false,
	);
}

/** Whether something answers at an address, and well. */
export async function answersWell(url: string): Promise<boolean> {
	const answer = await fetch(url, { headers: noReuse }).catch(() => undefined);
	return answer?.ok === true;
}
