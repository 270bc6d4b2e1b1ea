import type { Effect } from './operation';

/**
 * What an order reference may be made of that is another one in a later run. It is looked for in the
 * expression as it was typed: by a run, and by the editor before anything runs (`staticHints.ts`).
 */
export interface Change {
	pattern: RegExp;
	example: string;
	/** What looks like this and is not. */
	without?: RegExp[];
	/** After "which". */
	what: string;
	/** What it leads to, by what the operation does. */
	consequence: Record<Exclude<Effect, 'none'>, string>;
	advice: string;
}

const FROM_DATA = 'Use something from your data instead, such as an invoice number.';

/** Now, in whatever zone; a month before is as fixed within a month as this one. */
const NOW = String.raw`(?:\$now|\$today|DateTime\.(?:now|local|utc)\(\s*\))(?:\.(?:setZone|setLocale|minus|plus)\([^()]*\))*`;

/** Parts of now that stay the same for a while: a format of these letters, or a property. */
const nowAs = (letters: string, alternatives: string) =>
	new RegExp(
		String.raw`${NOW}\.(?:(?:toFormat|format)\(\s*(["'\x60])[yk\s._/-]*${letters}\1\s*\)|${alternatives})`,
		'g',
	);
const MONTH = nowAs(
	'[ML][yMLk\\s._/-]*',
	String.raw`month(?:Long|Short)?\b|startOf\(\s*["'\x60]month["'\x60]\s*\)`,
);
const YEAR = nowAs('', String.raw`year\b|startOf\(\s*["'\x60]year["'\x60]\s*\)`);

const whileIt = (unit: string, format: string, pattern: RegExp): Change => ({
	pattern: new RegExp(pattern.source),
	example: `$now.format('${format}')`,
	what: `changes with the ${unit}`,
	consequence: {
		payout: 'a retry after its end would pay again',
		paymentLink: 'a retry after its end would make another link',
	},
	advice: `Take the ${unit} from your data instead, such as a column of your list.`,
});

/** In the order of their danger. */
export const CHANGES: Change[] = [
	{
		// A date that is made from data does not change.
		pattern:
			/\$now|\$today|\$execution|\$runIndex|Math\.random|Date\.now|new Date(?!\s*\(\s*[^\s)])|DateTime\.(now|(local|utc)(?!\s*\(\s*[^\s){]))|randomUUID|uuid(v\d)?(?=\()|nanoid(?=\()|randomInt|randomString/i,
		example: '$now or $execution.id',
		without: [MONTH, YEAR],
		what: 'changes with every run',
		consequence: {
			payout: 'running this workflow again would then pay again',
			paymentLink: 'running this workflow again would then make another link',
		},
		advice: FROM_DATA,
	},
	{
		pattern:
			/\$json(?:\?\.|\.)?(?:row_number\b|\[["']row_number["']\])|\$(?:thisItemIndex|itemIndex|position)\b|\bcurrentRunIndex\b/,
		example: '$itemIndex or row_number',
		what: 'is the position of a row',
		consequence: {
			payout:
				'after a row comes or goes above it, the next run would pay one person twice and another never',
			paymentLink:
				'after a row comes or goes above it, the next run would make one link twice and another never',
		},
		advice: FROM_DATA,
	},
	whileIt('month', 'yyyyMM', MONTH),
	whileIt('year', 'yyyy', YEAR),
];

/** The part of an expression that changes so, if there is one. */
export function foundIn(raw: string, { pattern, without = [] }: Change): string | undefined {
	const rest = without.reduce((text, other) => text.replace(other, ''), raw);
	return pattern.exec(rest)?.[0];
}

/** A warning about an order reference that is made of `found`. */
export const warningOf = (
	{ what, consequence, advice }: Change,
	effect: Exclude<Effect, 'none'>,
	found: string,
): string => `The Order Reference uses ${found}, which ${what}: ${consequence[effect]}. ${advice}`;
