import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { isToolRun, rememberedIn } from '../check/agentRules';
import type { Result } from '../common/payment';
import { Memory, type Recalled } from '../journal/memory';
import { chosenOperation, fieldsOf } from '../read/chosenOperation';
import { readItems, type Item } from '../read/readItems';

/** What a run is about, and what this execution knows of it already. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	memory: Memory;
	/** By the item's index. */
	recalled: Map<number, Recalled>;
	/** The items that nothing is known of: these alone are checked, limited and sent. */
	rest: Item[];
	/** Why nothing may be sent, although it may be known what was. */
	hindrance?: unknown;
	isTool: boolean;
}

/**
 * Reads the items and recalls what earlier attempts of this execution have sent. Comes before
 * everything that may throw: an item that was paid must not end as not sent because a setting cannot be
 * read.
 *
 * @throws NodeOperationError for an operation that does not exist
 */
export async function openRun(context: IExecuteFunctions): Promise<Run> {
	const operation = chosenOperation(context);
	const isTool = isToolRun(context);
	const { fields, hindrance } = fieldsOf(context, operation);
	const items = await readItems(context, fields);
	const memory = new Memory(
		rememberedIn(context),
		String(operation.option.value),
		operation.effect,
		isTool ? undefined : turnOf(context),
	);
	const recalled = memory.recall(items);
	return {
		context,
		operation,
		memory,
		recalled,
		rest: items.filter(({ index }) => !recalled.has(index)),
		hindrance,
		isTool,
	};
}

/** What this execution knows of its items already. */
export function recalledBy({ recalled }: Run): Result[] {
	return [...recalled.values()].map(({ result }) => result);
}

/** The turn of the node in this execution, from 0: a loop runs it several times. */
function turnOf(context: IExecuteFunctions): number | undefined {
	try {
		const turn: unknown = context.getWorkflowDataProxy(0).$runIndex;
		return typeof turn === 'number' ? turn : undefined;
	} catch {
		return undefined;
	}
}
