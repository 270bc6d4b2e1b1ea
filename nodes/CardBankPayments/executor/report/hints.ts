import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CHANGES, changesIn } from '../../resources/changingReference';
import type { Effect, ResponseRule } from '../../resources/operation';
import { changingReference } from '../../sentences/changingReference';
import { hints } from '../../sentences/hints';
import { amountInWords } from '../../wire/amount';
import { plainText, shown, someOf } from '../../wire/shown';
import { totalsOf } from '../check/totals';
import type { Item, Payment } from '../common/payment';
import { byOutcome } from './advice';
import type { EndedResult } from './endedResult';

/** The number of each outcome, where not all went well: for n8n, a run that goes on is a success. */
export function attentionHint(results: EndedResult[]): string | undefined {
	const failed = results.filter((result) => result.failed);
	if (failed.length === 0) return undefined;
	const counts = byOutcome(failed).map(([words, { length }]) => `${length} ${words}`);
	const need = failed.length === 1 ? 'needs' : 'need';
	const items = `${failed.length} of ${results.length}`;
	return hints.attention({ items, need, counts: counts.join(', ') });
}

/** The number of each status among the rows that need somebody: for n8n, such a run is a success. */
export function rowsHint(rows: INodeExecutionData[]): string | undefined {
	const open = rows.flatMap(({ json }) => (json.needsYou === true ? [json.status] : []));
	if (open.length === 0) return undefined;
	const counts = [...new Set(open)].map((status) => {
		const count = open.filter((one) => one === status).length;
		return `${count} ${shown(plainText(status)) || hints.withoutStatus}`;
	});
	const need = open.length === 1 ? 'needs' : 'need';
	const of = `${open.length} of ${rows.length}`;
	return hints.rows({ rows: of, need, counts: someOf(counts, (one) => one) });
}

/** With _Return the Payout_, an item that was paid last month looks like one that was paid now: these are counted. */
export function usedBeforeHint(results: EndedResult[]): string | undefined {
	const used = results.filter(({ outcome, failed }) => outcome === 'alreadySent' && !failed);
	if (used.length === 0) return undefined;
	return hints.usedBefore({ items: `${used.length} of ${results.length}` });
}

/**
 * A changing reference makes a second link and no second payment: a hint is enough.
 *
 * @param raw the Order Reference as the builder typed it
 */
export function changingReferenceHints(raw: unknown, effect: Effect): string[] {
	if (effect !== 'paymentLink' || typeof raw !== 'string' || !raw.startsWith('=')) return [];
	return CHANGES.flatMap((change) => {
		const changes = changesIn(raw, change);
		return changes === undefined ? [] : [changingReference.anotherLink({ changes })];
	});
}

/** What _Validate Only_ would have sent, and what it did not look at. */
export function validatedHint(payments: Payment[], effect: Effect, areRows = false): string {
	const { validated } = hints;
	const { length } = payments;
	if (length === 0) return validated.nothing;
	if (effect !== 'payout') return areRows ? validated.nothing : validated.requests;
	const sums = [...totalsOf(payments)].map(([currency, cents]) => amountInWords(cents, currency));
	const payouts = length === 1 ? '1 payout' : `${length} payouts`;
	return validated.payouts({ payouts, sums: sums.join(' and ') });
}

/** n8n gives a node with _Execute Once_ one item alone, of however many reach it. */
export function executeOnceHint(
	context: IExecuteFunctions,
	{ form }: ResponseRule,
): string | undefined {
	// A list is read once, as the builder means it.
	if (context.getNode().executeOnce !== true || form === 'page' || form === 'items')
		return undefined;
	const { length } = context.getWorkflowDataProxy(0).$input.all() as unknown[];
	if (length < 2) return undefined;
	return hints.executeOnce({ items: length });
}

/** Once for a run: a column of numbers has lost the zeros of all. */
export function numericAccountHint(items: Item[]): string | undefined {
	const found = items.flatMap(({ numeric }) => (numeric?.has('accountNumber') ? [numeric] : []));
	if (found.length === 0) return undefined;
	const isReference = found.some((numeric) => numeric.has('orderReference'));
	const where = found.length === 1 ? '1 item' : `${found.length} items`;
	const { accounts, accountsAndReferences } = hints.numbers;
	return isReference ? accountsAndReferences({ where }) : accounts({ where });
}

/** Sixty payouts at one a minute take an hour: the builder reads that the service asked for it. */
export function waitedHint(waitedMs: number): string | undefined {
	const seconds = Math.round(waitedMs / 1000);
	if (seconds === 0) return undefined;
	return hints.waited({ seconds });
}
