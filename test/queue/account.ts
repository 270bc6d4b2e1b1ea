import type { Ledger } from '../../sandbox';

/** What an execution says of a payout that was sent before, and of which the service showed its record. */
export const onRecord = 'alreadySent, with its record';

/** What an execution says of a payout that was sent or reserved before, and that the service does not know. */
export const notThere = 'alreadySent, unknown to the service';

const verdicts = [
	'accepted',
	'refused or not sent',
	'not there',
	'to look up',
	'without an outcome',
] as const;

/** What a person knows about a payout in the end, from the executions that name it. */
export type Verdict = (typeof verdicts)[number];

/** What the executions say about their payouts, held against what the service paid. */
export interface Account {
	/** Order references by verdict. */
	by: Record<Verdict, string[]>;
	/** One line for each broken promise. */
	violations: string[];
}

/**
 * Settles the account of a test.
 *
 * @param references every order reference that was handed to n8n
 * @param executions each with what it says, by order reference
 * @param paid by the service since before the first of these payouts
 */
export function settle(
	references: Iterable<string>,
	executions: Array<Record<string, string>>,
	paid: Ledger['paid'],
): Account {
	const by = Object.fromEntries(
		verdicts.map((verdict) => [verdict, []]),
	) as unknown as Account['by'];
	const violations: string[] = [];
	for (const reference of references) {
		const said = executions.flatMap((outcomes) => outcomes[reference] ?? []);
		const verdict = verdictOf(said);
		by[verdict].push(reference);
		const violation = violationOf(verdict, paid[reference] ?? 0);
		if (violation === undefined) continue;
		violations.push(`${reference} ${violation} (said: ${said.join(', ') || '-'})`);
	}
	return { by, violations };
}

/** The account in words. */
export function describeAccount({ by }: Account): string {
	return Object.entries(by)
		.map(([verdict, references]) => `${references.length} ${verdict}`)
		.join(', ');
}

/** An earlier "unknown" counts for more than a later "rejected": the money may have moved before. */
function verdictOf(said: string[]): Verdict {
	const says = (...words: string[]) => said.some((word) => words.includes(word));
	if (said.length === 0) return 'without an outcome';
	if (says('accepted', onRecord)) return 'accepted';
	if (says('unknown', 'alreadySent')) return 'to look up';
	return says(notThere) ? 'not there' : 'refused or not sent';
}

function violationOf(verdict: Verdict, timesPaid: number): string | undefined {
	if (timesPaid > 1) return `was paid ${timesPaid} times`;
	if (verdict === 'without an outcome') return 'has no outcome';
	if (verdict === 'accepted' && timesPaid === 0) return 'is called accepted, but was not paid';
	const isRefuted = verdict === 'refused or not sent' && timesPaid > 0;
	return isRefuted ? 'is called refused or not sent, but was paid' : undefined;
}
