/** Longer than what anybody compares by eye. */
const MAXIMUM_LENGTH = 40;

/**
 * Any value, as a message to the builder names it: `"10,000"`, `7`, `a list`. `String` alone throws at
 * an object whose `toString` is data.
 */
export function describeValue(value: unknown): string {
	if (typeof value === 'object' && value !== null) {
		return Array.isArray(value) ? 'a list' : 'an object';
	}
	const text = String(value);
	const short = text.length > MAXIMUM_LENGTH ? `${text.slice(0, MAXIMUM_LENGTH)}…` : text;
	return typeof value === 'string' ? `"${short}"` : short;
}
