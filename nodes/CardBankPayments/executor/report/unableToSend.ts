import { NodeOperationError, type INode } from 'n8n-workflow';
import { operationError } from '../operationError';
import type { ItemResult } from '../payment';
import { summary } from './stoppedRun';

const NOTHING_SENT = 'Nothing was sent.';

interface Reason {
	message: string;
	description?: string | null;
}

/**
 * Why a run could not begin to send, as a sentence for its items, without a full stop.
 *
 * @param nothingKnown whether this execution has sent nothing at all
 */
export function whyUnable(error: unknown, nothingKnown: boolean): string {
	const { message, description } = toldBy(error, nothingKnown);
	return [message, description ?? ''].join('. ').replace(/[.\s]+$/, '');
}

/**
 * The error of a run that could not begin to send, with what earlier tries of the execution sent.
 *
 * @param results of all items, those that the memory knows among them
 */
export function unableToSend(
	node: INode,
	error: unknown,
	results: ItemResult[],
	nothingKnown: boolean,
): NodeOperationError {
	if (nothingKnown && error instanceof NodeOperationError) return error;
	const { message, description } = toldBy(error, nothingKnown);
	const paragraphs = [
		description || (nothingKnown ? NOTHING_SENT : ''),
		...(nothingKnown ? [] : summary(results)),
	].filter((paragraph) => paragraph !== '');
	return operationError(node, message, paragraphs.join('<br/>'));
}

/** What was said where nothing was known of earlier tries is only kept where there were none. */
function toldBy(error: unknown, nothingKnown: boolean): Reason {
	const { message, description } = error as Reason;
	if (nothingKnown) return { message, description };
	const without = (text: string) => text.replaceAll(NOTHING_SENT, '').trim();
	return { message: without(message), description: without(description ?? '') };
}
