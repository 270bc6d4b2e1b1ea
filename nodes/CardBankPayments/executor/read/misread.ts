import { UserError } from 'n8n-workflow';
import { values } from '../../sentences/values';
import { describeValue, plainText } from '../../wire/shown';

/** The values of a row lie a few levels deep; a document beside them may be so deep that searching it holds up the run. */
const LEVELS = 4;

/** The texts and numbers of an item. */
function cellsOf(value: unknown, levels = LEVELS): Array<string | number> {
	if (typeof value === 'number') return [value];
	if (typeof value === 'string') return [value.trim()];
	if (levels === 0) return [];
	return Object.values(Object(value) as object).flatMap((one) => cellsOf(one, levels - 1));
}

/** Nobody adds up more columns to one amount, nor has more numbers in a row; trying all pairs of more takes too long. */
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

/** `parseFloat('1,500')` gives 1, and `parseFloat('1.500,00')` gives 1.5: JavaScript ends a number at the separator. */
const MORE = String.raw`(?:[.,'’]\s?|\s)\d{3}(?!\d)`;
const BEGINNINGS = [
	new RegExp(String.raw`^\D*(\d+)(?=${MORE})`),
	new RegExp(String.raw`^\D*(\d+\.\d+)(?=,\d)`),
];

const HAS_CENTS = /\d[.,]\d{1,2}\D*$/;

/**
 * Refuses an amount that an expression made of the row's texts by mistake: 1500005000 of `150000` and `5000`, 150050
 * of `1500.50`, or 1 of `1,500.00`.
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
	// An amount that is a number may come of a calculation. 15000 is 10 times 1500, though the row has a 0 to put behind
	// 1500: so a part has two digits at least. 125000 is 25 hours at 5000, though month 12 is in the row: so only texts count.
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
