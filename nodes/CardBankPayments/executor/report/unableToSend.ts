import { NodeOperationError, type INode } from 'n8n-workflow';
import { operationError } from '../common/operationError';
import type { Result } from '../common/payment';
import { summary } from './stoppedRun';

const NOTHING_SENT = 'Nothing was sent.';

/**
 * Why a run could not begin to send, as a sentence for its items, without a full stop.
 *
 * @param nothingKnown whether this execution has sent nothing at all
 */
export function whyUnable(error: unknown, nothingKnown: boolean): string {
	const { message, description } = toldBy(error, nothingKnown);
	return [message, description]
		.map((sentence) => sentence.replace(/[.\s]+$/, ''))
		.filter((sentence) => sentence !== '')
		.join('. ');
}

/**
 * The error of a run that could not begin to send, with what earlier tries of the execution sent.
 *
 * @param results of all items, those that the memory knows among them
 */
export function unableToSend(
	node: INode,
	error: unknown,
	results: Result[],
	nothingKnown: boolean,
): NodeOperationError {
	const { message, description } = toldBy(error, nothingKnown);
	if (nothingKnown) {
		if (error instanceof NodeOperationError) return error;
		return operationError(node, message, description || NOTHING_SENT);
	}
	const paragraphs = [description, ...summary(results)].filter((paragraph) => paragraph !== '');
	return operationError(node, message, paragraphs.join('<br/>'));
}

/** What was said where nothing was known of earlier tries is only kept where there were none. */
function toldBy(error: unknown, nothingKnown: boolean) {
	const { message, description } = error as { message: string; description?: string | null };
	const told = (text: string) => (nothingKnown ? text : text.replaceAll(NOTHING_SENT, '').trim());
	return { message: told(String(message)), description: told(description ?? '') };
}
