import type { IDataObject } from 'n8n-workflow';

/** Follows keys into a value, along properties of its own only: `__proto__` and the like lead nowhere. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
	return keys.reduce<unknown>((value, key) => {
		const parent = Object(value) as Record<string, unknown>;
		return Object.hasOwn(parent, key) ? parent[key] : undefined;
	}, root);
}

/** Sets a value in place, at a path such as `customer.id`. */
export function setAt(root: IDataObject, path: string, value: string | number): void {
	const keys = path.split('.');
	const last = keys.pop() as string;
	let parent = root;
	for (const key of keys) parent = (parent[key] ??= {}) as IDataObject;
	parent[last] = value;
}
