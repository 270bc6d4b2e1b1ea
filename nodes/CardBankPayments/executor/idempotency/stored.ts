/** By operation and order reference, as n8n keeps it with the execution. */
export type Stored<Kept> = Record<string, Record<string, Kept>>;

/** The sign in front keeps a reference such as `__proto__` an ordinary key. */
export function keyOf(orderReference: string): string {
	return `#${orderReference}`;
}
