/** Lets everything happen that can happen without a timer. */
export const settle = async (): Promise<void> =>
	await new Promise((resolve) => setImmediate(resolve));
