import { randomUUID } from 'node:crypto';
import type { Fault } from './faults';
import type { ListPage } from './lists';

interface FoundRecord {
	id: string;
	orderReference: string;
}

/**
 * Makes the answer of a look-up misleading.
 *
 * @param answer the JSON of the records found
 * @param patch for `recordAltered`: a JSON Merge Patch for each of them
 * @returns the JSON of what is answered instead
 */
export function alterRecords(
	answer: string,
	kind: 'recordAltered' | 'recordTwice' | 'recordOthers',
	patch: unknown,
): string {
	const records = JSON.parse(answer) as FoundRecord[];
	const copies = (changes: (record: FoundRecord) => Partial<FoundRecord>) =>
		records.map((record) => ({ ...record, id: randomUUID(), ...changes(record) }));
	switch (kind) {
		case 'recordAltered':
			return JSON.stringify(records.map((record) => merge(record, patch)));
		case 'recordTwice':
			return JSON.stringify([...records, ...copies(() => ({}))]);
		case 'recordOthers':
			// In front, where a client that takes the first entry would take it for its own.
			return JSON.stringify([
				...copies(({ orderReference }) => ({ orderReference: `${orderReference}0` })),
				...records,
			]);
	}
}

/** More than anybody reads. */
const endlessCount = 1_000_000_000;

/**
 * Makes a page of a list misleading.
 *
 * @param answer the JSON of the page
 * @returns the JSON of what is answered instead
 */
export function alterPage(
	answer: string,
	kind: 'pageCapped' | 'pageEndless' | 'pageAltered',
	{ records, body }: Fault,
): string {
	const page = JSON.parse(answer) as ListPage<FoundRecord>;
	switch (kind) {
		case 'pageCapped':
			return JSON.stringify({ ...page, data: page.data.slice(0, records ?? 10) });
		case 'pageEndless': {
			const data = Array.from({ length: records ?? 100 }, () => ({
				...page.data[0],
				id: randomUUID(),
			}));
			return JSON.stringify({ data, totalCount: endlessCount });
		}
		case 'pageAltered':
			return JSON.stringify(merge(page, body));
	}
}

/** Applies a JSON Merge Patch (RFC 7386): objects member by member, null removes a member. */
function merge(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const merged = { ...(isObject(target) ? target : {}) };
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) delete merged[name];
		else merged[name] = merge(merged[name], value);
	}
	return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
