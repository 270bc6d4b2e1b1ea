import type { Ledger } from '../../sandbox';
import { onRecord, type StoredExecution } from './executions';

/** What a person knows about a payout in the end, from all executions that name it. */
export type Verdict = 'accepted' | 'refused' | 'to look up' | 'nothing is known';

/** What the executions say about their payouts, held against what the service paid. */
export interface Account {
	/** How many order references there are of each. */
	verdicts: Record<Verdict, number>;
	/** One line for each broken promise. */
	violations: string[];
}

const moved = new Set(['accepted', onRecord]);
const notSure = new Set(['unknown', 'alreadySent']);

/**
 * Settles the account of a test.
 *
 * @param references every order reference that was handed to n8n
 * @param ledger of the service, from before the first of these payouts
 */
export function settle(
	references: string[],
	executions: Array<Pick<StoredExecution, 'outcomes'>>,
	{ paid }: Ledger,
): Account {
	const said = new Map<string, string[]>(references.map((reference) => [reference, []]));
	for (const { outcomes } of executions) {
		for (const [reference, outcome] of Object.entries(outcomes)) said.get(reference)?.push(outcome);
	}
	const account: Account = {
		verdicts: { accepted: 0, refused: 0, 'to look up': 0, 'nothing is known': 0 },
		violations: [],
	};
	for (const [reference, outcomes] of said) {
		const verdict = verdictOf(outcomes);
		account.verdicts[verdict]++;
		const violation = violationOf(verdict, paid[reference] ?? 0);
		if (violation !== undefined) {
			account.violations.push(`${reference} ${violation} (said: ${outcomes.join(', ') || '-'})`);
		}
	}
	return account;
}

/** The account in words. */
export function describeAccount({ verdicts }: Account, paidTwice: number): string {
	return (
		`${verdicts.accepted} accepted, ${verdicts.refused} refused or not sent, ` +
		`${verdicts['to look up']} to look up, ${verdicts['nothing is known']} without an outcome, ` +
		`${paidTwice} paid twice`
	);
}

/** An earlier "unknown" counts for more than a later "refused": the money may have moved before. */
function verdictOf(outcomes: string[]): Verdict {
	if (outcomes.length === 0) return 'nothing is known';
	if (outcomes.some((outcome) => moved.has(outcome))) return 'accepted';
	return outcomes.some((outcome) => notSure.has(outcome)) ? 'to look up' : 'refused';
}

function violationOf(verdict: Verdict, timesPaid: number): string | undefined {
	if (timesPaid > 1) return `was paid ${timesPaid} times`;
	if (verdict === 'nothing is known') return 'has no outcome';
	if (verdict === 'accepted' && timesPaid === 0) return 'is called accepted, but was not paid';
	if (verdict === 'refused' && timesPaid > 0) return 'is called refused or not sent, but was paid';
	return undefined;
}
