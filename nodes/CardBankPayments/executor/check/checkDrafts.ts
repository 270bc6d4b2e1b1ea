import {
	UserError,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { describeValue } from '../../wire/describeValue';
import { toCents } from '../../wire/amount';
import { formatOf, isAmount } from '../../wire/bodyField';
import { queryNameOf } from '../../wire/queryField';
import { setAt } from '../../wire/valueAt';
import { resultOf, type Result, type Payment } from '../common/payment';
import type { Draft } from '../read/readDrafts';
import type { Settings } from '../read/settings';
import { amountsAbove, repeatedReferences, runRules, totalsAbove, type Rule } from './runRules';

type Limits = Pick<Settings, 'maximumAmount' | 'maximumTotal'>;

/** One item in the format of the service. */
export interface DraftedPayment {
	index: number;
	/** Where it is readable, also when something else of the item is not. */
	orderReference?: string;
	/** What needs a correction, field by field. */
	says: string[];
	/** Present when nothing needs a correction. */
	payment?: Payment;
}

/** Puts the values of one item into the format of the service. Pure. */
export function draftPayment({ index, values, unreadable }: Draft): DraftedPayment {
	const says = [...unreadable].map(
		([field, reason]) => `${field.displayName} could not be read: ${reason}`,
	);
	let orderReference: string | undefined;
	let cents: bigint | undefined;
	let body: IDataObject | undefined;
	let query: IDataObject | undefined;
	let limit: number | undefined;
	for (const [field, value] of values) {
		try {
			const formatted = format(field, value);
			const property = field.routing?.send?.property;
			const filter = queryNameOf(field);
			if (filter !== undefined) (query ??= {})[filter] = formatted;
			// A field without a place in the body goes into the path of the request.
			else if (property !== undefined) setAt((body ??= {}), property, formatted);
			if (field.name === 'orderReference' && filter === undefined) {
				orderReference = String(formatted);
			}
			if (field.name === 'limit') limit = Number(formatted);
			if (isAmount(field)) cents = toCents(formatted);
		} catch (error) {
			says.push(`${field.displayName} ${(error as Error).message}`);
		}
	}
	if (says.length > 0) return { index, orderReference, says };
	const currency = body?.currency as string | undefined;
	const reference = orderReference ?? '';
	const payment: Payment = {
		index,
		orderReference: reference,
		cents,
		currency,
		body,
		query,
		limit,
	};
	return { index, orderReference, says, payment };
}

/**
 * Checks all items that are still to be sent, before the first of them is. Pure.
 *
 * @param drafted without those that an earlier try has settled. The limits are for what this run
 * sends: what is settled was within them when it was sent, and counted again it would hold back the
 * rest of a run that was interrupted.
 * @returns the payments that may go out, and an `invalid` result for every other item
 */
export function checkPayments(
	drafted: DraftedPayment[],
	effect: Effect,
	limits: Limits,
): { payments: Payment[]; invalid: Result[] } {
	const { passed, refused } = runRules(
		drafted.flatMap(({ payment }) => payment ?? []),
		rulesFor(effect, limits),
	);
	const invalid = drafted.flatMap((item): Result[] => {
		const refusal = refused.get(item.index) ?? { says: item.says.join('; ') };
		return refusal.says === '' ? [] : [{ ...resultOf(item, 'invalid', ''), ...refusal }];
	});
	return { payments: passed, invalid };
}

function rulesFor(effect: Effect, { maximumAmount, maximumTotal }: Limits): Rule[] {
	return [
		// Previewing the same order twice is harmless; using its reference twice is not.
		...(effect === 'none' ? [] : [repeatedReferences]),
		...(effect === 'payout' && maximumAmount !== undefined ? [amountsAbove(maximumAmount)] : []),
		...(effect === 'payout' && maximumTotal !== undefined ? [totalsAbove(maximumTotal)] : []),
	];
}

/** @throws UserError whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown): string | number {
	if (value === undefined || value === null || value === '') {
		throw new UserError(field.required ? 'is required but empty' : 'was added but is empty');
	}
	if (field.type === 'options') {
		const choices = (field.options as INodePropertyOptions[]).map((option) => option.value);
		if (!choices.includes(value as string)) {
			throw new UserError(`is ${describeValue(value)}; use one of ${choices.join(', ')}`);
		}
	}
	return formatOf(field)(value);
}
