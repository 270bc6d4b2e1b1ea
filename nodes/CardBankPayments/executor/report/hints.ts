import type { Effect } from '../../resources/operation';
import { shown } from '../../wire/shown';
import { itemNumber, type Result } from '../common/payment';
import { byOutcome } from './advice';
import type { EndedResult } from './outputItems';

/** The number of each outcome, where not all went well: for n8n, a run that goes on is a success. */
export function attentionHint(results: EndedResult[]): string | undefined {
	const failed = results.filter((result) => result.failed);
	if (failed.length === 0) return undefined;
	const counts = byOutcome(failed).map(([words, { length }]) => `${length} ${words}`);
	const need = failed.length === 1 ? 'needs' : 'need';
	return `${failed.length} of ${results.length} items ${need} your attention: ${counts.join(', ')}. Each says in message what happened, and in details what to do next.`;
}

/** Each changes with every execution, which would then pay again; a date made from data does not. */
const CHANGES_WITH_EVERY_RUN =
	/\$now|\$today|\$execution|\$runIndex|Math\.random|Date\.now|new Date(?!\s*\(\s*[^\s)])|DateTime\.(now|(local|utc)(?!\s*\(\s*[^\s){]))|randomUUID|uuid(v\d)?(?=\()|nanoid(?=\()|randomInt|randomString/i;

/** @param raw the Order Reference as the builder typed it, before it is evaluated */
export function changingReferenceHint(raw: unknown, effect: Effect): string | undefined {
	if (effect === 'none' || typeof raw !== 'string' || !raw.startsWith('=')) return undefined;
	const found = CHANGES_WITH_EVERY_RUN.exec(raw)?.[0];
	if (found === undefined) return undefined;
	const again = effect === 'payout' ? 'pay again' : 'make another link';
	return `The Order Reference uses ${found}, which changes with every run. Running this workflow again would then ${again}. Use something from your data instead, such as an invoice number.`;
}

/** What has happened in a run that its items do not say. */
export function runHints(results: Result[], waitedMs: number): string[] {
	const changed = results
		.filter(({ insteadOf }) => insteadOf !== undefined)
		.map(({ index, orderReference, insteadOf }) => {
			const [sent, instead] = [orderReference, insteadOf].map((one) => shown(String(one)));
			return `item ${itemNumber(index)} as ${sent} instead of ${instead}`;
		});
	const seconds = Math.round(waitedMs / 1000);
	return [
		changed.length > 0 &&
			`The Order Reference changed between two attempts of this execution. The first one counts: ${changed.join(', ')}.`,
		seconds > 0 && `This run waited ${seconds} s in all, because the service asked for it.`,
	].filter((hint) => hint !== false);
}
