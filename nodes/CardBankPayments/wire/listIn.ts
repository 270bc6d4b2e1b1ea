/**
 * The list that a response is, or that it holds, as in `{ "balances": […] }`.
 *
 * @param key under which an object holds it; without one, it may be any, if it is the only one with entries: an empty
 * one may be a list of anything
 */
export function listIn(body: unknown, key?: string): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	const object = Object(body) as Record<string, unknown>;
	if (key !== undefined) return [object[key]].filter(Array.isArray)[0];
	const lists = Object.values(object).filter((one) => Array.isArray(one) && one.length > 0);
	return lists.length === 1 ? (lists[0] as unknown[]) : undefined;
}
