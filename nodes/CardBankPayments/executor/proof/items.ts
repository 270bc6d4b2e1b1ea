import type { IDataObject } from 'n8n-workflow';
import type { ItemsRule } from '../../resources/operation';
import { countBeyond, listIn } from '../../wire/listIn';
import { valueAt } from '../../wire/valueAt';
import type { Payment, Verdict } from '../common/payment';
import { filterNotKept } from './filters';
import { contradictionIn } from './statement';
import { TYPES } from './success';
import { isJsonObject } from './response';
import { ACCEPTED, rejected, unknown } from './verdicts';

const TOO_LONG =
	'Make the agent ask for less, e.g. for fewer days, or put this node in front of it';

/**
 * Reads a list that comes whole: it gives an item for each entry, or none of it.
 *
 * @param payment what was asked for, and how many entries whoever asks may read
 */
export function judgeItems(
	body: unknown,
	{ name: wanted, key, each, whole }: ItemsRule,
	{ query, limit: most = Infinity }: Pick<Payment, 'query' | 'limit'>,
): Verdict {
	const list = listIn(body, key);
	const isEntry = (entry: unknown): entry is IDataObject =>
		isJsonObject(entry) && Object.entries(each).every(([name, type]) => TYPES[type](entry[name]));
	const told = whole && valueAt(body, [whole.key]);
	// An empty list under a key that nobody has documented may be a list of anything.
	const isEmpty = list?.length === 0 && list !== body && key === undefined;
	if (!list?.every(isEntry) || isEmpty || (whole && !isJsonObject(told))) {
		return unknown(`The service answered with something that is not ${wanted}`);
	}
	const count = countBeyond(body, list, key);
	if (count !== undefined) {
		return unknown(`The service gave a part of ${wanted}: ${list.length} of ${count} entries`);
	}
	if (list.length > most) {
		const says = `The service gave ${wanted} with ${list.length} entries, and an AI agent may read at most ${most}`;
		return rejected('settings', says, TOO_LONG);
	}
	if (!whole) return filterNotKept(list, query) ?? { ...ACCEPTED, records: list };
	const details = told as IDataObject;
	const contradiction = contradictionIn(details, list, query?.currency);
	if (contradiction !== undefined) return unknown(contradiction);
	// A list without an entry still says something of itself.
	const entries = list.length === 0 ? [{}] : list;
	return { ...ACCEPTED, records: entries.map((entry) => withWhole(entry, details, whole)) };
}

/** An entry, and what is said of the whole; where it has that key itself, its own gets the other one. */
function withWhole(
	entry: IDataObject,
	details: IDataObject,
	{ as, own }: NonNullable<ItemsRule['whole']>,
): IDataObject {
	const { [as]: value, ...rest } = entry;
	return { ...rest, ...(value !== undefined && { [own]: value }), [as]: details };
}
