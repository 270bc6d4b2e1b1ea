import { createSign } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { sheetPath, startGoogle, type Google } from '../../workbench/servers/google';

const [, , , id = ''] = sheetPath.split('/');
const sheets = 'https://sheets.googleapis.com/v4/spreadsheets';
const cells = [
	['orderReference', 'amount', 'accountNumber', 'status'],
	['INV1', 1000.5, '0150384512700', 'pending'],
	['', '', '', ''],
];

let google: Google;
beforeAll(async () => (google = await startGoogle({ cells, numbers: ['amount'] })));
afterAll(async () => await google.close());

/** Opens a way through the stand-in, as n8n does with `HTTPS_PROXY`. */
const wayTo = async (host: string): Promise<Socket> =>
	await new Promise((resolve, reject) => {
		const { port } = new URL(google.proxyUrl);
		httpRequest({ port, method: 'CONNECT', path: host })
			.on('connect', (_, socket: Socket) => resolve(socket))
			.on('error', reject)
			.end();
	});

/** Asks Google, trusting the certificate of the stand-in. */
async function ask(url: string, options: object = {}, body = ''): Promise<unknown> {
	const { hostname } = new URL(url);
	const way = await wayTo(`${hostname}:443`);
	const socket = connect({ socket: way, servername: hostname, ca: google.certificate });
	return await new Promise((resolve, reject) => {
		httpsRequest(url, { createConnection: () => socket, ...options })
			.on('response', (response) => resolve(json(response)))
			.on('error', reject)
			.end(body);
	});
}

/** What n8n sends for a service account. */
async function tokenFor(privateKey: string): Promise<Record<string, string>> {
	const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
	const signed = `${encode({ alg: 'RS256' })}.${encode({ iss: google.account.email })}`;
	const signature = createSign('sha256').update(signed).sign(privateKey, 'base64url');
	const form = new URLSearchParams({ assertion: `${signed}.${signature}` });
	const url = 'https://oauth2.googleapis.com/token';
	return (await ask(url, { method: 'POST' }, String(form))) as Record<string, string>;
}

async function askWithToken(path: string, method = 'GET', body?: object): Promise<unknown> {
	const { access_token: token } = await tokenFor(google.account.privateKey);
	const headers = { authorization: `Bearer ${token}` };
	return await ask(`${sheets}/${path}`, { method, headers }, JSON.stringify(body));
}

it('gives a token to its own service account, and to nobody else', async () => {
	expect(await tokenFor(google.account.privateKey)).toMatchObject({ token_type: 'Bearer' });
	const other = await startGoogle({ cells, numbers: [] });
	expect(await tokenFor(other.account.privateKey)).toMatchObject({ error: 'invalid_grant' });
	await other.close();
	expect(await ask(`${sheets}/${id}`)).toMatchObject({ error: { status: 'UNAUTHENTICATED' } });
	expect(await askWithToken('another-sheet')).toMatchObject({ error: { status: 'NOT_FOUND' } });
});

it('keeps text as text, and makes numbers only where somebody types them', async () => {
	const data = [{ range: 'Payouts!C2:D2', values: [['007', '42']] }];
	await askWithToken(`${id}/values:batchUpdate`, 'POST', { data, valueInputOption: 'RAW' });
	const typed = { range: 'Payouts!B2', value: '2500' };
	await fetch(`${google.url}/cells`, { method: 'PUT', body: JSON.stringify(typed) });
	const row = { orderReference: 'INV1', amount: 2500, accountNumber: '007', status: '42' };
	const rows = (await (await fetch(`${google.url}/rows`)).json()) as object[];
	expect(rows[0]).toEqual(row);
	expect(await (await fetch(google.address)).text()).toContain('value="2500"');
});
