import { checks } from '../../sentences/checks';
import { shown } from '../../wire/shown';
import { equalKeyOf } from '../common/equalKey';
import type { Payment, Verdict } from '../common/payment';
import type { Memory } from '../journal/memory';
import { invalid } from '../proof/verdicts';
import type { Settings } from '../read/settings';

type Paying = Pick<Settings, 'paysEqual'>;

const held = ({ says, nextStep }: { says: string; nextStep: string }): Verdict => ({
	...invalid('item', says, nextStep),
	held: 'row',
});

/**
 * One bill that was typed twice, as S1INV7 and S1INV07: none of the two leaves, unless a person has looked. Pure.
 *
 * @returns why a payout does not leave
 */
export function equalInRun(payments: Payment[], { paysEqual }: Paying) {
	const references = new Map<string, Set<string>>();
	for (const payment of payments) {
		const key = equalKeyOf(payment);
		const same = references.get(key) ?? new Set();
		references.set(key, same.add(payment.orderReference));
	}
	return (payment: Payment): Verdict | undefined => {
		if (paysEqual.has(payment.index)) return undefined;
		const same = [...(references.get(equalKeyOf(payment)) ?? [])];
		const other = same.find((one) => one !== payment.orderReference);
		return other === undefined ? undefined : held(checks.equal({ reference: shown(other) }));
	};
}

/** The calls of an agent's tool in one execution are one run: a model may try another spelling, also at the same time. */
export function equalInEarlierCall(
	payment: Payment,
	memory: Memory,
	{ paysEqual, isTool = false }: Paying & { isTool?: boolean },
): Verdict | undefined {
	const other = isTool && !paysEqual.has(payment.index) ? memory.sentEqual(payment) : undefined;
	return other === undefined ? undefined : held(checks.equalToSent({ reference: shown(other) }));
}
