import type { INode, NodeOperationError } from 'n8n-workflow';
import { stoppedRun } from '../../sentences/stoppedRun';
import { shown, someOf } from '../../wire/shown';
import { operationError } from '../common/operationError';
import { itemNumber, type Result } from '../common/payment';
import { byOutcome, describeResult, NAMED_LENGTH, nameItem, reasonOf } from './advice';
import { isAccepted } from '../proof/verdicts';
import type { EndedResult } from './endedResult';
import { nextStepFor } from './nextStep';

/** An e-mail or a chat shows no more; 5,000 bad rows would give 144,842 signs. */
const DESCRIBED_ITEMS = 20;

/** What a stopped run has to tell besides its results. */
interface Stop {
	nothingKnown: boolean;
	isCanceled?: boolean;
	isTool?: boolean;
	isReturnSet?: boolean;
	hints: string[];
	cause?: unknown;
}

/**
 * The error of a run that was stopped: by what kept it from sending (`cause`), or else by an item,
 * which it names. Sub-workflows, error workflows and chats see its message alone, so that it says what others of
 * the run were accepted. Its description has items by their reason and by their outcome, some by name.
 *
 * @param nothingKnown whether this execution has sent nothing at all
 * @param isCanceled whether somebody has canceled this execution
 * @param isTool whether an AI agent has called: of an error, n8n gives it the message alone
 * @param isReturnSet whether what was sent before need not stop a run, by the builder's choice
 * @param hints for the builder: n8n shows those of a node that failed nowhere else
 */
export function runError(
	node: INode,
	results: EndedResult[],
	{ nothingKnown, isCanceled = false, isTool = false, isReturnSet = false, hints, cause }: Stop,
): NodeOperationError {
	const isNothingSent =
		nothingKnown &&
		results.every(({ outcome, conflict }) => /invalid|notSent/.test(outcome) && !conflict);
	const describe = (result: EndedResult) => describeResult(result, isNothingSent);
	const failures = results.filter(({ failed }) => failed);
	const invalid = results.filter(({ outcome }) => outcome === 'invalid');
	// An empty row stops a run only where there is nothing else.
	const filled = failures.filter(({ isEmptyRow }) => !isEmptyRow);
	const stopped = (filled.find(({ outcome }) => outcome !== 'notSent') ??
		// An item that another one has stopped names no reason of its own.
		filled.find(({ cause }) => cause !== 'run') ??
		filled[0] ??
		failures[0]) as EndedResult;
	// The paragraphs name every invalid item; all others were only held back.
	const isInvalid = cause !== undefined || stopped.outcome === 'invalid';
	// Where the record says that the payout was made, the next step of the item says the same.
	const isHeldUp =
		!isReturnSet &&
		stopped.effect === 'payout' &&
		stopped.outcome === 'alreadySent' &&
		stopped.found?.outcome !== 'accepted' &&
		results.some(({ outcome }) => outcome === 'notSent');
	// Nobody needs a list of the rows that were only looked up.
	const isSummed = stopped.effect !== 'none' && !(isNothingSent && isInvalid);
	const [says, nextStep] =
		cause === undefined
			? [describe(stopped), `${nextStepFor(stopped)}.`]
			: told(cause).map((text) => text && `${text}.`);
	const nothing =
		invalid.length > 0
			? stoppedRun.notPassed({ invalid: invalid.length, items: results.length })
			: stoppedRun.nothingSent;
	// One is in the message already.
	const listed = invalid.filter((one) => cause !== undefined || one !== stopped);
	const accepted = results.filter(isAccepted).length;
	const others = isSummed && accepted > 0 ? stoppedRun.accepted({ count: accepted }) : '';
	const paragraphs = [
		...byReason(listed, (result) => reasonOf(result, isNothingSent)),
		isTool ? '' : nextStep,
		isHeldUp ? stoppedRun.toGoOn : '',
		...(isSummed ? summary(results) : []),
		...hints,
	].filter((paragraph) => paragraph !== '');
	const message = [isNothingSent && nothing, says, others, isTool && nextStep]
		.filter(Boolean)
		.join(' ');
	// By this spelling, which may be the service's, n8n tells a canceled execution from a failed one.
	const ofFailed = isCanceled ? message : message.replaceAll('canceled', 'cancelled');
	return operationError(node, ofFailed, paragraphs.join('<br/>'));
}

/** What kept a run from sending, and what to do. */
export function told(cause: unknown): [says: string, nextStep: string] {
	// Whatever is thrown, each item is to end with an outcome.
	const { message = String(cause), description } = Object(cause) as Partial<NodeOperationError>;
	const withoutStop = (text: string) => text.replace(/[.\s]+$/, '');
	return [withoutStop(message), withoutStop(description ?? '')];
}

/** Each reason once, with the items that have it: the first by name, and the rest counted. */
function byReason(results: EndedResult[], reasonFor: (result: EndedResult) => string): string[] {
	const groups = new Map<string, EndedResult[]>();
	for (const result of results) {
		const reason = reasonFor(result);
		const group = groups.get(reason);
		if (group) group.push(result);
		else groups.set(reason, [result]);
	}
	let left = DESCRIBED_ITEMS;
	let counted = 0;
	const lines: string[] = [];
	for (const [reason, group] of groups) {
		const named = group.slice(0, left).map(nameItem);
		left -= named.length;
		const more = group.length - named.length;
		if (named.length === 0) counted += more;
		else lines.push(`${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${reason}`);
	}
	return counted === 0 ? lines : [...lines, stoppedRun.moreItems({ count: counted })];
}

/** The order references of a run, one line for each outcome. */
function summary(results: Result[]): string[] {
	return byOutcome(results).map(([words, group]) => {
		const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
		const references = someOf(group, ({ index, orderReference }) =>
			shown(orderReference || `item ${itemNumber(index)}`, NAMED_LENGTH),
		);
		const told = words === 'unknown' ? stoppedRun.perhapsPaid({ label }) : label;
		return `${told} (${group.length}): ${references}.`;
	});
}
