import { createServer } from 'node:http';
import { closeAll, listen } from '../../workbench/servers/loopback';
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
	const port = await listen(server);
	const close = async () => await closeAll(server);
	return Object.assign(list, { url: `http://127.0.0.1:${port}/pending`, close });
}
