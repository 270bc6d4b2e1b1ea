import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { post } from '../servers/sandboxClient';
import { createBankPayout, goodItems, initiate, type OperationUnderTest } from './operations';

/**
 * Makes what an operation looks up, without the node: a payout or a payment link for each item of a
 * Get or Get Many, nothing for other operations.
 *
 * @param items what differs from a good item, for each record
 * @returns the number of the last request that was made for it, 0 where none was
 */
export async function makeKnown(
	{ baseUrl, control }: Pick<Sandbox, 'baseUrl' | 'control'>,
	{ operation: { response } }: OperationUnderTest,
	items: IDataObject[],
): Promise<number> {
	if (response.form !== 'records' && response.form !== 'page') return 0;
	const maker = response.kind === 'payout' ? createBankPayout : initiate;
	for (const [index, good] of goodItems(maker, items.length).entries()) {
		const { customerId, ...item } = { ...good, ...items[index] };
		// As the service's document has them.
		const kind = customerId ? { customer: { id: customerId } } : { amount: Number(item.amount) };
		await post(baseUrl, maker.request.url, { ...item, ...kind });
	}
	return (await control.ledger()).requests.at(-1)?.seq ?? 0;
}
