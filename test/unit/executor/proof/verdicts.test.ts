import type { Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import * as verdicts from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { memory } from '../../../../nodes/CardBankPayments/sentences/memory';
import { outcomes } from '../../support/payments';

const those = (are: (ended: { outcome: (typeof outcomes)[number] }) => unknown) =>
	outcomes.filter((outcome) => are({ outcome }));

it.each([
	['accepted', verdicts.isAccepted, ['accepted']],
	['unknown', verdicts.isUnknown, ['unknown']],
	['once accepted', verdicts.wasAccepted, ['accepted', 'reversed']],
	['free for another attempt', verdicts.movedNothing, ['rejected', 'notSent', 'invalid']],
])('%s are exactly those', (_, are, wanted) => {
	expect(those(are)).toEqual(wanted);
});

it.each([
	[undefined, ['unknown', 'alreadySent']],
	[[{ id: 'P1' }], ['unknown']],
])('say nothing new of a payment, with the records %j', (records, vague) => {
	expect(outcomes.filter((outcome) => verdicts.isVague({ outcome, records })).sort()).toEqual(
		vague.sort(),
	);
});

it.each<[string, Verdict, Partial<Verdict>]>([
	[
		'the service, where it is silent',
		verdicts.unknown('s'),
		{
			...verdicts.notSent('service', 'The balance could not be read: s'),
			nextStep: 'Run it again once the service answers',
		},
	],
	[
		'the account, where that is refused',
		verdicts.rejected('account', 's'),
		verdicts.notSent('account', 'The balance could not be read: s'),
	],
	['the account, where it has none', verdicts.notFound('s', 'n'), verdicts.notSent('account', 's')],
	[
		'what ended the run',
		{ ...verdicts.notSent('account', 's'), nextStep: 'n' },
		{ ...verdicts.notSent('account', 's'), nextStep: 'n' },
	],
])('what cannot go out because something could not be read is a matter of %s', (_, why, wanted) => {
	expect(verdicts.notSentWithout('The balance', why)).toEqual(wanted);
});

it.each([
	['accepted', undefined, memory.accepted],
	['reversed', 'item', memory.reversed],
	['alreadySent', 'reference', memory.alreadySent],
	['unknown', 'service', memory.unknown],
	// The process ended before a response.
	[undefined, 'service', memory.unknown],
] as const)('the memory of %s proves it again, as a matter of %s: %s', (outcome, cause, says) => {
	const isKnown = says !== memory.unknown && outcome !== undefined;
	expect(verdicts.remembered(outcome)).toEqual({
		...{ outcome: isKnown ? outcome : 'unknown', says },
		...(cause && { cause }),
	});
});
