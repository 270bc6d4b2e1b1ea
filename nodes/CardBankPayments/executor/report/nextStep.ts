import { access } from '../../sentences/access';
import { nextSteps } from '../../sentences/nextSteps';
import type { Effect } from '../../resources/operation';
import { shown } from '../../wire/shown';
import type { Cause, NextStep, Outcome, Result } from '../common/payment';
import { runAgainIn } from '../common/waits';
import { LEFT_ALONE_MS } from '../journal/leftAlone';
import type { EndedResult } from './endedResult';

const { checkBaseUrl, checkAccess } = access.nextSteps;

/** Where a payment is looked up by hand. */
const PLACES: Record<Effect, string> = {
	payout: 'Payout → Get',
	paymentLink: 'Card Payment → Get',
	none: 'the dashboard',
};

/** Some statuses say what to do, whatever the words behind them are. */
const BY_STATUS = new Map<number | undefined, string>([
	[302, checkBaseUrl],
	[303, checkBaseUrl],
	[401, nextSteps.newToken],
	[403, checkAccess],
	[404, nextSteps.checkPaths],
	[405, checkBaseUrl],
	[407, nextSteps.checkProxy],
	[409, nextSteps.later],
	[425, nextSteps.later],
]);

/** What to do after a refusal, by whose matter it is. */
const BY_CAUSE: Partial<Record<Cause, string>> = {
	item: nextSteps.correctWhatIsNamed,
	account: nextSteps.topUp,
	settings: checkBaseUrl,
	service: nextSteps.checkConnection,
};

function afterRefusal({ cause = 'item', httpStatus, waitMs, orderReference = '', says }: Result) {
	// The service documents "Order reference should only contain alphanumeric characters".
	const isForItsSigns = /\balphanumeric\b/i.test(says) && /[^A-Za-z0-9]/.test(orderReference);
	if (isForItsSigns) return nextSteps.plainReference;
	if (waitMs !== undefined || httpStatus === 429) return runAgainIn(waitMs ?? 0);
	// "No balance account" comes with a 404, of which the usual advice, to check the paths, would be wrong.
	const isOfBalance = cause === 'account' && httpStatus === 404;
	const hasReason = cause !== 'item' || says.includes(':');
	const byStatus = isOfBalance ? undefined : BY_STATUS.get(httpStatus);
	// The service may have given no reason.
	return byStatus ?? (hasReason ? BY_CAUSE[cause] : undefined) ?? nextSteps.checkValues;
}

function afterOpenPayout({ cannotAsk, leftAloneMs = LEFT_ALONE_MS }: Result): NextStep {
	if (cannotAsk) return nextSteps.askCompany;
	const minutes = Math.ceil(leftAloneMs / 60_000);
	return nextSteps.runAgain({ minutes: minutes === 1 ? '1 minute' : `${minutes} minutes` });
}

function afterUnknown(result: EndedResult): NextStep {
	if (result.effect === 'payout') return afterOpenPayout(result);
	const usual = result.effect === 'paymentLink' ? nextSteps.newLink : nextSteps.readLater;
	return BY_STATUS.get(result.httpStatus) ?? usual;
}

function afterAlreadySent(result: EndedResult): NextStep {
	if (result.effect === 'payout') return afterOpenPayout(result);
	return result.effect === 'paymentLink' ? nextSteps.lookUpLink : nextSteps.lookInDashboard;
}

/** What to do where the run ended before an item, by whose matter that was. */
const AFTER_STOP: Partial<Record<Cause, string>> = {
	account: nextSteps.correctAccount,
	settings: nextSteps.correctSettings,
	service: nextSteps.waitForService,
};

const BY_OUTCOME: Record<Outcome, (result: EndedResult) => NextStep> = {
	accepted: () => nextSteps.nothing,
	unknown: afterUnknown,
	reversed: () => nextSteps.cameBack,
	rejected: afterRefusal,
	alreadySent: afterAlreadySent,
	invalid: () => nextSteps.correctItem,
	notFound: () => nextSteps.lookAgain,
	notSent: ({ cause, httpStatus }) =>
		BY_STATUS.get(httpStatus) ?? (cause && AFTER_STOP[cause]) ?? nextSteps.clearItem,
};

/** What to do about an item: one sentence or two, without a full stop, that name what to click. */
export function nextStepFor(result: EndedResult): string {
	const step = result.nextStep ?? usualStep(result);
	if (typeof step === 'string') return step;
	return step({ reference: shown(result.orderReference ?? ''), place: PLACES[result.effect] });
}

function usualStep(result: EndedResult): NextStep {
	const { outcome, conflict, anothers, failed } = result;
	const found = result.found?.outcome;
	if (conflict) return nextSteps.conflict;
	if (anothers) return nextSteps.anothers;
	if (found === 'accepted' && failed) return nextSteps.toSkip;
	return BY_OUTCOME[found ?? outcome](result);
}
