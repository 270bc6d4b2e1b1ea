import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { describeValue } from '../../text/describeValue';
import { toCents } from '../../wire/amount';
import { formatOf, isAmount, setInBody } from '../../wire/bodyField';
import type { ItemResult, Payment } from '../common/payment';
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
	for (const [field, value] of values) {
		try {
			const formatted = format(field, value);
			const property = field.routing?.send?.property;
			// A field without a place in the body goes into the path of the request.
			if (property !== undefined) setInBody((body ??= {}), property, formatted);
			if (field.name === 'orderReference') orderReference = String(formatted);
			if (isAmount(field)) cents = toCents(formatted);
		} catch (error) {
			says.push(`${field.displayName} ${(error as Error).message}`);
		}
	}
	if (orderReference === undefined || says.length > 0) return { index, orderReference, says };
	const currency = body?.currency as string | undefined;
	const payment: Payment = { index, orderReference, cents, currency, body };
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
): { payments: Payment[]; invalid: ItemResult[] } {
	const { passed, refused } = runRules(
		drafted.flatMap(({ payment }) => payment ?? []),
		rulesFor(effect, limits),
	);
	const invalid = drafted.flatMap(({ index, orderReference, says }): ItemResult[] => {
		const reason = refused.get(index) ?? says.join('; ');
		return reason === '' ? [] : [{ index, orderReference, outcome: 'invalid', says: reason }];
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

/** @throws an Error whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown): string | number {
	if (value === undefined || value === null || value === '') throw missing(field);
	if (field.type === 'options') {
		const choices = (field.options as INodePropertyOptions[]).map((option) => option.value);
		if (!choices.includes(value as string)) throw notAChoice(value, choices);
	}
	return formatOf(field)(value);
}

function missing(field: INodeProperties): Error {
	return new Error(field.required ? 'is required but empty' : 'was added but is empty');
}

function notAChoice(value: unknown, choices: unknown[]): Error {
	return new Error(`is ${describeValue(value)}; use one of ${choices.join(', ')}`);
}
