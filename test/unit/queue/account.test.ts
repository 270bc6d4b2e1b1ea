import type { Ledger } from '../../../sandbox';
import { settle } from '../../queue/account';

/** The account of one payout, from what the executions say and how often it was paid. */
function accountOf(said: string[], timesPaid: number) {
	const executions = said.map((outcome, index) => ({
		id: String(index),
		status: 'success' as const,
		outcomes: { A: outcome },
	}));
	const paid: Record<string, number> = timesPaid === 0 ? {} : { A: timesPaid };
	const { verdicts, violations } = settle(['A'], executions, { paid } as Ledger);
	const verdict = Object.entries(verdicts).find(([, count]) => count === 1)?.[0];
	return { verdict, violation: violations[0] };
}

describe('the account of a payout', () => {
	it.each([
		['accepted', ['accepted'], 1],
		['accepted', ['accepted', 'alreadySent'], 1],
		['accepted', ['rejected', 'accepted'], 1],
		['to look up', ['unknown'], 0],
		['to look up', ['unknown'], 1],
		['to look up', ['alreadySent'], 1],
		['to look up', ['unknown', 'notSent'], 1],
		['refused', ['rejected', 'notSent'], 0],
	])(
		'is settled as %s when the executions say %j and it was paid %i times',
		(verdict, said, paid) => {
			expect(accountOf(said, paid)).toEqual({ verdict, violation: undefined });
		},
	);

	it.each([
		['was paid 2 times', ['accepted'], 2],
		['was paid 2 times', ['unknown'], 2],
		['has no outcome', [], 0],
		['has no outcome', [], 1],
		['is called accepted, but was not paid', ['accepted'], 0],
		['is called refused or not sent, but was paid', ['rejected'], 1],
		['is called refused or not sent, but was paid', ['notSent'], 1],
	])('is not settled: it %s', (what, said, paid) => {
		expect(accountOf(said, paid).violation).toContain(`A ${what}`);
	});

	it('leaves out payouts that belong to something else', () => {
		const executions = [
			{ id: '1', status: 'success' as const, outcomes: { B: 'accepted', A: 'accepted' } },
		];
		expect(settle(['A'], executions, { paid: { A: 1 } as object } as Ledger).violations).toEqual(
			[],
		);
	});
});
