import type {
	Outcome,
	Payment,
	Result,
} from '../../../nodes/CardBankPayments/executor/common/payment';
import {
	endedResult,
	type EndedResult,
} from '../../../nodes/CardBankPayments/executor/report/endedResult';
import type { Effect } from '../../../nodes/CardBankPayments/resources/operation';

/** Every outcome, which the type checks, in the order of the README. */
export const outcomes = Object.keys({
	accepted: true,
	reversed: true,
	rejected: true,
	unknown: true,
	notSent: true,
	alreadySent: true,
	invalid: true,
	notFound: true,
} satisfies Record<Outcome, true>) as Outcome[];

export function payment(index: number, changes: Partial<Payment> = {}): Payment {
	const orderReference = changes.orderReference ?? `INV-${index}`;
	return {
		index,
		orderReference,
		cents: 150050n,
		currency: 'TZS',
		body: { orderReference, amount: 1500.5, accountNumber: '0150123456789' },
		...changes,
	};
}

export const payments = (count: number): Payment[] =>
	Array.from({ length: count }, (_, index) => payment(index));

export function result(index: number, outcome: Outcome, changes: Partial<Result> = {}): Result {
	return {
		index,
		orderReference: `INV-${index}`,
		outcome,
		says: 'The service did something',
		...changes,
	};
}

/** As a run judges results: everything that was not accepted has failed, unless it passes. */
export const ended = (
	results: Result[],
	fails = ({ outcome }: Result) => outcome !== 'accepted',
	effect: Effect = 'payout',
): EndedResult[] => results.map((each) => ({ ...endedResult(each, effect), failed: fails(each) }));

export const goodPayout = {
	amount: 1500.5,
	currency: 'TZS',
	orderReference: 'INV-1',
	accountNumber: '0150123456789',
	accountName: 'Asha Mushi',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};
