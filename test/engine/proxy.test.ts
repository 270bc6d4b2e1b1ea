import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execute } from '../../workbench/engine/engine';
import { outcomesOf } from '../../workbench/engine/outcomes';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const payThrough = async (proxy: string) => {
	const changes = { options: { proxy }, onError: 'continueRegularOutput' } as const;
	return outcomesOf((await execute(sandbox.payouts(1, changes))).items);
};

it('a payout goes through a proxy with an IPv6 address, with the password as it was meant', async () => {
	const asked: unknown[] = [];
	const server = createServer(({ url, headers }, answer) => {
		const [, encoded = ''] = headers['proxy-authorization']?.split(' ') ?? [];
		asked.push(url, Buffer.from(encoded, 'base64').toString());
		answer.writeHead(422).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
	const { port } = server.address() as AddressInfo;
	expect(await payThrough(`http://us%40er:50%2525@[::1]:${port}`)).toEqual(['rejected']);
	expect(asked).toEqual([`${sandbox.baseUrl}/payouts/create-bank-payout`, 'us@er:50%25']);
	server.closeAllConnections();
	server.close();
});

it.each([
	['nobody answers at', 'http://[::1]:1'],
	['is no address', 'http://::1:3128'],
	['has a port that nobody can have', 'http://[::1]:0'],
	['has a password for nobody', 'http://:secret@[::1]:3128'],
	['speaks another protocol', 'socks5://[::1]:1080'],
])('a proxy that %s is never passed by', async (_, proxy) => {
	expect(await payThrough(proxy)).not.toEqual(['accepted']);
	expect(await sandbox.requests()).toEqual([]);
});
