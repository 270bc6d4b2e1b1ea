import { UserError } from 'n8n-workflow';
import { values } from '../../sentences/values';
import { describeValue, plainText } from '../../wire/shown';

/** A row has its values in a few levels; a file beside it has thousands, and searching them would hold up the run. */
const LEVELS = 4;

/** The texts and numbers of an item. */
function cellsOf(value: unknown, levels = LEVELS): Array<string | number> {
	if (typeof value === 'number') return [value];
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null || levels === 0) return [];
	return Object.values(value).flatMap((one) => cellsOf(one, levels - 1));
}

/** More columns are not added up to one amount, and no row has more numbers that could be. */
const MOST_JOINED = 3;
const MOST_TEXTS = 50;

/** Whether a text is made of several others, one behind the other. */
function isJoined(whole: string, texts: string[], most = MOST_JOINED): boolean {
	return texts.some((text, at) => {
		if (!whole.startsWith(text)) return false;
		const [rest, others] = [whole.slice(text.length), texts.filter((_, other) => other !== at)];
		return others.includes(rest) || (most > 2 && isJoined(rest, others, most - 1));
	});
}

/** Thousands behind a separator, at which JavaScript ends a number; a dot may also stand before cents. */
const MORE = String.raw`(?:[.,'’]\s?|\s)\d{3}(?!\d)`;
const BEGINNINGS = [
	new RegExp(String.raw`^\D*(\d+)(?=${MORE})`),
	new RegExp(String.raw`^\D*(\d+\.\d+)(?=,\d)`),
];

const HAS_CENTS = /\d[.,]\d{1,2}\D*$/;

/**
 * What an expression can make of the texts of an item and nobody means, by the values alone: 1500005000 of 150000
 * and 5000, 150050 of 1500.50, and 1 of 1,500.00.
 *
 * @throws UserError whose message completes "<field> …"
 */
export function assertNotMisread(value: unknown, json: unknown): void {
	const amount = plainText(value);
	const cells = cellsOf(json);
	const texts = cells.map(String);
	// An amount that stands in the row as it is was not put together.
	if (amount === '' || texts.includes(amount)) return;
	const refuse = (says: (values: { value: string }) => string) => {
		throw new UserError(says({ value: describeValue(value) }));
	};
	const { joined, cents, cut } = values.misread;
	// A number is rarely made of texts: 15000 may as well be 10 times 1500, in a row with a 0. And it is never made of
	// numbers alone: 125000 is 25 hours at 5000, also in month 12.
	const joinable =
		typeof value === 'string' ? cells : cells.filter((cell) => typeof cell === 'string');
	const part = typeof value === 'string' ? /^\d+(?:\.\d+)?$/ : /^(?=.*[1-9])\d{2,}(?:\.\d+)?$/;
	const parts = joinable.map(String).filter((text) => part.test(text) && amount.includes(text));
	if (/^0\d/.test(amount) || isJoined(amount, parts.slice(0, MOST_TEXTS))) {
		refuse(joined);
	}
	if (texts.some((text) => HAS_CENTS.test(text) && text.replace(/\D/g, '') === amount)) {
		refuse(cents);
	}
	const isBeginning = (text: string) =>
		BEGINNINGS.some((one) => Number(one.exec(text)?.[1]) === Number(amount));
	if (texts.some(isBeginning)) {
		refuse(cut);
	}
}
