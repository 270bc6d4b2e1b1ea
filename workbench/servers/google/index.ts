import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { Server as Proxy } from 'proxy-chain';
import { generate } from 'selfsigned';
import { closeAll, listen } from '../loopback';
import { GoogleApi, hosts } from './googleApi';
import { sheetPage } from './page';
import { Sheet, type Cell, type SheetRow } from './sheet';

export interface GoogleOptions {
	/** Of the page; a free one when absent. */
	port?: number;
	/** Keeps the sheet for the next start. */
	file?: string;
	/** The cells of the sheet, where the file does not know them: first the names of the columns. */
	cells: Cell[][];
	/** The columns that are numbers; all others are formatted as plain text. */
	numbers: string[];
}

/** The address of the sheet ends so, whatever port it is at. */
const sheetPath = '/spreadsheets/d/Practice-sheet-of-npm-start/edit';
const [, , , spreadsheetId = ''] = sheetPath.split('/');

/** A running stand-in of Google Sheets. */
export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Starts as much of Google as n8n's node for Google Sheets asks for, on this machine only: the tokens of a
 * service account, and one sheet. It has a proxy, which takes the requests for these hosts and lets all
 * others through, over the proxy of this machine where it has one; and a page on which a user sees the
 * sheet and types into it.
 */
export async function startGoogle({ port, file, cells, numbers }: GoogleOptions) {
	const sheet = new Sheet('Payouts', cells, numbers, file);
	// Whoever is told to trust this certificate trusts these servers, and nobody else does.
	const keys = await generate([{ name: 'commonName', value: 'Stand-in on this machine' }], {
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true },
			{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) },
		],
	});
	const api = new GoogleApi(spreadsheetId, sheet, keys);
	const google = createSecureServer({ cert: keys.cert, key: keys.private }, (request, response) => {
		void text(request).then((body) => {
			const { method = '', url = '', headers } = request;
			const address = new URL(url, `https://${headers.host}`);
			const { authorization = '' } = headers;
			const answer = api.answer({ method, url: address, authorization, body });
			response.writeHead(answer.status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer.body));
		});
	});
	const upstreamProxyUrl = process.env.https_proxy ?? process.env.HTTPS_PROXY;
	const proxy = new Proxy({
		port: 0,
		host: '127.0.0.1',
		prepareRequestFunction: ({ hostname }) =>
			hosts.includes(hostname) ? { customConnectServer: google } : { upstreamProxyUrl },
	});
	await proxy.listen();
	const page = createServer((request, response) => void serveSheet(sheet, request, response));
	const url = `http://127.0.0.1:${await listen(page, port)}`;
	const close = async () => {
		await proxy.close(true);
		await closeAll(page);
	};
	return {
		url,
		address: url + sheetPath,
		proxyUrl: `http://127.0.0.1:${proxy.port}`,
		account: api.account,
		certificate: keys.cert,
		close,
	};
}

/** Shows the sheet, and takes what is typed into it; its rows at once are for tests. */
async function serveSheet(sheet: Sheet, request: IncomingMessage, response: ServerResponse) {
	const { method, url } = request;
	const body = method === 'PUT' ? (JSON.parse(await text(request)) as unknown) : undefined;
	if (url === '/rows') {
		if (body !== undefined) sheet.fill(body as SheetRow[]);
		response.end(JSON.stringify(sheet.rows()));
		return;
	}
	if (body !== undefined) {
		const { range, value } = body as { range: string; value: string };
		sheet.write(range, [[value]], true);
	}
	response.setHeader('content-type', 'text/html; charset=utf-8');
	response.end(sheetPage(sheet));
}
