import { NodeOperationError, type INode } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { plain } from '../../wire/shown';
import { operationError } from '../common/operationError';
import type { EndedResult, Result } from '../common/payment';
import { adviceFor, describeResult, nameItem, NOTHING_SENT, summary } from './advice';

/** How many items a message describes one by one; more would only freeze the editor. */
const DESCRIBED_ITEMS = 1000;

/** Otherwise every further run would stop at the same item, and the others would never be paid. */
const TO_GO_ON =
	'To go on with the others, set the option When Already Sent to Pass the Item Through';

/**
 * The error of a run that was stopped, naming the item that stopped it, and in its description every
 * payment by its outcome.
 *
 * @param nothingKnown whether this execution has sent nothing at all
 * @param hints for the builder: n8n shows those of a node that failed nowhere else
 */
export function stoppedRun(
	node: INode,
	results: EndedResult[],
	effect: Effect,
	{ nothingKnown, hints }: { nothingKnown: boolean; hints: Array<string | undefined> },
): NodeOperationError {
	const failures = results.filter((result) => result.failed);
	const stopped = failures.find(({ outcome }) => outcome !== 'notSent') ?? (failures[0] as Result);
	const isOnlyInvalid =
		stopped.outcome === 'invalid' &&
		nothingKnown &&
		results.every(({ outcome, conflict }) => /invalid|notSent/.test(outcome) && !conflict);
	const describe = (result: Result) =>
		isOnlyInvalid ? `${nameItem(result)}: ${plain(result.says)}.` : describeResult(result, effect);
	const invalid = results.filter(({ outcome }) => outcome === 'invalid');
	const message = isOnlyInvalid
		? `${nothingSent(results)}. ${describe(stopped)}`
		: describe(stopped);
	const returns = effect === 'payout' ? ', or to Return the Payout' : '';
	const holdsBack = results.some(({ outcome }) => outcome === 'notSent');
	const paragraphs = [
		// A single one is in the message already.
		...(invalid.some((result) => result !== stopped) ? describeEach(invalid, describe) : []),
		`${adviceFor(stopped, effect).nextStep}.`,
		...(stopped.outcome === 'alreadySent' && holdsBack ? [`${TO_GO_ON}${returns}.`] : []),
		...(isOnlyInvalid ? [] : summary(results)),
		...hints.filter((hint) => hint !== undefined),
	];
	return operationError(node, message, paragraphs.join('<br/>'), stopped.index);
}

/** With the number of items to correct; an item with a next step of its own is not wrong. */
function nothingSent(results: Result[]): string {
	const { length } = results.filter(
		({ outcome, nextStep }) => outcome === 'invalid' && nextStep === undefined,
	);
	if (length === 0) return NOTHING_SENT;
	const items =
		results.length === 1
			? 'the item needs'
			: `${length} of ${results.length} items ${length === 1 ? 'needs' : 'need'}`;
	return `${NOTHING_SENT}: ${items} a correction`;
}

function describeEach(results: Result[], describe: (result: Result) => string): string[] {
	const lines = results.slice(0, DESCRIBED_ITEMS).map(describe);
	const more = results.length - lines.length;
	return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

/**
 * The error of a run that could not begin to send. Where an earlier attempt has sent something, the
 * error names it, and drops "Nothing was sent".
 *
 * @param results of all items, those that the memory knows among them
 */
export function unableToSend(
	node: INode,
	error: unknown,
	results: Result[],
	nothingKnown: boolean,
): NodeOperationError {
	if (nothingKnown && error instanceof NodeOperationError) return error;
	const [message = '', description = ''] = toldBy(error, nothingKnown);
	if (nothingKnown) return operationError(node, message, description || `${NOTHING_SENT}.`);
	const paragraphs = [description, ...summary(results)].filter((paragraph) => paragraph !== '');
	return operationError(node, message, paragraphs.join('<br/>'));
}

/** Why a run could not begin to send, as a sentence for its items, without a full stop. */
export function whyUnable(error: unknown, nothingKnown: boolean): string {
	const sentences = toldBy(error, nothingKnown).map((text) => text.replace(/[.\s]+$/, ''));
	return sentences.filter((sentence) => sentence !== '').join('. ');
}

function toldBy(error: unknown, nothingKnown: boolean): string[] {
	const { message, description } = error as { message: string; description?: string | null };
	return [message, description ?? ''].map((text) =>
		nothingKnown ? text : text.replaceAll(`${NOTHING_SENT}.`, '').trim(),
	);
}
