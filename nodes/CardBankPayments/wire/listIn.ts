/**
 * The list that a response is, or that it holds, as in `{ "balances": […] }`.
 *
 * @param key under which an object holds it; without one, it may be any
 */
export function listIn(body: unknown, key?: string): unknown[] | undefined {
	const object = Object(body) as Record<string, unknown>;
	const held = key === undefined ? Object.values(object) : [object[key]];
	return [body, ...held].find(Array.isArray);
}
