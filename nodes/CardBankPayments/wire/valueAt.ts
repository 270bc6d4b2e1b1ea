/**
 * Follows keys into a value, along properties of its own only, so that `__proto__` and the like lead
 * nowhere.
 *
 * @returns what is there, or undefined
 */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
	return keys.reduce<unknown>(
		(parent, key) =>
			typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
				? (parent as Record<string, unknown>)[key]
				: undefined,
		root,
	);
}
