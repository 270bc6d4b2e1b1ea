import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payouts } from './trial';

/** Where a scheduled workflow finds the payouts that are pending. */
export interface PendingList {
	url: string;
	items: Payouts;
	close(): Promise<void>;
}

/** Serves a list of payouts as `{ "items": [...] }`, always with what it holds at that moment. */
export async function startPendingList(): Promise<PendingList> {
	const list: Pick<PendingList, 'items'> = { items: [] };
	const server = createServer((_, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ items: list.items }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return Object.assign(list, { url: `http://127.0.0.1:${port}/pending`, close });
}
