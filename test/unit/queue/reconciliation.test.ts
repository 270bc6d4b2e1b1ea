import { onRecord, reconcile, type Conclusion } from '../../queue/reconciliation';

/** The reconciliation of one payout, from what the executions say of it and how often it was paid. */
const reconciliationOf = (said: string[], timesPaid: number) => {
	const executions = said.map((outcome) => ({ A: outcome, B: 'accepted' }));
	return reconcile(['A'], executions, { A: timesPaid });
};

it.each<[Conclusion, string[], number]>([
	['accepted', ['accepted', 'alreadySent'], 1],
	['accepted', ['rejected', onRecord], 1],
	['to look up', ['unknown'], 0],
	['to look up', ['unknown', 'notSent'], 1],
	['to look up', ['rejected', 'alreadySent'], 1],
	['refused or not sent', ['rejected', 'notSent'], 0],
])('is %s when the executions say %j and it was paid %i times', (verdict, said, paid) => {
	const { by, violations } = reconciliationOf(said, paid);
	expect({ by, violations }).toMatchObject({ by: { [verdict]: ['A'] }, violations: [] });
});

it.each([
	['was paid 2 times', ['unknown'], 2],
	['has no outcome', [], 0],
	['is called accepted, but was not paid', ['accepted'], 0],
	['is called refused or not sent, but was paid', ['notSent'], 1],
])('is a broken promise: it %s', (what, said, paid) => {
	expect(reconciliationOf(said, paid).violations).toEqual([expect.stringContaining(`A ${what}`)]);
});
