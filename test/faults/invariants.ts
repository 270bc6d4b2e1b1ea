import { FAULTY_ANSWER } from './faultCases';
import { isCleanAnswer, mayHaveMovedMoney, requestsFor, type Observation } from './observation';
import { isGuarded, type Item } from './payments';
import { judgeOutcomes } from './outcomeRules';
import type { Violation } from './violations';

/**
 * Holds the three ledgers of all runs of one trial against each other: reported, received, paid.
 *
 * @param history the runs in their order, executions and their retries
 */
export function findViolations(history: Observation[]): Violation[] {
	return [
		...history.flatMap((seen) => [
			...everyItemHasAnOutcome(seen),
			...reportsMatchPayments(seen),
			...answersBelongToTheirItems(seen),
			...textsGiveNoBadAdvice(seen),
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

function reportsMatchPayments(seen: Observation): Violation[] {
	const { report, paid, cardPayments, setting } = seen;
	const isDone = (reference: string) => {
		switch (setting.operation) {
			case 'createBankPayout':
				return paid[reference] !== undefined;
			case 'initiateCardPayment':
				return cardPayments.some(({ orderReference }) => orderReference === reference);
			case 'previewCardPayment':
				return requestsFor(seen, reference).some(({ status }) => status !== null && status < 300);
		}
	};
	return [...(report?.outcomes ?? [])].flatMap(([reference, outcome]): Violation[] => {
		if (outcome === 'accepted' && !isDone(reference)) {
			return [{ kind: 'acceptedNotPaid', says: `${reference} is reported accepted` }];
		}
		// A link or a preview that was made unnoticed is no payment, so only payouts are held to this.
		const saysNoMoneyMoved = ['rejected', 'notSent', 'invalid'].includes(outcome);
		if (saysNoMoneyMoved && paid[reference] !== undefined) {
			return [
				{ kind: 'refusedButPaid', says: `${reference} is reported ${outcome}, but was paid` },
			];
		}
		return [];
	});
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
		return answer.cardPaymentLink === undefined
			? answer.orderReference === reference
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
				violations.push({
					kind: 'sentAgain',
					says: `${orderReference} was sent again in execution ${execution}`,
				});
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
		if (report === undefined || setting.operation === 'previewCardPayment') return [];
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
