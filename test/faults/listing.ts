import { execute } from '../../workbench/engine/engine';
import { getManyPayments, getManyPayouts } from '../../workbench/engine/operations';
import type { LedgerRequest } from '../../sandbox';
import type { IsolatedService } from './isolatedService';
import type { PayingOperation } from './schedule';

/** How often the node reads a list that changes meanwhile; said here once more, so that a change is meant. */
const READINGS = 5;

const lists = { createBankPayout: getManyPayouts, initiateCardPayment: getManyPayments };

/** What Get Many has put out of all that was made. */
export interface Listing {
	/** Undefined where it put out nothing, and said so. */
	references?: string[];
	/** Nothing was in its way: every page came, and too few of them changed to spoil each reading. */
	isDue: boolean;
}

/** Runs Get Many in a workflow of its own, when the service has come to rest. */
export async function readListing(
	service: IsolatedService,
	operation: PayingOperation,
	isNewestFirst: boolean,
): Promise<Listing> {
	const { credential, sandbox } = service;
	credential.readable = Infinity;
	const before = await service.atRest();
	const orderBy = isNewestFirst ? 'DESC' : 'ASC';
	const { items, error } = await execute({
		credential,
		parameters: { ...lists[operation].chosen, returnAll: true, options: { orderBy } },
		items: [{}],
		nodeType: service.nodeType,
	});
	const { requests } = await sandbox.control.ledger(before.requests.length);
	const isReordered = ({ fault = '' }: LedgerRequest) => fault.includes('tiesReordered');
	// Also a token may come as something else, with a 200.
	const isInItsWay = (request: LedgerRequest) =>
		request.status !== 200 || (request.fault !== undefined && !isReordered(request));
	return {
		references: error ? undefined : items.map(({ json }) => String(json.orderReference)),
		isDue: !requests.some(isInItsWay) && requests.filter(isReordered).length < READINGS,
	};
}
