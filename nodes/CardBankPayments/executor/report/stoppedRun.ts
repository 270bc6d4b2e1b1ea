import type { INode, NodeOperationError } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { plain } from '../../wire/shown';
import { operationError } from '../common/operationError';
import type { EndedResult, Result } from '../common/payment';
import {
	adviceFor,
	describeResult,
	listReferences,
	nameItem,
	NOTHING_SENT,
	OUTCOME_WORDS,
} from './advice';

/** How many items a message describes one by one; more would only freeze the editor. */
const DESCRIBED_ITEMS = 1000;

/** Otherwise every further run would stop at the same item, and the others would never be paid. */
const TO_GO_ON =
	'To go on with the others, set the option When Already Sent to Pass the Item Through';
const OR_RETURN = ', or to Return the Payout';

/**
 * The error of a run that was stopped, naming the item that stopped it, and in its description
 * every payment that was accepted, is unknown or was not sent.
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
	const invalid = results.filter(({ outcome }) => outcome === 'invalid');
	const cause = results.find((result) => result.failed && result.outcome !== 'notSent');
	const failed = cause ?? (results.find((result) => result.failed) as Result);
	const nextStep = `${adviceFor(failed, effect).nextStep}.`;
	const nothingSent = results.every(
		({ outcome, conflict }) => (outcome === 'invalid' && !conflict) || outcome === 'notSent',
	);
	const needsCorrection = failed.outcome === 'invalid' && nothingSent && nothingKnown;
	const wrong = invalid.filter(({ nextStep: own }) => own === undefined);
	const correction = wrong.length === 0 ? '' : `: ${howMany(wrong, results)} a correction`;
	const message = needsCorrection
		? `${NOTHING_SENT}${correction}. ${describeInvalid(failed)}`
		: describeResult(failed, effect);
	const describe = needsCorrection ? describeInvalid : (one: Result) => describeResult(one, effect);
	const paragraphs = [
		// The only one stands in the message already.
		...(invalid.some((result) => result !== failed) ? [describeEach(invalid, describe)] : []),
		nextStep,
		...(failed.outcome === 'alreadySent' && results.some(({ outcome }) => outcome === 'notSent')
			? [`${TO_GO_ON}${effect === 'payout' ? OR_RETURN : ''}.`]
			: []),
		...(needsCorrection ? [] : summary(results)),
		...hints.filter((hint) => hint !== undefined),
	];
	return operationError(node, message, paragraphs.join('<br/>'), failed.index);
}

function howMany(some: Result[], all: Result[]): string {
	if (all.length === 1) return 'the item needs';
	return `${some.length} of ${all.length} items ${some.length === 1 ? 'needs' : 'need'}`;
}

/** Where it stands in front of them that nothing was sent. */
function describeInvalid(result: Result): string {
	return `${nameItem(result)}: ${plain(result.says)}.`;
}

function describeEach(results: Result[], describe: (result: Result) => string): string {
	const lines = results.slice(0, DESCRIBED_ITEMS).map(describe);
	const more = results.length - lines.length;
	return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('<br/>');
}

/** Every order reference of a run, by how it ended: one line for each outcome. */
export function summary(results: Result[]): string[] {
	return Object.entries(OUTCOME_WORDS).flatMap(([outcome, word]) => {
		const group = results.filter((result) => result.outcome === outcome);
		const label = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
		const advice = outcome === 'unknown' ? ', look these up' : '';
		if (group.length === 0) return [];
		return [`${label}${advice} (${group.length}): ${listReferences(group)}.`];
	});
}
