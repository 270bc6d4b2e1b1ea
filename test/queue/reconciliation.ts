import type { Ledger } from '../../sandbox';

/** What an execution says of a payout that was sent before, and of which the service showed its record. */
export const onRecord = 'alreadySent, with its record';

const conclusions = [
	'accepted',
	'refused or not sent',
	'to look up',
	'without an outcome',
] as const;

/** What is known about a payout in the end, from the executions that name it. */
export type Conclusion = (typeof conclusions)[number];

/** What the executions say about their payouts, held against what the service paid. */
export interface Reconciliation {
	/** Order references by conclusion. */
	by: Record<Conclusion, string[]>;
	/** One line for each broken promise. */
	violations: string[];
}

/**
 * Holds what the executions say against what the service paid.
 *
 * @param references every order reference that was handed to n8n
 * @param executions each with what it says, by order reference
 * @param paid by the service since before the first of these payouts
 */
export function reconcile(
	references: Iterable<string>,
	executions: Array<Record<string, string>>,
	paid: Ledger['paid'],
): Reconciliation {
	const by = Object.fromEntries(
		conclusions.map((conclusion) => [conclusion, []]),
	) as unknown as Reconciliation['by'];
	const violations: string[] = [];
	for (const reference of references) {
		const said = executions.flatMap((outcomes) => outcomes[reference] ?? []);
		const conclusion = conclusionOf(said);
		by[conclusion].push(reference);
		const violation = violationOf(conclusion, paid[reference] ?? 0);
		if (violation === undefined) continue;
		violations.push(`${reference} ${violation} (said: ${said.join(', ') || '-'})`);
	}
	return { by, violations };
}

/** The reconciliation in words. */
export function describeReconciliation({ by }: Reconciliation): string {
	return Object.entries(by)
		.map(([conclusion, references]) => `${references.length} ${conclusion}`)
		.join(', ');
}

/** An earlier "unknown" counts for more than a later "rejected": the money may have moved before. */
function conclusionOf(said: string[]): Conclusion {
	const says = (...words: string[]) => said.some((word) => words.includes(word));
	if (said.length === 0) return 'without an outcome';
	if (says('accepted', onRecord)) return 'accepted';
	return says('unknown', 'alreadySent') ? 'to look up' : 'refused or not sent';
}

function violationOf(conclusion: Conclusion, timesPaid: number): string | undefined {
	if (timesPaid > 1) return `was paid ${timesPaid} times`;
	if (conclusion === 'without an outcome') return 'has no outcome';
	if (conclusion === 'accepted' && timesPaid === 0) return 'is called accepted, but was not paid';
	const isRefuted = conclusion === 'refused or not sent' && timesPaid > 0;
	return isRefuted ? 'is called refused or not sent, but was paid' : undefined;
}
