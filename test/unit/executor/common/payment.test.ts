import { isSafeToRetry } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { cardEffects, effects, outcomes } from '../../support/payments';

describe('sending an item once more', () => {
	const safe = (effect: (typeof effects)[number]) =>
		outcomes.filter((outcome) => isSafeToRetry(outcome, effect));

	it('is safe for a payout only when it was definitely not made', () => {
		expect(safe('payout')).toEqual(['rejected', 'notSent', 'invalid']);
	});

	it.each(cardEffects)('is also safe for an unknown request that moves no money (%s)', (effect) => {
		expect(safe(effect)).toEqual(['rejected', 'unknown', 'notSent', 'invalid']);
	});
});
