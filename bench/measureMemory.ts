import '../workbench/engine/quiet';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import type { INodeParameters, IVersionedNodeType } from 'n8n-workflow';
import { sandboxCredential } from '../workbench/engine/credentials';
import { execute } from '../workbench/engine/engine';
import { getManyPayouts } from '../workbench/engine/operations';
import { ensureN8n } from '../workbench/install/install';
import { privatePackage } from '../workbench/install/paths';
import { closeAll, listen } from '../workbench/servers/loopback';
import { runMain } from '../workbench/servers/processes';
import { pastedToken } from '../workbench/servers/sandboxClient';
import { comesTrue } from '../workbench/servers/waiting';

const MEGABYTE = 1024 * 1024;
const PAGE = 100;

/** Get Many may hold so many times the memory of HTTP Request's own pagination. */
const MOST_SHARE = 1.3;

async function main(): Promise<void> {
	const [first = '10000', baseUrl, node] = process.argv.slice(2);
	const count = Number(first);
	if (node !== undefined) return await readWholeList(count, String(baseUrl), node);
	await measureLists(count);
}

/** The most memory that a process holds while it reads a list, with our node and with n8n's own. */
async function measureLists(count: number): Promise<void> {
	await ensureN8n();
	const record = (index: number) => ({
		id: `0e9f3a52-7f5d-4d7e-9a83-${String(index).padStart(12, '0')}`,
		orderReference: `INV-${index}`,
		status: 'SUCCESS',
		amount: '1600.00',
		currency: 'TZS',
		fee: '600.00',
		channelProvider: 'CRDB Bank',
		createdAt: '2026-11-23T08:00:00.000Z',
		beneficiary: { accountNumber: '0150123456789', accountName: 'Asha Mushi', amount: '1000.00' },
		clientId: 'sandbox-client',
	});
	const service = createServer(({ url = '' }, response) => {
		const query = new URL(url, 'http://localhost').searchParams;
		const skip = Number(query.get('skip'));
		const length = Math.max(0, Math.min(Number(query.get('limit')), count - skip));
		const data = Array.from({ length }, (_, index) => record(skip + index));
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ data, totalCount: count }));
	});
	const baseUrl = `http://127.0.0.1:${await listen(service)}`;
	const peak = async (node: string) => {
		const script = ['--expose-gc', '--import', 'tsx', __filename, String(count), baseUrl, node];
		const { stdout } = await promisify(execFile)(process.execPath, script);
		return Number(stdout.trim().split('\n').at(-1)) / MEGABYTE;
	};
	const [ours, theirs] = [await peak('Get Many'), await peak('HTTP Request')];
	await closeAll(service);
	const share = ours / theirs;
	console.log(`${count} records of a list, the most memory of the process that reads them:`);
	console.log(`  Get Many      ${ours.toFixed(0)} MB`);
	console.log(
		`  HTTP Request  ${theirs.toFixed(0)} MB, so Get Many holds ${share.toFixed(2)} times that`,
	);
	if (share > MOST_SHARE) throw new Error(`That is more than ${MOST_SHARE} times`);
}

/** Run as a process of its own: reads the list, and prints the most bytes that it held meanwhile. */
async function readWholeList(count: number, baseUrl: string, node: string): Promise<void> {
	const credential = sandboxCredential(baseUrl, pastedToken);
	const isOurs = node === 'Get Many';
	const nodeType = isOurs ? undefined : await httpRequest();
	const read = async (returnAll: boolean) => {
		const parameters = isOurs
			? { ...getManyPayouts.chosen, returnAll, limit: PAGE }
			: paginated(baseUrl, returnAll);
		const { items, error } = await execute({ credential, parameters, items: [{}], nodeType });
		if (error) throw error;
		// HTTP Request puts out pages, and an empty one at the end.
		const records = items.flatMap(({ json }) => json.data ?? json);
		if (returnAll && records.length < count) throw new Error(`Only ${records.length} records`);
	};
	// Everything is loaded and compiled before the measuring starts.
	await read(false);
	globalThis.gc?.();
	console.log(await peakRss(async () => await read(true)));
}

async function httpRequest() {
	const folder = path.join(privatePackage, 'node_modules/n8n-nodes-base/dist/nodes/HttpRequest');
	const { HttpRequest } = (await import(path.join(folder, 'HttpRequest.node.js'))) as {
		HttpRequest: new () => IVersionedNodeType;
	};
	return new HttpRequest().getNodeType();
}

/** As its own pagination reads a list by pages, until one is empty. */
const paginated = (baseUrl: string, isAll: boolean): INodeParameters => ({
	url: `${baseUrl}/payouts/all?limit=${PAGE}`,
	authentication: 'none',
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'qs', name: 'skip', value: `={{ $pageCount * ${PAGE} }}` }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: '={{ $response.body.data.length === 0 }}',
				limitPagesFetched: !isAll,
				maxRequests: 1,
			},
		},
	},
});

/**
 * Runs a task and looks at the most memory that this process held meanwhile, as Linux counts it.
 *
 * @returns bytes; undefined on other systems
 */
async function peakRss(task: () => Promise<void>): Promise<number | undefined> {
	// Sets the peak back to what is held now.
	const counts = await comesTrue(writeFile('/proc/self/clear_refs', '5'));
	await task();
	if (!counts) return undefined;
	const status = await readFile('/proc/self/status', 'utf8');
	const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
	return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

runMain(main);
