/** Where services put their words; the interface's document does not show what an error looks like. */
const PLACES = ['message', 'error', 'errors', 'detail'];

/** Deeper, and after so many, is nothing that was written for a reader. */
const DEPTH = 3;
const MOST = 10;

/**
 * What a service says in an answer, in its own words: text, or the first of `message`, `error`,
 * `errors` and `detail` that holds any. A page of markup says nothing.
 *
 * @param body parsed JSON or text
 */
export function wordsIn(body: unknown, depth = DEPTH): string[] {
	if (typeof body === 'string') {
		const isPage = depth === DEPTH && /^\s*</.test(body);
		return isPage || body.trim() === '' ? [] : [body];
	}
	if (typeof body !== 'object' || body === null || depth === 0) return [];
	// A list of records is no list of words.
	if (Array.isArray(body)) {
		return depth === DEPTH ? [] : body.slice(0, MOST).flatMap((each) => wordsIn(each, depth - 1));
	}
	const entries = body as Record<string, unknown>;
	return (
		PLACES.map((place) => wordsIn(entries[place], depth - 1)).find(({ length }) => length > 0) ?? []
	);
}
