import type { Ledger } from '../../sandbox';
import type { Item } from '../../workbench/instance/executions';
import { payAll } from './aftermath';
import { referencesOf, type Payer, type Payouts, type Trial } from './trial';

/** What one more run of the same items says about a payout that nobody has to look up by hand. */
const settledAs = {
	accepted: 'accepted',
	onRecord: 'sent before and on record',
	rejected: 'refused',
	notThere: 'reserved, and unknown to the service',
} as const;

type Settled = keyof typeof settledAs;

/** How the payouts stand after one more run. */
export interface OnceMore {
	counts: Record<Settled, number>;
	/** One line for each payout that is not settled, or not as the service has it. */
	violations: string[];
}

/** Runs every batch again, by a node that goes on where an item fails, and holds it against the service. */
export async function runOnceMore(
	trial: Trial,
	payer: Payer,
	batches: Payouts[],
): Promise<OnceMore> {
	const items = await payAll(trial, payer, batches);
	return judge(referencesOf(batches), items, await trial.control.ledger());
}

/** Holds what a run put out against what the service paid. */
export function judge(
	references: string[],
	items: Array<Item['json']>,
	{ paid }: Pick<Ledger, 'paid'>,
): OnceMore {
	const said = new Map(items.map((json) => [referenceOf(json), json]));
	const result: OnceMore = {
		counts: { accepted: 0, onRecord: 0, rejected: 0, notThere: 0 },
		violations: [],
	};
	for (const reference of references) {
		const json = said.get(reference);
		const settled = json && settledBy(json);
		const times = paid[reference] ?? 0;
		const shouldBe = settled === 'accepted' || settled === 'onRecord' ? 1 : 0;
		if (settled !== undefined) result.counts[settled]++;
		if (settled === undefined || times !== shouldBe) {
			result.violations.push(`${reference}, paid ${times} times: ${JSON.stringify(json)}`);
		}
	}
	return result;
}

/** The counts in words. */
export function describeOnceMore({ counts }: OnceMore): string {
	return (Object.keys(settledAs) as Settled[])
		.map((settled) => `${counts[settled]} ${settledAs[settled]}`)
		.join(', ');
}

interface Details {
	orderReference?: string;
	outcome?: string;
	payout?: object;
	lookedUp?: { answer?: string };
}

function referenceOf(json: Item['json']): string {
	return String((json.details as Details | undefined)?.orderReference ?? json.orderReference);
}

function settledBy(json: Item['json']): Settled | undefined {
	const { outcome, payout, lookedUp } = (json.details ?? { outcome: 'accepted' }) as Details;
	if (outcome === 'accepted' || outcome === 'rejected') return outcome;
	if (outcome === 'alreadySent' && payout !== undefined) return 'onRecord';
	const isOpen = outcome === 'unknown' || outcome === 'alreadySent';
	return isOpen && lookedUp?.answer?.includes('HTTP 404') ? 'notThere' : undefined;
}
