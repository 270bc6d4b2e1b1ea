/** Lets everything happen that can happen without a timer. */
export const settle = async (): Promise<void> =>
	await new Promise((resolve) => setImmediate(resolve));

/** Waits until something holds, in real time, as for what the guard does with its list. */
export async function eventually(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}
