import { plainText } from './shown';
import { valueAt } from './valueAt';

/** Where services count the entries of a list of which they give a part; a sum of money is called so, too. */
const COUNTS = ['totalCount', 'count'];
const COUNT_OR_SUM = 'total';

/**
 * The list that a response is, or that it holds, as in `{ "balances": […] }`; undefined where it holds
 * several with entries, since none of them is the whole.
 *
 * @param key under which an object holds it; without one, it may be any
 */
export function listIn(body: unknown, key?: string): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	const object = Object(body) as Record<string, unknown>;
	const held = key === undefined ? Object.values(object) : [object[key]];
	const lists = held.filter(Array.isArray);
	const [list = lists[0], ...others] = lists.filter(({ length }) => length > 0);
	return others.length === 0 ? list : undefined;
}

/**
 * How many entries there are, where an object says, itself or one level deeper, that they are more than
 * those that it gives.
 *
 * @param key as for {@link listIn}
 */
export function countBeyond(body: unknown, given: unknown[], key?: string): number | undefined {
	// What an entry counts is its own matter.
	if (Array.isArray(body)) return undefined;
	const holders = [body, ...Object.values(Object(body) as object)];
	const names = key === undefined ? [...COUNTS, COUNT_OR_SUM] : COUNTS;
	return holders
		.flatMap((one) => names.map((name) => Number(plainText(valueAt(one, [name])))))
		.find((count) => count > given.length);
}
