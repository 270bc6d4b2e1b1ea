import type { Outcome } from '../../nodes/CardBankPayments/executor/common/outcome';
import type { Cell } from './cells';

/** How the struck item ends when it is tried once. */
export function expectedOutcome({ faultCase, setting, isLasting }: Cell): Outcome {
	const { outcome, outcomeWhenLasting, lookedUp } = faultCase;
	const isLookedUp = setting.operation === 'createBankPayout' && setting.lookUpUnclear;
	if (isLookedUp && lookedUp !== undefined) return lookedUp;
	return (isLasting && outcomeWhenLasting) || outcome;
}
