import type { INode, NodeOperationError } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { operationError } from '../common/operationError';
import type { EndedItem, ItemResult } from '../common/payment';
import { adviceFor, describeResult, listReferences } from './advice';

/** How many items a message describes one by one; more would only freeze the editor. */
const DESCRIBED_ITEMS = 1000;

/** Otherwise every further run would stop at the same item, and the others would never be paid. */
const PASS_THROUGH =
	'To go on with the others, set the option When Already Sent to Pass the Item Through.';

/**
 * The error of a run that was stopped, naming the item that stopped it, and in its description
 * every payment that was accepted, is unknown or was not sent.
 *
 * @param nothingKnown whether this execution has sent nothing at all
 * @param hints for the builder: n8n shows those of a node that failed nowhere else
 */
export function stoppedRun(
	node: INode,
	results: EndedItem[],
	effect: Effect,
	{ nothingKnown, hints }: { nothingKnown: boolean; hints: Array<string | undefined> },
): NodeOperationError {
	const invalid = results.filter(({ outcome }) => outcome === 'invalid');
	const cause = results.find((result) => result.failed && result.outcome !== 'notSent');
	const failed = cause ?? (results.find((result) => result.failed) as ItemResult);
	const nextStep = `${adviceFor(failed, effect).nextStep}.`;
	const nothingSent = results.every(
		({ outcome, conflict }) => (outcome === 'invalid' && !conflict) || outcome === 'notSent',
	);
	const needsCorrection = failed.outcome === 'invalid' && nothingSent && nothingKnown;
	const message = needsCorrection
		? `Nothing was sent: ${howMany(invalid, results)} a correction. ${describeResult(failed, effect)}`
		: describeResult(failed, effect);
	const paragraphs = [
		// The only one stands in the message already.
		...(invalid.some((result) => result !== failed) ? [describeEach(invalid, effect)] : []),
		nextStep,
		...(failed.outcome === 'alreadySent' && results.some(({ outcome }) => outcome === 'notSent')
			? [PASS_THROUGH]
			: []),
		...(needsCorrection ? [] : summary(results)),
		...hints.filter((hint) => hint !== undefined),
	];
	return operationError(node, message, paragraphs.join('<br/>'), failed.index);
}

function howMany(some: ItemResult[], all: ItemResult[]): string {
	if (all.length === 1) return 'the item needs';
	return `${some.length} of ${all.length} items ${some.length === 1 ? 'needs' : 'need'}`;
}

function describeEach(results: ItemResult[], effect: Effect): string {
	const lines = results.slice(0, DESCRIBED_ITEMS).map((result) => describeResult(result, effect));
	const more = results.length - lines.length;
	return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('<br/>');
}

/** Every order reference of a run, by how it ended: one line for each outcome. */
export function summary(results: ItemResult[]): string[] {
	const groups: Array<[string, ItemResult['outcome']]> = [
		['Accepted', 'accepted'],
		['Taken back by the service', 'reversed'],
		['Unknown, look these up', 'unknown'],
		['Refused', 'rejected'],
		['Already sent before', 'alreadySent'],
		['Not valid', 'invalid'],
		['Not sent', 'notSent'],
	];
	return groups.flatMap(([label, outcome]) => {
		const group = results.filter((result) => result.outcome === outcome);
		return group.length === 0 ? [] : [`${label} (${group.length}): ${listReferences(group)}.`];
	});
}
