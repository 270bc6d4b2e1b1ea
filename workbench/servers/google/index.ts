import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { closeAll, listen } from '../loopback';
import { GoogleApi, hosts } from './googleApi';
import { certificateFor, newKeys } from './certificate';
import { sheetPage } from './page';
import { Sheet, type Cell, type SheetRow } from './sheet';
import { established, letThrough } from './tunnel';

export interface GoogleOptions {
	/** A free one when absent. */
	port?: number;
	/** Keeps the sheet for the next start. */
	file?: string;
	/** The cells of the sheet, where the file does not know them: first the names of the columns. */
	cells: Cell[][];
	/** The columns that are numbers; all others are formatted as plain text. */
	numbers: string[];
}

/** The address of the sheet ends so, whatever port it is at. */
export const sheetPath = '/spreadsheets/d/Practice-sheet-of-npm-start/edit';
const [, , , spreadsheetId = ''] = sheetPath.split('/');

/** A running stand-in of Google Sheets. */
export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Starts as much of Google as n8n's node for Google Sheets asks for, on this machine only: the tokens of a
 * service account, and one sheet. It is a proxy, which takes the requests for these hosts itself and
 * lets all others through; and it has a page on which a user sees the sheet and types into it.
 */
export async function startGoogle({ port, file, cells, numbers }: GoogleOptions) {
	const sheet = new Sheet('Payouts', cells, numbers, file);
	const keys = newKeys();
	const api = new GoogleApi(spreadsheetId, sheet, keys);
	const certificate = certificateFor(hosts, keys);

	const google = createSecureServer(
		{ cert: certificate, key: keys.privateKey },
		(request, response) => {
			void text(request).then((body) => {
				const { method = '', url = '', headers } = request;
				const address = new URL(url, `https://${headers.host}`);
				const { authorization = '' } = headers;
				const answer = api.answer({ method, url: address, authorization, body });
				response.writeHead(answer.status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(answer.body));
			});
		},
	);
	const server = createServer((request, response) => void serveSheet(sheet, request, response));
	server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
		const [host = ''] = url.split(':');
		if (!hosts.includes(host)) return letThrough(url, socket);
		socket.write(established);
		google.emit('connection', socket);
	});

	const url = `http://127.0.0.1:${await listen(server, port)}`;
	const close = async () => {
		google.closeAllConnections();
		await closeAll(server);
	};
	return { url, address: url + sheetPath, account: api.account, certificate, close };
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
