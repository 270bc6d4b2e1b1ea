import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Result, Payment } from '../../../nodes/CardBankPayments/executor/common/payment';
import { Memory, type Recallable } from '../../../nodes/CardBankPayments/executor/journal/memory';
import type { Effect } from '../../../nodes/CardBankPayments/resources/operation';
import { payment, result } from './payments';

/** The node's, in the execution whose tries a test plays. */
export let context: IContextObject;

/** Gives each test of this file an execution that knows nothing yet. */
export function useExecution(): void {
	beforeEach(() => startExecution());
}

/** @param stored what an earlier try has left */
export function startExecution(stored: IContextObject = {}): void {
	context = stored;
}

/** A turn of the node, or a tool call, whose turn is no place. */
type Turn = number | 'tool';

/** What the next try finds: n8n stores the context as JSON between the tries. */
export function memory(
	turn: Turn = 0,
	effect: Effect = 'payout',
	operation = 'createBankPayout',
): Memory {
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new Memory(context, operation, effect, turn === 'tool' ? undefined : turn);
}

export const of = (
	index: number,
	orderReference: string,
	accountNumber = `0150${index}`,
): Payment =>
	payment(index, { orderReference, body: { orderReference, amount: 5, accountNumber } });

/** Payments of one try, each with a reference and an account number of its own. */
export const items = (...references: string[]): Payment[] =>
	references.map((reference, index) => of(index, reference));

export const readable = (payments: Payment[]): Recallable[] =>
	payments.map((each) => ({ ...each, payment: each }));

export const recordOf = ({ orderReference }: Payment): IDataObject => ({ id: orderReference });

/** Sends in an earlier try of the execution; what is cut off got no outcome. */
export function send(
	payments: Payment[],
	outcome: Result['outcome'] | 'cutOff' = 'accepted',
	...place: Parameters<typeof memory>
): void {
	const first = memory(...place);
	for (const each of payments) {
		first.sending(each);
		const records = outcome === 'accepted' ? [recordOf(each)] : undefined;
		if (outcome !== 'cutOff') first.ended(each, result(each.index, outcome, { records }));
	}
}

/** What the memory says of one item on its own. */
export const recall = (item: Recallable, ...place: Parameters<typeof memory>) =>
	memory(...place)
		.recall([item])
		.get(item.index);

export const recallOne = (item: Payment, ...place: Parameters<typeof memory>) =>
	recall({ ...item, payment: item }, ...place)?.result;

/** Index, outcome and reference of everything that is recalled. */
export const seen = (payments: Payment[], ...place: Parameters<typeof memory>) =>
	[
		...memory(...place)
			.recall(readable(payments))
			.values(),
	]
		.map(({ result: { index, outcome, orderReference } }) => [index, outcome, orderReference])
		.sort();

export const [invoice] = items('A') as [Payment];
export const conflict = { outcome: 'invalid', conflict: true };
