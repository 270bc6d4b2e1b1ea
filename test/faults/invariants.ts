import type { LedgerRequest } from '../../sandbox';
import { FAULTY_ANSWER } from './marks';
import {
	isCleanAnswer,
	mayHaveMovedMoney,
	requestsFor,
	wasStruckBy,
	type Observation,
} from './observation';
import { isGuarded, isRemembered, withoutChange, type Item } from './payments';
import { judgeOutcomes } from './outcomeRules';
import { TOO_MANY_REQUESTS } from './refusals';
import type { Violation } from './violations';

/**
 * Holds the three ledgers of all runs of one trial against each other: reported, received, paid.
 *
 * @param history the runs in their order, executions and their retries
 */
export function findViolations(history: Observation[]): Violation[] {
	return [
		...history.flatMap((seen, position) => [
			...everyItemHasAnOutcome(seen),
			...reportsMatchPayments(seen, history.slice(0, position + 1)),
			...whatIsKnownIsTold(seen),
			...lookUpsAreTold(seen),
			...answersBelongToTheirItems(seen),
			...textsGiveNoBadAdvice(seen),
			...seen.fromAnotherAccount.map((says): Violation => ({ kind: 'wrongAccount', says })),
			...seen.breaches.map((says): Violation => ({ kind: 'breach', says })),
		]),
		...nothingIsSentAgain(history),
		...knownAnswersStayKnown(history),
		...judgeOutcomes(history),
		...nobodyIsPaidTwice(history),
	];
}

function everyItemHasAnOutcome({ report, items, execution, isKilled }: Observation): Violation[] {
	if (report === undefined || isKilled) return [];
	return items
		.filter(({ reference }) => !report.outcomes.has(reference))
		.map(({ reference }) => ({
			kind: 'withoutOutcome',
			says: `${reference} has no outcome in the report of execution ${execution}`,
		}));
}

/** @param sofar what was seen until now, with it */
function reportsMatchPayments(seen: Observation, sofar: Observation[]): Violation[] {
	const { report, paid, paidBefore, returned, cardPayments, setting, mayArriveLate } = seen;
	const { isElsewhere } = seen;
	const wasLiedAbout = (reference: string) => sofar.some((one) => isLiedAbout(one, reference));
	const hasReturned = (reference: string) => (returned[reference] ?? 0) >= (paid[reference] ?? 0);
	const isDone = (reference: string) => {
		switch (setting.operation) {
			case 'createBankPayout':
				return paid[reference] !== undefined && !hasReturned(reference);
			case 'initiateCardPayment':
				return cardPayments.some(({ orderReference }) => orderReference === reference);
			case 'previewCardPayment':
			case 'previewBankPayout':
			case 'getPayout':
			case 'getPayment':
				return requestsFor(seen, reference).some(({ status }) => status !== null && status < 300);
		}
	};
	return [...(report?.outcomes ?? [])].flatMap(([reference, outcome]): Violation[] => {
		if (outcome === 'accepted' && !isDone(reference) && !isSaidToStand(seen, reference)) {
			return [{ kind: 'acceptedNotPaid', says: `${reference} is reported accepted` }];
		}
		if (setting.operation !== 'createBankPayout') return [];
		if (outcome === 'reversed' && (paid[reference] === undefined || !hasReturned(reference))) {
			return [{ kind: 'wronglyReversed', says: `${reference} is reported taken back` }];
		}
		// A link or a preview that was made unnoticed is no payment, so only payouts are held to this.
		const saysNoMoneyMoved = ['rejected', 'notSent', 'invalid'].includes(outcome);
		// A run that sends nothing does not ask whether an earlier execution did.
		const wasPaid =
			outcome === 'rejected' && !isElsewhere
				? paid[reference] !== undefined
				: !mayArriveLate && (paid[reference] ?? 0) > (paidBefore[reference] ?? 0);
		if (saysNoMoneyMoved && wasPaid && !wasLiedAbout(reference)) {
			const says = `${reference} is reported ${outcome}, but was paid`;
			return [{ kind: 'refusedButPaid', says }];
		}
		return [];
	});
}

/**
 * The service said that it did not accept what it had paid. With looking up, a payout that is asked to
 * wait is not believed to be unpaid before the service was asked; every other lie stands.
 */
function isLiedAbout(seen: Observation, reference: string): boolean {
	const { setting, isCancelled, canLookUp } = seen;
	const wasAsked = setting.lookUpUnclear && !isCancelled && canLookUp;
	return requestsFor(seen, reference).some((request) => {
		const { status } = request;
		const asksToWait = wasStruckBy(request, 'paceRefusalAfter') || status === TOO_MANY_REQUESTS;
		if (asksToWait) return !wasAsked;
		return wasStruckBy(request, 'statusAfter') && status !== null && !mayHaveMovedMoney(request);
	});
}

/** The service took the payout back while its answer, changed by another fault, said that it stands. */
function isSaidToStand(seen: Observation, reference: string): boolean {
	return requestsFor(seen, reference).some(
		(request) => wasStruckBy(request, 'payoutStatus') && wasStruckBy(request, 'answer'),
	);
}

const KNOWN_STATUSES = [
	...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'],
	...['REVERSED', 'REFUNDED', 'FAILED'],
];

/** In stop mode, a run in which one item needs a correction sends nothing and asks nothing. */
function isHeldBack({ report, setting }: Observation): boolean {
	const outcomes = [...(report?.outcomes.values() ?? [])];
	return setting.onError === 'stopWorkflow' && outcomes.includes('invalid');
}

/** What the service, asked, says clearly is not left unknown; and it is asked. */
function whatIsKnownIsTold(seen: Observation): Violation[] {
	const { report, setting, statuses, isPatient, isCancelled, canLookUp, execution } = seen;
	if (setting.operation !== 'createBankPayout' || !setting.lookUpUnclear) return [];
	if (!isPatient || isCancelled || !canLookUp || isHeldBack(seen)) return [];
	return [...(report?.outcomes ?? [])]
		.filter(([, outcome]) => outcome === 'unknown')
		.flatMap(([reference]): Violation[] => {
			const asked = requestsFor(seen, reference, 'getPayout');
			const isKnown = KNOWN_STATUSES.includes(statuses[reference] ?? '');
			if (asked.length > 0 && !(isKnown && asked.some(isCleanAnswer))) return [];
			const truth = asked.length > 0 ? 'was found' : 'was not looked up';
			const says = `${reference} is unknown in execution ${execution}, but ${truth}`;
			return [{ kind: 'unknownLeft', says }];
		});
}

/** An item that did not end as accepted says whether the service was asked about it. */
function lookUpsAreTold(seen: Observation): Violation[] {
	const { report, setting, canLookUp, isPatient, isReadable, isCancelled } = seen;
	if (report === undefined || setting.operation !== 'createBankPayout') return [];
	// What a later try cannot ask again, it tells from memory; a cancelled look-up may never have left.
	if (!isReadable || isCancelled) return [];
	return [...report.detailed].flatMap((reference): Violation[] => {
		const outcome = report.outcomes.get(reference);
		if (outcome !== 'unknown' && outcome !== 'alreadySent') return [];
		const asked = requestsFor(seen, reference, 'getPayout').at(-1);
		const sent = requestsFor(seen, reference).at(-1);
		// What was asked before it was sent says nothing about what became of it.
		const wasAsked = asked !== undefined && !(sent && isAfter(seen, sent, asked));
		const isTold = report.lookedUp.has(reference);
		if (wasAsked === isTold || (isTold && !(canLookUp && isPatient))) return [];
		const says = `${reference} is ${outcome} and was ${wasAsked ? '' : 'not '}looked up`;
		return [{ kind: 'lookUpUntold', says }];
	});
}

function isAfter({ requests }: Observation, one: LedgerRequest, other: LedgerRequest): boolean {
	return requests.indexOf(one) > requests.indexOf(other);
}

function answersBelongToTheirItems(seen: Observation): Violation[] {
	const { report, items, cardPayments } = seen;
	const ownAnswer = ({ reference, amount }: Item) => {
		const answer = report?.answers.get(reference);
		if (answer === undefined || isFaulty(answer.message)) return true;
		if (answer.activeMethods !== undefined) {
			// The sandbox's fee of the first method is 2.9 % of the amount.
			const [method] = answer.activeMethods as Array<{ fee: number }>;
			return method?.fee === Math.round(Number(amount) * 2.9) / 100;
		}
		if (seen.setting.operation === 'previewBankPayout') {
			return (answer.order as { amount?: unknown } | undefined)?.amount === Number(amount);
		}
		return answer.cardPaymentLink === undefined
			? withoutChange(String(answer.orderReference)) === reference
			: cardPayments.some(
					(payment) =>
						payment.orderReference === reference &&
						payment.cardPaymentLink === answer.cardPaymentLink,
				);
	};
	const foreign = items.filter((item) => !ownAnswer(item));
	return [
		...(report?.wrongPairing ?? []),
		...foreign.map(({ reference }) => `${reference} got the answer of another item`),
	].map((says) => ({ kind: 'wrongPairing', says }));
}

function isFaulty(message: unknown): boolean {
	return (
		typeof message === 'string' && (message === FAULTY_ANSWER || message.startsWith('Status '))
	);
}

function textsGiveNoBadAdvice({ report }: Observation): Violation[] {
	return (report?.texts ?? [])
		.filter((text) => /retry on fail/i.test(text))
		.map((says) => ({ kind: 'badAdvice', says }));
}

function nothingIsSentAgain(history: Observation[]): Violation[] {
	const violations: Violation[] = [];
	let closed = new Set<string>();
	for (const [position, seen] of history.entries()) {
		const { setting, execution } = seen;
		if (setting.operation !== 'createBankPayout') return [];
		// Without the guard, an execution knows nothing of those before it.
		const isNew = execution !== history[position - 1]?.execution;
		if (isNew && !isGuarded(setting)) closed = new Set();
		for (const request of seen.requests) {
			const { orderReference, operation, authorizationValid } = request;
			if (operation !== setting.operation || authorizationValid === false) continue;
			if (closed.has(orderReference as string)) {
				const says = `${orderReference} was sent again in execution ${execution}`;
				violations.push({ kind: 'sentAgain', says });
			}
			if (mayHaveMovedMoney(request)) closed.add(orderReference as string);
		}
	}
	return violations;
}

/** Within an execution, an answer that arrived is never lost again: not by a retry, not by a stop. */
function knownAnswersStayKnown(history: Observation[]): Violation[] {
	return history.flatMap((seen, position) => {
		const { report, execution, setting, items } = seen;
		if (report === undefined || !isRemembered(setting)) return [];
		const tries = history
			.slice(0, position + 1)
			.filter((one) => one.execution === execution && one.isPatient && !one.isKilled);
		return items
			.filter(({ reference }) =>
				tries.some((one) => requestsFor(one, reference).some(isCleanAnswer)),
			)
			.filter(({ reference }) => report.outcomes.get(reference) !== 'accepted')
			.map(({ reference }) => ({
				kind: 'answerLost',
				says: `${reference} was accepted, but is reported ${report.outcomes.get(reference)}`,
			}));
	});
}

function nobodyIsPaidTwice(history: Observation[]): Violation[] {
	return Object.entries(history.at(-1)?.paid ?? {})
		.filter(([, times]) => times > 1)
		.map(([reference, times]) => ({
			kind: 'paidTwice',
			says: `${reference} was paid ${times} times`,
		}));
}
