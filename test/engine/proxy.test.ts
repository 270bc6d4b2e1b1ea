import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execute } from '../../workbench/engine/engine';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

let server: Server;
/** The requests that the proxy passed on. */
let passed: IncomingMessage[] = [];

/** A proxy for plain http, which is asked for whole addresses. */
beforeAll(async () => {
	server = createServer((incoming, outgoing) => {
		passed.push(incoming);
		const { method, headers } = incoming;
		incoming.pipe(
			request(String(incoming.url), { method, headers }, (answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
			}),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	passed = [];
});

const portOf = ({ port }: AddressInfo) => port;
const addressOfProxy = (userInfo = '') =>
	`http://${userInfo}[::1]:${portOf(server.address() as AddressInfo)}`;

const payThrough = async (proxy: string) =>
	await execute(sandbox.payouts(1, { options: { proxy }, onError: 'continueRegularOutput' }));

it('a payout goes through a proxy with an IPv6 address', async () => {
	const { items } = await payThrough(addressOfProxy());
	expect(items[0]?.json).toMatchObject({ orderReference: 'INV-0', status: 'AUTHORIZED' });
	expect(passed.map(({ url }) => url)).toEqual([`${sandbox.baseUrl}/payouts/create-bank-payout`]);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it.each([
	['user:pass', 'user:pass'],
	['us%40er:p%3Aw', 'us@er:p:w'],
	['us%er:100%', 'us%er:100%'],
	['user:50%2525', 'user:50%25'],
])(
	'a proxy gets the user name and password of %s as the builder meant them',
	async (typed, meant) => {
		await payThrough(addressOfProxy(`${typed}@`));
		const [, encoded = ''] = passed[0]?.headers['proxy-authorization']?.split(' ') ?? [];
		expect(Buffer.from(encoded, 'base64').toString()).toBe(meant);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	},
);

it.each([
	['nobody answers at', 'http://[::1]:1'],
	['is no address', 'http://::1:3128'],
	['has a port that nobody can have', 'http://[::1]:0'],
	['has a password for nobody', 'http://:secret@[::1]:3128'],
	['speaks another protocol', 'socks5://[::1]:1080'],
])('a proxy that %s is never passed by', async (_, proxy) => {
	const { items } = await payThrough(proxy);
	expect(items[0]?.json.error).toBeDefined();
	expect(await sandbox.requests()).toEqual([]);
});
