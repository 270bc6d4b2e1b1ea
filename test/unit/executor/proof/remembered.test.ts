import { remembered } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { outcomes } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

it.each([
	['accepted', undefined, 'An earlier attempt of this execution sent it'],
	['reversed', 'item', 'sent it, and the money came back'],
	['alreadySent', 'reference', 'knew this order reference in an earlier attempt'],
	['unknown', 'service', 'sent it and got no clear response'],
	// The process ended before a response.
	[undefined, 'service', 'sent it and got no clear response'],
] as const)(
	'the memory of %s proves it again, a matter of %s: "… %s …"',
	(outcome, cause, words) => {
		const { says, ...verdict } = remembered(outcome);
		expect(verdict).toEqual({ outcome: outcome ?? 'unknown', ...(cause && { cause }) });
		expect(says).toContain(words);
		expectGoodWording(says);
	},
);

it('proves nothing by what no payment that has left ends as', () => {
	const known = ['accepted', 'reversed', 'alreadySent'];
	for (const outcome of outcomes.filter((each) => !known.includes(each))) {
		expect(remembered(outcome).outcome).toBe('unknown');
	}
});
