/**
 * Expressions whose value changes with every run. An order reference made of one is new on every
 * retry, and a retry would pay again.
 */
const CHANGES_WITH_EVERY_RUN =
	/\$now|\$today|\$execution|\$runIndex|Math\.random|Date\.now|new Date|DateTime\.(now|local|utc)|randomUUID|uuid(v\d)?(?=\()|nanoid(?=\()|randomInt|randomString/i;

/**
 * @param rawOrderReference the parameter as the builder typed it, before it is evaluated
 * @returns a hint for the builder, or undefined where the reference stays the same
 */
export function changingReferenceHint(rawOrderReference: unknown): string | undefined {
	const expression = String(rawOrderReference ?? '');
	if (!expression.startsWith('=')) return undefined;
	const found = CHANGES_WITH_EVERY_RUN.exec(expression)?.[0];
	if (found === undefined) return undefined;
	return `The Order Reference uses ${found}, which changes with every run. Running this workflow again would then pay again. Use something from your data instead, such as an invoice number.`;
}
