// Parameters as the builder typed them, before n8n evaluates anything.

/** Whether no expression takes part in a parameter, however deep its value is. */
export function isFixed(raw: unknown): boolean {
	if (typeof raw === 'string') return !raw.startsWith('=');
	if (typeof raw !== 'object' || raw === null) return true;
	return Object.values(raw).every(isFixed);
}

/** What counts of a parameter: of a resource locator, its value. */
export function rawValue(raw: unknown): unknown {
	const isLocator = typeof raw === 'object' && raw !== null && '__rl' in raw && 'value' in raw;
	return isLocator ? raw.value : raw;
}

/** Whether a value is what n8n makes of a collection: fields by their names. */
export function isCollection(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
