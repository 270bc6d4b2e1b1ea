import type { CardPayment, Fault, LedgerRequest, Payout } from '../../sandbox';
import { FAULTY_ANSWER, refusals } from './faultCases';
import type { InputItem, Report } from './report';
import { canAsk, isGuarded, type Interruption, type NodeSetting } from './schedule';

/**
 * One run of the node as seen from outside: the three ledgers side by side (reported, received, paid),
 * taken when the service had come to rest.
 */
export interface Observation {
	/** Counts from 1; "Retry execution" goes on with the same one. */
	execution: number;
	isRetry: boolean;
	/** Milliseconds of the node's time. */
	begunAt: number;
	endedAt: number;
	setting: NodeSetting;
	items: InputItem[];
	/** How the run ended, unless by itself. */
	by?: Interruption['kind'];
	/** What the node reported; undefined when it never came to that. */
	report?: Report;
	/** What this run sent, and the service received, be it only in a later one. */
	requests: LedgerRequest[];
	/** References that somebody had paid there before. */
	paidBefore: string[];
	/** All payouts, without those, and links that the service had made by now, as they were then. */
	payouts: Payout[];
	cardPayments: CardPayment[];
	/** The account that the credential names. */
	clientId: string;
	/** Breaches that the sandbox saw. */
	breaches: string[];
	/** What may be paid out on one day, in major units; null without a limit. */
	maximumPerDay: number | null;
	/** Validate Only was on. */
	isDryRun: boolean;
	/** Nothing was in the way: no fault waiting, no interruption. */
	isHealthy: boolean;
	/** Otherwise the credential named another Base URL, at which nobody listens. */
	isReachable: boolean;
	/** Nothing was in the way of asking the service what became of a payment. */
	canLookUp: boolean;
	/** Whether the timeout was too long for a healthy answer to miss it. */
	isPatient: boolean;
}

/** @returns the order references, or texts, in which a run breaks it, given the runs before */
type Invariant = (seen: Observation, before: Observation[]) => string[];

/** What the package promises never to do, and below that, what would lead there. */
const invariants: Record<string, Invariant> = {
	'was paid twice': ({ setting, paidBefore, payouts }) =>
		// Nobody can know of what was paid before, where the service cannot be asked.
		[...(canAsk(setting) ? paidBefore : []), ...namesOf(payouts)].filter(
			(reference, index, all) => all.indexOf(reference) !== index,
		),
	'went out with the token of another account': ({ requests, clientId }) =>
		requests.filter((one) => one.authorizationValid && one.clientId !== clientId).map(nameOf),
	'has no outcome in the report': ({ report, items }) =>
		report ? namesIn(items).filter((reference) => !report.outcomes.has(reference)) : [],
	'is reported accepted, and was not done': (seen, before) => {
		// A retry remembers what its execution was told, and asks nothing.
		const told = [...before.filter(({ execution }) => execution === seen.execution), seen];
		return reported(seen, 'accepted').filter(
			(reference) => !isDone(seen, reference) && !told.some((one) => isSaidToStand(one, reference)),
		);
	},
	'is reported reversed, and is not': (seen) =>
		isPayout(seen)
			? reported(seen, 'reversed').filter((reference) => !hasReturned(seen, reference))
			: [],
	'was paid, but is reported refused or not sent': refusedButPaid,
	'is unknown, although the service knows it or was not asked': unknownLeft,
	'was sent again': sentAgain,
	'was sent, and not asked for before': sentUnasked,
	'was paid above the limit of the day': aboveDay,
	'was sent by a dry run': (seen) =>
		seen.isDryRun ? requestsOf(seen).map(({ orderReference }) => String(orderReference)) : [],
	'was accepted, but is no longer reported so': answerLost,
	'is already sent, but no earlier run used it up': unfoundedAlreadySent,
	'was free, but was not accepted': missedChance,
	'was left open for a person': leftForPerson,
	'is mixed up with another item': (seen) => [
		...(seen.report?.wrongPairing ?? []),
		...namesIn(seen.items.filter((item) => !hasOwnAnswer(seen, item))),
	],
	'breaks the contract': ({ breaches }) => breaches,
};

/**
 * Holds the three ledgers of all runs of one case against each other.
 *
 * @param history the runs in their order, executions and their retries
 */
export function findViolations(history: Observation[]): string[] {
	return Object.entries(invariants).flatMap(([says, invariant]) =>
		history.flatMap((seen, index) =>
			invariant(seen, history.slice(0, index)).map(
				(what) => `${what} ${says} (execution ${seen.execution})`,
			),
		),
	);
}

/** Violations, and the three ledgers of each run in a line each; nothing where there are none. */
export function describeViolations(violations: string[], history: Observation[]): string[] {
	if (violations.length === 0) return [];
	const lines = history.flatMap(({ execution, isRetry, by, report, requests, payouts }) => {
		const name = `execution ${execution}${isRetry ? ', retried' : ''}${by ? `, ${by}` : ''}`;
		const reported = [...(report?.outcomes ?? [])].map(([item, outcome]) => `${item} ${outcome}`);
		const received = requests.map(
			({ operation, orderReference = '', status, fault = 'no fault' }) =>
				`${operation} ${orderReference} ${status ?? 'no answer'} (${fault})`,
		);
		const paid = payouts.map(({ orderReference, status }) => `${orderReference} ${status}`);
		return Object.entries({ reported, received, paid }).map(
			([ledger, entries]) => `  ${name} ${ledger}: ${entries.join(', ') || 'nothing'}`,
		);
	});
	return [...violations, ...lines];
}

const COME_BACK = ['REVERSED', 'REFUNDED', 'FAILED'];

const isPayout = ({ setting }: Observation) => setting.operation === 'createBankPayout';

const namesOf = (records: Array<{ orderReference: string }>) =>
	records.map(({ orderReference }) => orderReference);
const namesIn = (items: InputItem[]) => items.map(({ reference }) => reference);

function reported({ report }: Observation, ...wanted: string[]): string[] {
	return [...(report?.outcomes ?? [])].flatMap(([reference, outcome]) =>
		wanted.includes(outcome) ? [reference] : [],
	);
}

const payoutsOf = ({ payouts }: Observation, reference: string) =>
	payouts.filter(({ orderReference }) => orderReference === reference);

function hasReturned(seen: Observation, reference: string): boolean {
	const made = payoutsOf(seen, reference);
	const isBack = ({ status }: Payout) => COME_BACK.includes(status);
	return made.length > 0 && made.every(isBack);
}

/** The requests of a run's own operation that were let in, or of another one. */
const requestsOf = ({ requests, setting }: Observation, operation: string = setting.operation) =>
	requests.filter((one) => one.operation === operation && one.authorizationValid !== false);

const requestsFor = (seen: Observation, reference: string, operation?: string) =>
	requestsOf(seen, operation).filter(({ orderReference }) => orderReference === reference);

/** Whether this kind of fault was among those that were applied: a slow answer may be a wrong one, too. */
export function hadFault({ fault = '' }: LedgerRequest, kind?: Fault['kind']): boolean {
	return fault.split('+').includes(String(kind));
}

/** Whether the service answered as it should, so that the client must know the true outcome. */
const isCleanAnswer = ({ status, fault }: LedgerRequest) =>
	status === 200 && (fault === undefined || fault === 'delay');

/** Whether money may have moved on this request, as far as a client can tell. */
const mayHaveMovedMoney = ({ status }: LedgerRequest) =>
	status === null || !refusals.includes(status);

const isDone = (seen: Observation, reference: string) =>
	isPayout(seen)
		? payoutsOf(seen, reference).length > 0 && !hasReturned(seen, reference)
		: namesOf(seen.cardPayments).includes(reference);

/** The service took the payout back while its answer, changed by another fault, said that it stands. */
const isSaidToStand = (seen: Observation, reference: string) =>
	requestsFor(seen, reference).some(
		(request) => hadFault(request, 'payoutStatus') && hadFault(request, 'answer'),
	);

/** A link or a preview that was made unnoticed is no payment, so only payouts are held to this. */
function refusedButPaid(seen: Observation, before: Observation[]): string[] {
	if (!isPayout(seen)) return [];
	const { execution } = seen;
	// n8n was killed before it had saved what an execution did: its retry remembers from there on.
	const known = before.filter((one) => one.execution < execution || one.by === 'kill').at(-1);
	// A request of an earlier execution, given up on, may reach the service only now.
	const mayArriveLate = before.some((one) => one.execution < execution && !one.isPatient);
	return reported(seen, 'rejected', 'notSent', 'invalid').filter((reference) => {
		if ([...before, seen].some((one) => isLiedAbout(one, reference))) return false;
		const paid = payoutsOf(seen, reference).length;
		// What did not leave in this execution is not asked for in every case: only what it did itself is told.
		return requestsFor(seen, reference).length > 0
			? paid > 0
			: !mayArriveLate && paid > (known ? payoutsOf(known, reference).length : 0);
	});
}

/**
 * The service said that it did not accept what it had paid. With looking up, a payout that is asked to
 * wait, whose token is refused, or whose reference is named, is not believed to be unpaid before the
 * service was asked, which an interrupted run may not have come to; every other lie stands.
 */
function isLiedAbout(seen: Observation, reference: string): boolean {
	const { setting, by, canLookUp } = seen;
	const wasAsked = canAsk(setting) && by === undefined && canLookUp;
	return requestsFor(seen, reference).some((request) => {
		const { status } = request;
		if (hadFault(request, 'paceRefusalAfter') || status === 429) return !wasAsked;
		if (!hadFault(request, 'statusAfter') || mayHaveMovedMoney(request)) return false;
		return !wasAsked || !LOOKED_UP.includes(Number(status));
	});
}

/** A refused token, and the one refusal among the cases that names the reference. */
const LOOKED_UP = [400, 401];

const KNOWN_STATUSES = ['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS', ...COME_BACK];

/** What the service, asked, says clearly is not left unknown; and it is asked. */
function unknownLeft(seen: Observation): string[] {
	const { setting, isPatient, by, canLookUp } = seen;
	if (!canAsk(setting)) return [];
	if (!isPatient || by === 'cancel' || !canLookUp) return [];
	// A dry run asks nothing, either.
	if (seen.isDryRun) return [];
	// In stop mode, a run in which one item needs a correction sends nothing and asks nothing.
	if (setting.onError === 'stopWorkflow' && reported(seen, 'invalid').length > 0) return [];
	return reported(seen, 'unknown').filter((reference) => {
		const asked = requestsFor(seen, reference, 'getPayout');
		const status = payoutsOf(seen, reference).at(-1)?.status ?? '';
		const isKnown = KNOWN_STATUSES.includes(status) && asked.some(isCleanAnswer);
		return asked.length === 0 || isKnown;
	});
}

/** For so long the runs of a process leave alone what one of them left open. Said here once more, so that a change is meant. */
const LEFT_ALONE_MS = 600_000;

/**
 * In its execution, what may have moved money never leaves again. Another execution may send it, where the service has
 * look-ups and nothing is to be left alone any more: what it asks before is held by `sentUnasked`.
 */
function sentAgain(seen: Observation, before: Observation[]): string[] {
	if (!isPayout(seen)) return [];
	const { execution, setting } = seen;
	const earlier = before.flatMap((one, at) => {
		const sent = requestsOf(one).filter(mayHaveMovedMoney);
		// A kill takes the memory along: what n8n retries then begins anew.
		const isForgotten = before.slice(at).some(({ by }) => by === 'kill');
		const isKnown = one.execution === execution && !isForgotten;
		if (isKnown || !canAsk(setting)) return isKnown || isGuarded(setting) ? sent : [];
		const isAlone = seen.endedAt - one.begunAt < LEFT_ALONE_MS;
		return isAlone ? sent.filter((each) => !isCleanAnswer(each)) : [];
	});
	const open = [...earlier, ...requestsOf(seen).filter(mayHaveMovedMoney)];
	return requestsOf(seen)
		.filter(({ orderReference, seq }) =>
			open.some((one) => one.orderReference === orderReference && one.seq < seq),
		)
		.map(nameOf);
}

/** The service's own 404, or the empty list that a fault gives. */
function saysUnknown({ status, fault = '' }: LedgerRequest): boolean {
	const changed = fault.split('+').filter((kind) => !['', 'delay', 'recordLate'].includes(kind));
	return status === 404
		? changed.length === 0
		: status === 200 && changed.join() === 'statusBefore';
}

/** Right before a payout leaves, and before it leaves again, the service has said that it does not know it. */
function sentUnasked(seen: Observation): string[] {
	const { setting } = seen;
	if (!canAsk(setting)) return [];
	return namesIn(seen.items).filter((reference) => {
		const about = seen.requests.filter(({ orderReference }) => orderReference === reference);
		const sent = about.filter(({ operation }) => operation === setting.operation);
		return sent.some(({ seq }, at) => {
			const isClear = (one: LedgerRequest) =>
				one.operation === 'getPayout' &&
				one.seq < seq &&
				one.seq > (sent[at - 1]?.seq ?? 0) &&
				saysUnknown(one);
			return !about.some(isClear);
		});
	});
}

/** What a run pays, together with what the service had before it, stays within its limit. */
function aboveDay(seen: Observation, before: Observation[]): string[] {
	const { maximumPerDay, payouts } = seen;
	// A request of an earlier run, given up on, may reach the service only now.
	if (maximumPerDay === null || before.some((one) => !one.isPatient)) return [];
	const standing = payouts.filter(({ status }) => !COME_BACK.includes(status));
	const total = standing.reduce((sum, { order }) => sum + Number(order?.amount), 0);
	return total <= maximumPerDay ? [] : namesOf(payouts.slice(before.at(-1)?.payouts.length ?? 0));
}

/** Within an execution, an answer that arrived is never lost again: not by a retry, not by a stop. */
function answerLost(seen: Observation, before: Observation[]): string[] {
	const { report, execution, items } = seen;
	if (report === undefined) return [];
	const tries = [...before, seen]
		.filter((one) => one.execution === execution && one.isPatient)
		.filter(({ by }) => by === undefined || by === 'cancel');
	return namesIn(items)
		.filter((reference) => tries.some((one) => requestsFor(one, reference).some(isCleanAnswer)))
		.filter((reference) => report.outcomes.get(reference) !== 'accepted');
}

/** A killed execution takes no references out of the list of n8n. */
const freedNothing = ({ by }: Observation) => by === 'kill' || by === 'killAfterSave';

/** References that earlier executions have used up, or may have. */
function usedBefore(seen: Observation, before: Observation[]): string[] {
	// The service is the memory.
	if (canAsk(seen.setting)) return madeIn(before.at(-1) ?? { ...seen, payouts: [] });
	return before
		.filter((one, index) => {
			const next = before[index + 1] ?? seen;
			return freedNothing(one) || next.execution !== one.execution;
		})
		.flatMap((one) =>
			one.report && !freedNothing(one)
				? reported(one, 'accepted', 'unknown', 'alreadySent', 'reversed')
				: namesIn(one.items),
		);
}

/** References that an earlier run left open, and that this one leaves alone. */
function leftAlone(seen: Observation, before: Observation[]): string[] {
	const recent = before.filter(
		(one) => canAsk(one.setting) && seen.begunAt - one.endedAt < LEFT_ALONE_MS,
	);
	return recent.flatMap((one) => [
		...reported(one, 'unknown'),
		...requestsOf(one).filter(mayHaveMovedMoney).map(nameOf),
	]);
}

const nameOf = ({ orderReference }: LedgerRequest) => String(orderReference);

const wasUsedAtService = (seen: Observation[], reference: string) =>
	seen.some((one) => requestsFor(one, reference).some(({ status }) => status === 409));

/** Where a list keeps what was refused, or an execution forgets what it did, this is what shows. */
function unfoundedAlreadySent(seen: Observation, before: Observation[]): string[] {
	const { setting, paidBefore } = seen;
	const used = isGuarded(setting) ? usedBefore(seen, before) : [];
	const tries = [...before, seen];
	const wasRefused = (reference: string) =>
		tries.some((one) => requestsFor(one, reference).some((request) => !mayHaveMovedMoney(request)));
	// Made by this very run: a refusal that names the reference does not say so. A link is asked for anew on each retry.
	const made = isPayout(seen)
		? namesOf(seen.payouts)
		: namesOf(seen.cardPayments).filter(wasRefused);
	const known = [...used, ...paidBefore, ...made];
	return reported(seen, 'alreadySent').filter(
		(reference) => !known.includes(reference) && !wasUsedAtService(tries, reference),
	);
}

/** In a new execution that meets no fault, everything that is still free must be accepted. */
function missedChance(seen: Observation, before: Observation[]): string[] {
	const { report, setting, items, isHealthy, isRetry } = seen;
	const used = [...usedBefore(seen, before), ...leftAlone(seen, before)];
	if (!isHealthy || isRetry) return [];
	// One that is used up stops the run.
	if (setting.onError === 'stopWorkflow' && namesIn(items).some((one) => used.includes(one))) {
		return [];
	}
	return namesIn(items)
		.filter((reference) => !used.includes(reference) && !wasUsedAtService([seen], reference))
		.filter((reference) => report?.outcomes.get(reference) !== 'accepted');
}

/** What a healthy run leaves behind, long after all else: everybody was paid, and is told so. */
function leftForPerson(seen: Observation, before: Observation[]): string[] {
	const { report, setting, items, isHealthy, isRetry } = seen;
	if (!isHealthy || isRetry || !canAsk(setting) || setting.onError === 'stopWorkflow') return [];
	const [paid, alone] = [madeIn(seen), leftAlone(seen, before)];
	return namesIn(items).filter((reference) => {
		if (alone.includes(reference)) return false;
		const outcome = String(report?.outcomes.get(reference));
		return !paid.includes(reference) || !['accepted', 'alreadySent'].includes(outcome);
	});
}

/** All that the service has made so far, as often as it did. */
const madeIn = (seen: Observation) =>
	isPayout(seen) ? [...seen.paidBefore, ...namesOf(seen.payouts)] : namesOf(seen.cardPayments);

function hasOwnAnswer({ report, cardPayments }: Observation, { reference }: InputItem): boolean {
	const answer = report?.answers.get(reference);
	if (answer === undefined || answer.message === FAULTY_ANSWER) return true;
	const { cardPaymentLink, orderReference } = answer;
	if (cardPaymentLink === undefined) return String(orderReference) === reference;
	return cardPayments.some(
		(one) => one.orderReference === reference && one.cardPaymentLink === cardPaymentLink,
	);
}
