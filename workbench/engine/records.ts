import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { createBankPayout, goodItems, initiate, type OperationUnderTest } from './operations';

/**
 * Makes the records that a look-up finds, without the node.
 *
 * @param maker makes one of them, such as a payout
 * @param items what differs from a good item, for each record
 */
export async function makeRecords(
	baseUrl: string,
	maker: OperationUnderTest,
	items: IDataObject[],
): Promise<void> {
	for (const [index, item] of goodItems(maker, items.length).entries()) {
		await make(baseUrl, maker, { ...item, ...items[index] });
	}
}

/** One request as the service's document has it. */
async function make(
	baseUrl: string,
	{ request }: OperationUnderTest,
	{ amount, customerId, ...item }: IDataObject,
): Promise<void> {
	const isPayout = customerId === undefined;
	const body = isPayout
		? { ...item, amount: Number(amount) }
		: { ...item, amount, customer: { id: customerId } };
	const { ok, status } = await fetch(`${baseUrl}${request.url}`, {
		method: request.method,
		headers: {
			authorization: 'Bearer sandbox-access-token',
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	if (!ok) throw new Error(`The sandbox does not know ${String(item.orderReference)}: ${status}`);
}

/**
 * Makes what an operation looks up: a payout or a payment link for each item of a Get or Get Many,
 * nothing for other operations.
 *
 * @returns the number of the last request that was made for it, 0 where none was
 */
export async function makeKnown(
	{ baseUrl, control }: Pick<Sandbox, 'baseUrl' | 'control'>,
	{ operation: { response } }: OperationUnderTest,
	items: IDataObject[],
): Promise<number> {
	if (response.form !== 'records' && response.form !== 'page') return 0;
	await makeRecords(baseUrl, response.kind === 'payout' ? createBankPayout : initiate, items);
	return (await control.ledger()).requests.at(-1)?.seq ?? 0;
}
