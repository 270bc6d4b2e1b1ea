import { changingReference } from '../sentences/changingReference';

/**
 * What an order reference may be made of that is another one in a later run: it would then be paid again. It is looked
 * for in the expression as it was typed, by a run, and by the editor before anything runs (`staticHints.ts`).
 */
export interface Change {
	pattern: RegExp;
	/** Forms that the pattern finds, too, but that stay the same for a day or a month. */
	without: RegExp[];
	example: string;
	says: (values: { found: string }) => string;
	/** A payout with such a reference is refused; without it, a hint in the editor is enough. */
	isRefused: boolean;
}

/** Now, in whatever zone, and a month before. */
const NOW = String.raw`(?:\$now|\$today|DateTime\.(?:now|local|utc)\(\s*\)|new Date(?:\(\s*\))?)(?:\.(?:setZone|setLocale|toUTC|toLocal|minus|plus)\([^()]*\))*`;

/** Now in a form that stays the same for a while: a format of these letters, one of these calls, or so many signs. */
const nowAs = (letters: string, calls: string, signs: string) =>
	new RegExp(
		String.raw`${NOW}\.(?:(?:toFormat|format)\(\s*(["'\x60])[${letters}\s._/-]+\1\s*\)|(?:${calls})|(?:toISO|toISOString|toString)\(\s*\)\.(?:slice|substring)\(\s*0\s*,\s*(?:${signs})\s*\))`,
		'g',
	);

/** A reference for each month and employee is how salaries are paid. */
const MONTH = nowAs(
	'yYkMLWqQ',
	String.raw`(?:year|month(?:Long|Short)?|quarter|weekYear|weekNumber)\b|(?:get(?:UTC)?(?:FullYear|Month))\(\s*\)|(?:startOf|endOf)\(\s*["'\x60](?:year|quarter|month|week)["'\x60]\s*\)`,
	'4|7',
);

const DAY = nowAs(
	'yYkMLWqQdDocE',
	String.raw`(?:day|ordinal|weekday)\b|(?:get(?:UTC)?(?:Date|Day)|toISODate|toSQLDate|toDateString|toLocaleDateString)\(\s*\)|(?:startOf|endOf)\(\s*["'\x60]day["'\x60]\s*\)|(?:toISO|toISOString)\(\s*\)\.split\(\s*["'\x60]T["'\x60]\s*\)\[0\]`,
	'10',
);

/** Midnight of the day of the run, so it stays the same all day. */
const TODAY = /\$today\b/g;

/** The most dangerous first. */
export const CHANGES: Change[] = [
	{
		// A date that is made from data does not change.
		pattern:
			/\$now\b|\$execution\b|\$?\w*runIndex\b|Date\.now|new Date(?!\s*\(\s*[^\s)])|DateTime\.(?:now|(?:local|utc)(?!\s*\(\s*[^\s){]))|(?:\w+\.)?random\w*(?=\()|uuid(?:v\d)?(?=\()|nanoid(?=\()/i,
		without: [MONTH, DAY],
		example: '$now or $execution.id',
		says: changingReference.everyRun,
		isRefused: true,
	},
	{
		pattern: /\brow_number\b|\$(?:thisItemIndex|itemIndex|position)\b/,
		without: [],
		example: '$itemIndex or row_number',
		says: changingReference.position,
		isRefused: true,
	},
	{
		pattern: new RegExp(`${DAY.source}|${TODAY.source}`),
		without: [MONTH],
		example: "$now.format('yyyyMMdd')",
		says: changingReference.day,
		isRefused: false,
	},
];

/** What is said of an expression that changes so, if it does. */
export function changesIn(raw: string, { pattern, without, says }: Change): string | undefined {
	const rest = without.reduce((text, other) => text.replace(other, ''), raw);
	const [found] = pattern.exec(rest) ?? [];
	return found === undefined ? undefined : says({ found });
}
