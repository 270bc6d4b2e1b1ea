import type { IDataObject } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import type { Result } from '../common/payment';
import { describeResult } from './advice';
import { hasFailed } from './madeBefore';

/**
 * A result whose words can be made. A record may hold what JavaScript cannot write as text, such as
 * `{"currency": {"toString": "x"}}`: no outcome may be lost over that, so what is strange in it is shown
 * as JSON text.
 */
export function tellable(result: Result, effect: Effect): Result {
	const plain = { ...result, records: result.records?.map(plainRecord) };
	const none = { ...result, records: undefined };
	return [result, plain].find((one) => canBeTold(one, effect)) ?? none;
}

function canBeTold(result: Result, effect: Effect): boolean {
	try {
		hasFailed(result, effect, 'returnPayout');
		describeResult(result, effect);
		return true;
	} catch {
		return false;
	}
}

/** What pretends to have a text of its own becomes JSON text. */
function plainRecord(record: IDataObject): IDataObject {
	const asText = (_: string, value: unknown): unknown => {
		const isStrange =
			Object.hasOwn(Object(value) as object, 'toString') ||
			Object.hasOwn(Object(value) as object, 'valueOf');
		return isStrange ? JSON.stringify(value) : value;
	};
	return JSON.parse(JSON.stringify(record, asText)) as IDataObject;
}
