import type { CardPayment, Fault, LedgerRequest, Payout } from '../../sandbox';
import { FAULTY_ANSWER } from './faultCases';
import { withoutChange, type Item, type Report } from './report';
import { isGuarded, type Interruption, type NodeSetting } from './schedule';

/**
 * One run of the node as seen from outside: the three ledgers side by side (reported, received, paid),
 * taken when the service had come to rest.
 */
export interface Observation {
	/** Counts from 1; "Retry execution" goes on with the same one. */
	execution: number;
	isRetry: boolean;
	setting: NodeSetting;
	items: Item[];
	/** How the run ended, unless by itself. */
	by?: Interruption['kind'];
	/** What the node reported; undefined when it never came to that. */
	report?: Report;
	/** What the service received in this run, and nothing else. */
	requests: LedgerRequest[];
	/** All payouts and links that the service had made by now, as they were then. */
	payouts: Payout[];
	cardPayments: CardPayment[];
	/** References that went out with the token of another account than the credential names. */
	fromAnotherAccount: string[];
	/** Breaches that the sandbox saw. */
	breaches: string[];
	/** Nothing was in the way: no fault waiting, no interruption. */
	isHealthy: boolean;
	/** The credential could be read in every try. */
	isReadable: boolean;
	/** Otherwise the credential named another Base URL, at which nobody listens. */
	isReachable: boolean;
	/** Nothing was in the way of asking the service what became of a payment. */
	canLookUp: boolean;
	/** Whether the timeout was too long for a healthy answer to miss it. */
	isPatient: boolean;
}

/** What is wrong with a run, given those before it. */
type Invariant = (seen: Observation, before: Observation[]) => string[];

/** What the package promises never to do, and below that, what would lead there. */
const invariants: Record<string, Invariant> = {
	paidTwice: ({ payouts }) =>
		namesOf(payouts)
			.filter((reference, index, all) => all.indexOf(reference) !== index)
			.map((reference) => `${reference} was paid again`),
	wrongAccount: ({ fromAnotherAccount }) => fromAnotherAccount,
	withoutOutcome: ({ report, items }) =>
		items
			.filter(({ reference }) => report !== undefined && !report.outcomes.has(reference))
			.map(({ reference }) => `${reference} has no outcome in the report`),
	acceptedNotPaid: (seen) =>
		reported(seen, 'accepted')
			.filter((reference) => !isDone(seen, reference) && !isSaidToStand(seen, reference))
			.map((reference) => `${reference} is reported accepted`),
	wronglyReversed: (seen) =>
		reported(seen, 'reversed')
			.filter((reference) => isPayout(seen) && !hasReturned(seen, reference))
			.map((reference) => `${reference} is reported reversed`),
	refusedButPaid,
	unknownLeft,
	lookUpUntold,
	sentAgain,
	answerLost,
	unfoundedAlreadySent,
	missedChance,
	wrongPairing: (seen) => [
		...(seen.report?.wrongPairing ?? []),
		...seen.items
			.filter((item) => !hasOwnAnswer(seen, item))
			.map(({ reference }) => `${reference} got the answer of another item`),
	],
	badAdvice: ({ report }) => (report?.texts ?? []).filter((text) => /retry on fail/i.test(text)),
	breach: ({ breaches }) => breaches,
};

/**
 * Holds the three ledgers of all runs of one trial against each other.
 *
 * @param history the runs in their order, executions and their retries
 */
export function findViolations(history: Observation[]): string[] {
	return Object.entries(invariants).flatMap(([name, invariant]) =>
		history.flatMap((seen, index) =>
			invariant(seen, history.slice(0, index)).map(
				(says) => `${name}: ${says} (execution ${seen.execution})`,
			),
		),
	);
}

const isPayout = ({ setting }: Observation) => setting.operation === 'createBankPayout';

const namesOf = (records: Array<{ orderReference: string }>) =>
	records.map(({ orderReference }) => orderReference);

function reported({ report }: Observation, ...wanted: string[]): string[] {
	return [...(report?.outcomes ?? [])].flatMap(([reference, outcome]) =>
		wanted.includes(outcome) ? [reference] : [],
	);
}

const payoutsOf = ({ payouts }: Observation, reference: string) =>
	payouts.filter(({ orderReference }) => orderReference === reference);

function hasReturned(seen: Observation, reference: string): boolean {
	const made = payoutsOf(seen, reference);
	const isBack = ({ status }: Payout) => ['REVERSED', 'REFUNDED', 'FAILED'].includes(status);
	return made.length > 0 && made.every(isBack);
}

/** The requests for one reference that were let in, of the run's own operation unless told otherwise. */
function requestsFor(
	{ requests, setting }: Observation,
	reference: string,
	operation: string = setting.operation,
): LedgerRequest[] {
	return requests.filter(
		(request) =>
			request.operation === operation &&
			request.orderReference === reference &&
			request.authorizationValid !== false,
	);
}

/** Whether this kind of fault was among those that struck: a slow answer may be a wrong one, too. */
export function wasStruckBy({ fault = '' }: LedgerRequest, kind?: Fault['kind']): boolean {
	return fault.split('+').includes(String(kind));
}

/** Whether the service answered as it should, so that the client must know the true outcome. */
const isCleanAnswer = ({ status, fault }: LedgerRequest) =>
	status === 200 && (fault === undefined || fault === 'delay');

const TOO_MANY_REQUESTS = 429;

/**
 * Statuses that the node takes for the service's word that a request was not accepted. Written down
 * here once more, so that a change of the node's own table has to be meant. 401 renews the token.
 */
const refusals: readonly number[] = [
	...[301, 307, 308],
	...[400, 401, 402, 403, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, TOO_MANY_REQUESTS, 431, 451],
];

/** Whether money may have moved on this request, as far as a client can tell. */
const mayHaveMovedMoney = ({ status }: LedgerRequest) =>
	status === null || !refusals.includes(status);

function isDone(seen: Observation, reference: string): boolean {
	switch (seen.setting.operation) {
		case 'createBankPayout':
			return payoutsOf(seen, reference).length > 0 && !hasReturned(seen, reference);
		case 'initiateCardPayment':
			return namesOf(seen.cardPayments).includes(reference);
		default:
			return requestsFor(seen, reference).some(({ status }) => status !== null && status < 300);
	}
}

/** The service took the payout back while its answer, changed by another fault, said that it stands. */
const isSaidToStand = (seen: Observation, reference: string) =>
	requestsFor(seen, reference).some(
		(request) => wasStruckBy(request, 'payoutStatus') && wasStruckBy(request, 'answer'),
	);

/** A link or a preview that was made unnoticed is no payment, so only payouts are held to this. */
function refusedButPaid(seen: Observation, before: Observation[]): string[] {
	if (!isPayout(seen)) return [];
	const { execution, isReachable } = seen;
	// n8n was killed before it had saved what an execution did: its retry remembers from there on.
	const known = before.filter((one) => one.execution < execution || one.by === 'kill').at(-1);
	// A request of an earlier execution, given up on, may reach the service only now.
	const mayArriveLate = before.some((one) => one.execution < execution && !one.isPatient);
	return reported(seen, 'rejected', 'notSent', 'invalid')
		.filter((reference) => {
			const paid = payoutsOf(seen, reference).length;
			// A run that sends nothing does not ask whether an earlier execution did.
			return seen.report?.outcomes.get(reference) === 'rejected' && isReachable
				? paid > 0
				: !mayArriveLate && paid > (known ? payoutsOf(known, reference).length : 0);
		})
		.filter((reference) => ![...before, seen].some((one) => isLiedAbout(one, reference)))
		.map((reference) => `${reference} was paid, but is ${seen.report?.outcomes.get(reference)}`);
}

/**
 * The service said that it did not accept what it had paid. With looking up, a payout that is asked to
 * wait is not believed to be unpaid before the service was asked; every other lie stands.
 */
function isLiedAbout(seen: Observation, reference: string): boolean {
	const { setting, by, canLookUp } = seen;
	const wasAsked = setting.lookUpUnclear && by !== 'cancel' && canLookUp;
	return requestsFor(seen, reference).some((request) => {
		const { status } = request;
		const asksToWait = wasStruckBy(request, 'paceRefusalAfter') || status === TOO_MANY_REQUESTS;
		if (asksToWait) return !wasAsked;
		return wasStruckBy(request, 'statusAfter') && !mayHaveMovedMoney(request);
	});
}

const KNOWN_STATUSES = [
	...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'],
	...['REVERSED', 'REFUNDED', 'FAILED'],
];

/** What the service, asked, says clearly is not left unknown; and it is asked. */
function unknownLeft(seen: Observation): string[] {
	const { setting, isPatient, by, canLookUp } = seen;
	if (!isPayout(seen) || !setting.lookUpUnclear) return [];
	if (!isPatient || by === 'cancel' || !canLookUp) return [];
	// In stop mode, a run in which one item needs a correction sends nothing and asks nothing.
	if (setting.onError === 'stopWorkflow' && reported(seen, 'invalid').length > 0) return [];
	return reported(seen, 'unknown').flatMap((reference) => {
		const asked = requestsFor(seen, reference, 'getPayout');
		if (asked.length === 0) return [`${reference} is unknown, but was not looked up`];
		const status = payoutsOf(seen, reference).at(-1)?.status ?? '';
		const isKnown = KNOWN_STATUSES.includes(status) && asked.some(isCleanAnswer);
		return isKnown ? [`${reference} is unknown, but was found`] : [];
	});
}

/** An item that did not end as accepted says whether the service was asked about it. */
function lookUpUntold(seen: Observation): string[] {
	const { report, canLookUp, isPatient, isReadable, by } = seen;
	// What a later try cannot ask again, it tells from memory; a cancelled look-up may never have left.
	if (!isPayout(seen) || !isReadable || by === 'cancel') return [];
	return reported(seen, 'unknown', 'alreadySent').flatMap((reference) => {
		const isTold = report?.lookedUp.get(reference);
		const asked = requestsFor(seen, reference, 'getPayout').at(-1);
		const sent = requestsFor(seen, reference).at(-1);
		// What was asked before it was sent says nothing about what became of it.
		const wasAsked = asked !== undefined && asked.seq > (sent?.seq ?? 0);
		if (isTold === undefined || wasAsked === isTold) return [];
		if (isTold && !(canLookUp && isPatient)) return [];
		return [`${reference} was ${wasAsked ? '' : 'not '}looked up`];
	});
}

function sentAgain(seen: Observation, before: Observation[]): string[] {
	if (!isPayout(seen)) return [];
	const { execution, setting } = seen;
	// Without the guard, an execution knows nothing of those before it.
	const known = before.filter((one) => isGuarded(setting) || one.execution === execution);
	const sendings = ({ requests }: Observation) =>
		requests.filter(
			(one) => one.operation === setting.operation && one.authorizationValid !== false,
		);
	const earlier = known.flatMap(sendings);
	return sendings(seen).flatMap((request) => {
		const { orderReference } = request;
		const isOpen = earlier.some(
			(one) => one.orderReference === orderReference && mayHaveMovedMoney(one),
		);
		earlier.push(request);
		return isOpen ? [`${orderReference} was sent again`] : [];
	});
}

/** Within an execution, an answer that arrived is never lost again: not by a retry, not by a stop. */
function answerLost(seen: Observation, before: Observation[]): string[] {
	const { report, execution, setting, items } = seen;
	const isRemembered = isPayout(seen) || setting.operation === 'initiateCardPayment';
	if (report === undefined || !isRemembered) return [];
	const tries = [...before, seen]
		.filter((one) => one.execution === execution && one.isPatient)
		.filter(({ by }) => by === undefined || by === 'cancel');
	return items
		.map(({ reference }) => reference)
		.filter((reference) => tries.some((one) => requestsFor(one, reference).some(isCleanAnswer)))
		.filter((reference) => report.outcomes.get(reference) !== 'accepted')
		.map((reference) => `${reference} was accepted, but is ${report.outcomes.get(reference)}`);
}

/** References that earlier executions have used up, or may have. */
function usedBefore(seen: Observation, before: Observation[]): string[] {
	return before
		.filter(({ by, execution }, index) => {
			const next = before[index + 1] ?? seen;
			// A killed execution releases nothing: its references stay reserved, sent or not.
			return by === 'kill' || by === 'killAfterSave' || next.execution !== execution;
		})
		.flatMap((one) =>
			one.report
				? reported(one, 'accepted', 'unknown', 'alreadySent', 'reversed')
				: one.items.map(({ reference }) => reference),
		);
}

/** Where references are not released, or an execution forgets what it did, this is what shows. */
function unfoundedAlreadySent(seen: Observation, before: Observation[]): string[] {
	const used = isGuarded(seen.setting) ? usedBefore(seen, before) : [];
	const known = [...before, seen].flatMap(({ requests }) =>
		requests.flatMap(({ orderReference, status }) => (status === 409 ? [orderReference] : [])),
	);
	return reported(seen, 'alreadySent')
		.filter((reference) => ![...used, ...known].includes(reference))
		.map((reference) => `${reference} is already sent, but no earlier run used it up`);
}

/** In a new execution that meets no fault, everything that is still free must be accepted. */
function missedChance(seen: Observation, before: Observation[]): string[] {
	const { report, setting, items, isHealthy, isRetry } = seen;
	const used = usedBefore(seen, before);
	const { onError, whenAlreadySent } = setting;
	// Whether references that are used up leave the other items alone.
	const isPassed =
		onError !== 'stopWorkflow' || whenAlreadySent === 'passThrough' || used.length === 0;
	if (!isHealthy || isRetry || !isPassed) return [];
	return items
		.map(({ reference }) => reference)
		.filter((reference) => !used.includes(reference))
		.filter((reference) => requestsFor(seen, reference).every(({ status }) => status !== 409))
		.filter((reference) => report?.outcomes.get(reference) !== 'accepted')
		.map((reference) => `${reference} was free, but is ${report?.outcomes.get(reference)}`);
}

function hasOwnAnswer(seen: Observation, { reference, amount }: Item): boolean {
	const answer = seen.report?.answers.get(reference);
	if (answer === undefined) return true;
	const { message, activeMethods, cardPaymentLink, order } = answer;
	if (message === FAULTY_ANSWER || String(message).startsWith('Status ')) return true;
	if (activeMethods !== undefined) {
		// The sandbox's fee of the first method is 2.9 % of the amount.
		const [method] = activeMethods as Array<{ fee: number }>;
		return method?.fee === Math.round(Number(amount) * 2.9) / 100;
	}
	if (seen.setting.operation === 'previewBankPayout') {
		return (order as { amount?: unknown } | undefined)?.amount === Number(amount);
	}
	if (cardPaymentLink === undefined)
		return withoutChange(String(answer.orderReference)) === reference;
	return seen.cardPayments.some(
		(one) => one.orderReference === reference && one.cardPaymentLink === cardPaymentLink,
	);
}
