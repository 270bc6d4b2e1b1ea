/** What the package promises never to do; by what a run shows of it. */
export const promised = [
	'paidTwice',
	'wrongAccount',
	'withoutOutcome',
	'acceptedNotPaid',
	'refusedButPaid',
	'wronglyReversed',
	'unknownLeft',
	'lookUpUntold',
] as const;

/** What would lead there. */
type Leading =
	'sentAgain' | 'answerLost' | 'wrongOutcome' | 'wrongPairing' | 'badAdvice' | 'breach';

export interface Violation {
	kind: (typeof promised)[number] | Leading;
	says: string;
}
