import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { hints } from '../../sentences/hints';
import { sending } from '../../sentences/sending';
import { parseSecureBaseUrl } from '../../wire/baseUrl';
import { assertAgentMayRun, boundedFor, isToolRun, rememberedIn } from '../check/agentRules';
import { assertReferenceStays } from '../check/changingReference';
import { checkPayments } from '../check/checkPayments';
import type { Clock } from '../common/clock';
import { resultOf, type Item, type Payment, type Result } from '../common/payment';
import type { Means } from '../deliver/means';
import { Memory, type Recalled } from '../journal/memory';
import { UsedReferences } from '../journal/usedReferences';
import { notSent } from '../proof/verdicts';
import { rawOf } from '../read/parameters';
import { chosenOperation, readItems } from '../read/readItems';
import { readExpected, rowOptions, type Expected, type RowOptions } from '../read/rowOptions';
import { readSettings, type Settings } from '../read/settings';
import {
	changingReferenceHints,
	executeOnceHint,
	numericAccountHint,
	validatedHint,
} from '../report/hints';
import { hasFailed } from '../report/endedResult';
import { readAccount, type Account } from '../service/account';
import type { Service } from '../service/connect';

/** What the items say, and what this execution knows of them. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	memory: Memory;
	/** By the item's index. */
	recalled: Map<number, Recalled>;
	/** The items that nothing is known of: these alone are checked, limited and sent. */
	rest: Item[];
	/** Present where the items come out as the rows of a table. */
	rows?: RowOptions;
	/** Whether an agent called for this again. */
	isRepeated(result: Result): boolean;
	/** Rejects with what kept the credential from being read. */
	account: Promise<Account>;
}

/** What is to be sent, and how. */
export interface Plan {
	settings: Settings;
	/** None, where an item that needs a correction holds back all. */
	payments: Payment[];
	/** Items that want the same list as the only payment: it is read once, and where it does not come, they end as it does. */
	alike: Payment[];
	unsent: Result[];
	/** What rows say of the payments that are looked up for them, by the index of the item. */
	expected: Map<number, Expected>;
	/** For the builder, on how the node is set up. */
	hints: Array<string | undefined>;
	/** Whether nothing more is sent after this result. */
	stopsRun(result: Result): boolean;
}

/**
 * Reads the items and recalls what was sent, before everything that may throw: an item that was paid must not end as
 * "not sent" because an option or the credential cannot be read.
 *
 * @throws NodeOperationError for an operation that does not exist
 */
export async function openRun(context: IExecuteFunctions): Promise<Run> {
	const operation = chosenOperation(context);
	const isTool = isToolRun(context);
	const items = await readItems(context, operation);
	const account = readAccount(context);
	const baseUrl = await account
		.then(({ data }) => parseSecureBaseUrl(data.baseUrl).href)
		.catch(() => undefined);
	const name = String(operation.option.value);
	const memory = new Memory(rememberedIn(context), name, baseUrl, operation.effect);
	const recalled = memory.recall(items);
	return {
		context,
		operation,
		memory,
		recalled,
		rest: items.filter(({ index }) => !recalled.has(index)),
		rows: rowOptions(context, operation),
		isRepeated: ({ index }) => isTool && recalled.has(index),
		account,
	};
}

/** Checks the items that nothing is known of. Where it throws, none of them was sent. */
export function planRun({ context, operation, recalled, rest, rows, isRepeated }: Run): Plan {
	const { effect, response } = operation;
	const settings = readSettings(
		context,
		rest.map(({ index }) => index),
	);
	if (rest.length > 0) {
		assertAgentMayRun(context, operation, settings, rest);
		assertReferenceStays(context, effect);
	}
	const { items, expected } = rows
		? readExpected(context, rows, rest)
		: { items: rest, expected: new Map<number, never>() };
	const { payments: checked, invalid } = checkPayments(items, effect, settings);
	const payments = boundedFor(context, operation, checked);
	// A row that could not be paid is a row, and no failure of the node.
	const goesOn = context.continueOnFail() || rows !== undefined;
	const isAllEmpty = recalled.size === 0 && rest.every(({ isEmptyRow }) => isEmptyRow);
	const stopsRun = (result: Result) =>
		!goesOn &&
		hasFailed(result, effect, settings.whenAlreadySent) &&
		// A repeated tool call must not throw: the agent has to see what was sent first.
		!isRepeated(result) &&
		(isAllEmpty || !result.isEmptyRow);
	const isHeldBack = invalid.some(stopsRun);
	const asked = new Set(payments.map(({ query, limit }) => JSON.stringify([query, limit])));
	const isList = response.form === 'page' || response.form === 'items';
	const isAskedOnce = isList && payments.length > 1 && asked.size === 1;
	const sendable = isHeldBack ? [] : payments;
	const most = isAskedOnce ? 1 : sendable.length;
	return {
		settings,
		payments: sendable.slice(0, most),
		alike: sendable.slice(most),
		unsent: [...invalid, ...(isHeldBack ? payments.map(heldBack) : [])],
		expected,
		hints: [
			settings.validateOnly ? validatedHint(sendable, effect, rows !== undefined) : undefined,
			executeOnceHint(context, response),
			isAskedOnce ? hints.askedOnce : undefined,
			...changingReferenceHints(rawOf(context, 'orderReference'), effect),
			numericAccountHint(rest),
		],
		stopsRun,
	};
}

/** The requests that _Validate Only_ shows. None is sent. */
export function showRequests({ payments }: Plan, service: Service): Result[] {
	return payments.map((payment) => {
		const { method, url, headers, qs, body } = service.requestOf(payment);
		const request = { method, url, headers, ...(qs && { query: qs }), ...(body && { body }) };
		const { says, nextStep } = sending.validateOnly;
		return { ...resultOf(payment, notSent('settings', says, nextStep)), request };
	});
}

function heldBack(item: Pick<Result, 'index' | 'orderReference'>): Result {
	return resultOf(item, notSent('run', sending.anotherInvalid));
}

/** What sending needs: the settings, and for payouts n8n's list of what was sent. */
export function meansOf(
	{ context, operation: { effect }, memory }: Run,
	{ settings, stopsRun }: Plan,
	service: Service,
	clock: Clock,
): Means {
	const used = effect === 'payout' ? new UsedReferences(context, service.baseUrl) : undefined;
	const cancelSignal = context.getExecutionCancelSignal();
	const isTool = isToolRun(context);
	return { ...settings, service, memory, used, clock, stopsRun, cancelSignal, isTool };
}
