import type { Effect } from '../../resources/operation';
import { access } from '../../sentences/access';
import { values } from '../../sentences/values';
import { shown } from '../../wire/shown';
import type { Cause, Outcome, Result } from '../common/payment';
import { runAgainIn } from '../common/waits';
import type { EndedResult } from './endedResult';

const AGAIN = 'then run this item again';

/** Where a payment is looked up by hand. */
const PLACES: Record<Effect, string> = {
	payout: 'Payout → Get',
	paymentLink: 'Card Payment → Get',
	none: 'the dashboard',
};

/** Some statuses say what to do, whatever the words behind them are. */
const BY_STATUS = new Map<number | undefined, string>([
	[302, access.nextSteps.checkBaseUrl],
	[303, access.nextSteps.checkBaseUrl],
	[
		401,
		'In the credential, paste a new access token, or set Authentication to Generate Token. Where it is set so, make a new API Key',
	],
	[403, access.nextSteps.checkAccess],
	[
		404,
		`${access.nextSteps.checkBaseUrl}, and its paths, such as Banks Path. If the service names another reason, correct that`,
	],
	[405, access.nextSteps.checkBaseUrl],
	[407, `Check HTTP_PROXY and HTTPS_PROXY of n8n, ${AGAIN}`],
	[409, 'Run this item again later'],
	[425, 'Run this item again later'],
]);

/** What to do after a refusal, by whose matter it is. */
const BY_CAUSE: Partial<Record<Cause, string>> = {
	item: `Correct what the service names, ${AGAIN}`,
	account: `Top up the balance of the account, ${AGAIN}`,
	settings: access.nextSteps.checkBaseUrl,
	service: `Check Base URL in the credential and the connection of n8n, ${AGAIN}`,
};

/** The service has given no reason. */
const CHECK_VALUES = 'Check each value of this item, then run it again';

function afterRefusal({ cause = 'item', httpStatus, waitMs, orderReference = '', says }: Result) {
	// The service documents "Order reference should only contain alphanumeric characters".
	const isForItsSigns = /\balphanumeric\b/i.test(says) && /[^A-Za-z0-9]/.test(orderReference);
	if (isForItsSigns) return `In Order Reference ${values.plainReference}`;
	if (waitMs !== undefined || httpStatus === 429) return runAgainIn(waitMs ?? 0);
	// What is documented to be about the balance has the status of what is not found.
	const isOfBalance = cause === 'account' && httpStatus === 404;
	const hasReason = cause !== 'item' || says.includes(':');
	const byStatus = isOfBalance ? undefined : BY_STATUS.get(httpStatus);
	return byStatus ?? (hasReason ? BY_CAUSE[cause] : undefined) ?? CHECK_VALUES;
}

/** By then, a slow request has arrived, and the service knows the payout: the next run finds it. */
const LEFT_ALONE_MS = 600_000;

function runAgain({ waitMs }: Result): string {
	const minutes = Math.ceil((waitMs || LEFT_ALONE_MS) / 60_000);
	return `Run the workflow again in ${minutes} minute${minutes === 1 ? '' : 's'} or later: this item is looked up first, and sent only if the service does not know it`;
}

const ASK_COMPANY =
	'Ask the company whether {reference} was paid. If it was not, use a new order reference';

/** A payout of which nobody has said what became of it. */
const afterOpenPayout = (result: Result): string =>
	result.cannotAsk ? ASK_COMPANY : runAgain(result);

/** `{reference}` and `{place}` stand for the order reference and where to look it up. */
const ALREADY_SENT: Record<Exclude<Effect, 'payout'>, string> = {
	paymentLink:
		'Look up {reference} with {place}. Neither paid nor PROCESSING? Then make a new link under a new order reference',
	none: 'Look at the earlier payment in the dashboard. Only a new payment gets a new order reference',
};

const UNKNOWN: typeof ALREADY_SENT = {
	paymentLink: 'Make a new link under a new order reference',
	none: 'Run it again later',
};

const afterUnknown = (result: EndedResult) =>
	result.effect === 'payout'
		? afterOpenPayout(result)
		: (BY_STATUS.get(result.httpStatus) ?? UNKNOWN[result.effect]);

const afterAlreadySent = (result: EndedResult) =>
	result.effect === 'payout' ? afterOpenPayout(result) : ALREADY_SENT[result.effect];

/** The beneficiary may have been paid all the same: by that payout, before somebody changed the row. */
const ANOTHERS =
	'Find out in the dashboard whether {reference} has paid this beneficiary. If not, pay under an order reference of its own';

const CONFLICT =
	'Look up {reference} with {place} first: it may have been paid. Only a payment that is really new gets another order reference';

/** What to do where the run ended before an item, by whose matter that was. */
const AFTER_STOP: Partial<Record<Cause, string>> = {
	account: `Correct the credential or the account as named here, ${AGAIN}`,
	settings: `Correct the settings as named here, ${AGAIN}`,
	service: `Wait some minutes, ${AGAIN}`,
};

const BY_OUTCOME: Record<Outcome, (result: EndedResult) => string> = {
	accepted: () => 'Nothing to do',
	unknown: afterUnknown,
	reversed: () =>
		'Find out why it came back, e.g. a wrong account name, then pay under a new order reference, such as {reference}B',
	rejected: afterRefusal,
	alreadySent: afterAlreadySent,
	invalid: () => `Correct what is named here, ${AGAIN}`,
	notFound: () => 'Look again later',
	notSent: ({ cause = 'run', httpStatus }) =>
		BY_STATUS.get(httpStatus) ??
		AFTER_STOP[cause] ??
		`Clear the item that stopped the run, ${AGAIN}`,
};

const TO_SKIP =
	'Nothing to do for this item. To let such items pass, set When Already Sent to Return the Payout. They then have alreadySent: true';

/** What to do about an item: one sentence or two, without a full stop, that name what to click. */
export function nextStepFor(result: EndedResult): string {
	return (result.nextStep ?? usualStep(result))
		.replace('{reference}', () => shown(result.orderReference ?? ''))
		.replace('{place}', PLACES[result.effect]);
}

function usualStep(result: EndedResult): string {
	const { outcome, conflict, anothers, failed } = result;
	const found = result.found?.outcome;
	if (conflict) return CONFLICT;
	if (anothers) return ANOTHERS;
	if (found === 'accepted' && failed) return TO_SKIP;
	// Where the service's record does not say what became of it, it is looked up.
	const known = found === 'unknown' ? outcome : (found ?? outcome);
	return BY_OUTCOME[known](result);
}
