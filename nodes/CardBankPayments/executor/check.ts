import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fromCents, toCents } from '../shared/amounts';
import { describeValue } from '../shared/describeValue';
import type { Effect } from '../shared/operation';
import { formatOf, isAmount, setInBody } from '../shared/wire';
import type { Draft } from './read';
import type { Settings } from './settings';
import type { ItemResult, Payment } from './types';

type Limits = Pick<Settings, 'maximumAmount' | 'maximumTotal'>;

/**
 * Checks all items before anything is sent. Pure.
 *
 * @returns the payments that may go out, and an `invalid` result for every other item
 */
export function checkDrafts(
	drafts: Draft[],
	effect: Effect,
	limits: Limits,
): { payments: Payment[]; invalid: ItemResult[] } {
	const checked = drafts.map(checkDraft);
	const says = new Map(checked.map((draft) => [draft.index, draft.says]));
	const add: AddReason = ({ index }, reason) => says.get(index)?.push(reason);
	const good = () =>
		checked
			.flatMap(({ payment }) => payment ?? [])
			.filter(({ index }) => says.get(index)?.length === 0);

	// Previewing the same order twice is harmless; using its reference twice is not.
	if (effect !== 'none') addRepeatedReferences(good(), add);
	if (effect === 'payout') {
		addAmountsAboveLimit(good(), limits.maximumAmount, add);
		addTotalsAboveLimit(good(), limits.maximumTotal, add);
	}

	return {
		payments: good(),
		invalid: checked
			.filter((draft) => draft.says.length > 0)
			.map(({ index, orderReference, says: reasons }) => ({
				index,
				orderReference,
				outcome: 'invalid',
				says: reasons.join('; '),
			})),
	};
}

interface Checked {
	index: number;
	orderReference?: string;
	says: string[];
	payment?: Payment;
}

function checkDraft({ index, values, unreadable }: Draft): Checked {
	const body: IDataObject = {};
	const says: string[] = [];
	let cents = 0n;
	for (const [field, reason] of unreadable) {
		says.push(`${field.displayName} could not be read: ${reason}`);
	}
	for (const [field, value] of values) {
		try {
			const formatted = format(field, value);
			setInBody(body, field.routing?.send?.property as string, formatted);
			if (isAmount(field)) cents = toCents(formatted);
		} catch (error) {
			says.push(`${field.displayName} ${(error as Error).message}`);
		}
	}
	const orderReference = body.orderReference as string | undefined;
	if (orderReference === undefined) return { index, says };
	const payment = { index, orderReference, cents, currency: String(body.currency), body };
	return { index, orderReference, says, payment };
}

/** @throws a UserError whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown): string | number {
	if (value === undefined || value === null || value === '') {
		throw missing(field);
	}
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

type AddReason = (payment: Payment, reason: string) => void;

function addRepeatedReferences(payments: Payment[], add: AddReason): void {
	const firstUse = new Map<string, Payment>();
	const named = new Set<Payment>();
	for (const payment of payments) {
		const first = firstUse.get(payment.orderReference);
		if (first === undefined) {
			firstUse.set(payment.orderReference, payment);
			continue;
		}
		add(payment, `Order Reference is the same as that of item ${first.index}`);
		if (!named.has(first))
			add(first, `Order Reference is the same as that of item ${payment.index}`);
		named.add(first);
	}
}

function addAmountsAboveLimit(
	payments: Payment[],
	limit: bigint | undefined,
	add: AddReason,
): void {
	if (limit === undefined) return;
	for (const payment of payments.filter(({ cents }) => cents > limit)) {
		const { cents, currency } = payment;
		add(
			payment,
			`Amount is ${fromCents(cents)} ${currency}, above the Maximum Amount of ${fromCents(limit)}`,
		);
	}
}

function addTotalsAboveLimit(payments: Payment[], limit: bigint | undefined, add: AddReason): void {
	if (limit === undefined) return;
	const totals = new Map<string, bigint>();
	for (const { currency, cents } of payments) {
		totals.set(currency, (totals.get(currency) ?? 0n) + cents);
	}
	for (const payment of payments) {
		const { currency } = payment;
		const total = totals.get(currency) ?? 0n;
		if (total <= limit) continue;
		add(
			payment,
			`The payouts of this run total ${fromCents(total)} ${currency}, above the Maximum Total of ${fromCents(limit)}`,
		);
	}
}
