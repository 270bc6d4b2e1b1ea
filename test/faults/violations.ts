/** What must never happen, in the words of the summary. */
export const violationKinds = {
	paidTwice: 'references paid twice',
	wrongAccount: 'payments from another account than the credential names',
	withoutOutcome: 'items without an outcome',
	acceptedNotPaid: 'items reported accepted that were not paid',
	refusedButPaid: 'items reported refused, not sent or not valid that were paid',
	wronglyReversed: 'items reported taken back that were not',
	unknownLeft: 'items left unknown of which the service, asked, knew what became',
	lookUpUntold: 'items that were looked up and do not say so, or say so and were not',
	sentAgain: 'payouts sent again while their outcome was open or known',
	answerLost: 'accepted items that a later try did not report as accepted',
	wrongOutcome: 'items with another outcome than the fault calls for',
	wrongPairing: 'statements about the wrong item',
	badAdvice: 'texts that recommend Retry On Fail',
	breach: 'breaches that the sandbox saw, and faults that never struck',
} as const;

export type ViolationKind = keyof typeof violationKinds;

/** What the package promises; the others show what leads to it. */
export const promised: ViolationKind[] = [
	'paidTwice',
	'wrongAccount',
	'withoutOutcome',
	'acceptedNotPaid',
	'refusedButPaid',
	'wronglyReversed',
	'unknownLeft',
	'lookUpUntold',
];

export interface Violation {
	kind: ViolationKind;
	says: string;
}

/** How many violations there were of each kind. */
export function countByKind(violations: Violation[]): Record<ViolationKind, number> {
	const kinds = Object.keys(violationKinds) as ViolationKind[];
	return Object.fromEntries(
		kinds.map((kind) => [kind, violations.filter((one) => one.kind === kind).length]),
	) as Record<ViolationKind, number>;
}
