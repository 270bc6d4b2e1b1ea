const pollIntervalMs = 20;

/** Waits until something is so. */
export async function waitUntil(
	isSo: () => Promise<boolean> | boolean,
	timeoutMs = 30_000,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain`);
		await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
	}
}
