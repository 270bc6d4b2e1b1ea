import type { Outcome } from './outcome';
import type { ItemResult } from './types';

/** The outcomes that need somebody, the most urgent one first. */
const ENDINGS: Array<[Outcome, string]> = [
	['unknown', 'unknown'],
	['rejected', 'refused'],
	['alreadySent', 'already sent before'],
	['invalid', 'not valid'],
	['notSent', 'not sent'],
];

/**
 * A run that goes on after an item has failed is a success for n8n, and its items stand side by
 * side with those that were paid.
 *
 * @returns a hint for the builder with the number of each outcome, or undefined where all went well
 */
export function attentionHint(
	results: ItemResult[],
	isFailure: (result: ItemResult) => boolean,
): string | undefined {
	const failed = results.filter(isFailure);
	if (failed.length === 0) return undefined;
	const counts = ENDINGS.flatMap(([outcome, label]) => {
		const count = failed.filter((result) => result.outcome === outcome).length;
		return count === 0 ? [] : [`${count} ${label}`];
	});
	const need = failed.length === 1 ? 'needs' : 'need';
	return `${failed.length} of ${results.length} items ${need} your attention: ${counts.join(', ')}. Each says in message what happened, and in details what to do next.`;
}

/**
 * Expressions whose value changes with every run. An order reference made of one is new on every
 * retry, and a retry would pay again.
 */
const CHANGES_WITH_EVERY_RUN =
	/\$now|\$today|\$execution|\$runIndex|Math\.random|Date\.now|new Date|DateTime\.(now|local|utc)|randomUUID|uuid(v\d)?(?=\()|nanoid(?=\()|randomInt|randomString/i;

/**
 * @param rawOrderReference the parameter as the builder typed it, before it is evaluated
 * @returns a hint for the builder, or undefined where the reference stays the same
 */
export function changingReferenceHint(rawOrderReference: unknown): string | undefined {
	if (typeof rawOrderReference !== 'string' || !rawOrderReference.startsWith('=')) return undefined;
	const found = CHANGES_WITH_EVERY_RUN.exec(rawOrderReference)?.[0];
	if (found === undefined) return undefined;
	return `The Order Reference uses ${found}, which changes with every run. Running this workflow again would then pay again. Use something from your data instead, such as an invoice number.`;
}
