import type { IDataObject, OnError } from 'n8n-workflow';
import { sandboxCredential } from '../../../workbench/engine/credentials';
import { execute } from '../../../workbench/engine/engine';
import { fromItem, goodItems, type OperationUnderTest } from '../../../workbench/engine/operations';
import { processedStore } from '../../../workbench/engine/processedStore';
import { UNSHOWABLE } from '../../unit/support/wording';
import { STRUCK } from './server';

/** Short, for the answers that never come. */
const HURRIED_MS = 4_000;

/** For the answers that come, if the machine has time. */
export const PATIENT_MS = 60_000;

/** What the node said about one execution of three items, of which the second is struck. */
export interface Trial {
	/** By item; in stop mode empty. */
	outcomes: string[];
	/** The outputs or the message, as text. */
	said: string;
	/** What no text of ours may have, and was there all the same. */
	unshowable: string[];
}

/** Pays three items; the second one carries the order reference that the service answers badly. */
export async function tryAnswer(
	operation: OperationUnderTest,
	baseUrl: string,
	{
		onError = 'continueRegularOutput',
		timeout = HURRIED_MS,
	}: { onError?: OnError; timeout?: number } = {},
): Promise<Trial> {
	(await processedStore()).reset();
	const { items: outputs, error } = await execute({
		credential: sandboxCredential(baseUrl),
		parameters: fromItem(operation, {
			// Bad answers to look-ups are those to Get; asked three times, they would only take longer.
			options: { concurrency: 1, timeout, lookUpUnclear: false },
		}),
		items: goodItems(operation, 3).map((item, index) =>
			index === 1 ? { ...item, orderReference: STRUCK } : item,
		),
		onError,
	});
	const texts = [
		error?.message ?? '',
		...(error?.description ?? '').split('<br/>'),
		...outputs.flatMap(({ json }) => textsOf(json)),
	];
	return {
		outcomes: outputs.map(({ json }) => outcomeOf(json)),
		said: error
			? `${error.message} ${error.description}`
			: JSON.stringify(outputs.map(({ json }) => json)),
		unshowable: texts.filter((text) => UNSHOWABLE.test(text)),
	};
}

function outcomeOf(json: IDataObject): string {
	const details = json.details as IDataObject | undefined;
	return String(details?.outcome ?? 'accepted');
}

/** Our own texts in an error item; the service's answer in a good one is not ours. */
function textsOf(json: IDataObject): string[] {
	const details = json.details as IDataObject | undefined;
	if (details === undefined) return [];
	return [json.error, json.message, details.nextStep].map(String);
}
