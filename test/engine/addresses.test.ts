import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { execute } from '../../workbench/engine/engine';
import { outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';
import { startForeignServer } from '../../workbench/servers/foreignServer';

const sandbox = useSandbox();

it.each([302, 307])('a redirect with status %i is never followed', async (status) => {
	const foreign = await startForeignServer();
	const location = `http://127.0.0.1:${foreign.port}/elsewhere`;
	for (const operation of ['generateToken', 'createBankPayout'] as const) {
		await sandbox.control.addFault({ kind: 'redirect', operation, status, location });
		const { error } = await execute(sandbox.payouts(1, { credential: sandbox.credential() }));
		expect(error?.message).toContain(`HTTP ${status}`);
	}
	expect([foreign.arrived, await sandbox.paid()]).toEqual([[], {}]);
	await foreign.close();
});

const payThrough = async (proxy: string) => {
	const changes = { options: { proxy }, onError: 'continueRegularOutput' } as const;
	return outcomesOfItems((await execute(sandbox.payouts(1, changes))).items);
};

it('a payout goes through a proxy with an IPv6 address, with the password as it was meant', async () => {
	const asked: unknown[] = [];
	const server = createServer(({ url, headers }, response) => {
		const [, encoded = ''] = headers['proxy-authorization']?.split(' ') ?? [];
		asked.push(url, Buffer.from(encoded, 'base64').toString());
		response.writeHead(422).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
	const { port } = server.address() as AddressInfo;
	expect(await payThrough(`http://us%40er:50%2525@[::1]:${port}`)).toEqual(['rejected']);
	expect(asked).toEqual([`${sandbox.baseUrl}/payouts/create-bank-payout`, 'us@er:50%25']);
	server.closeAllConnections();
	server.close();
});

it('a proxy that nobody answers at is never passed by', async () => {
	expect(await payThrough('http://[::1]:1')).not.toEqual(['accepted']);
	expect(await sandbox.requests()).toEqual([]);
});

it('a payout that no network carries has not left, whatever code the machine has for that', async () => {
	// A broadcast: no connection can be made there.
	const credential = sandbox.pastedToken({ baseUrl: 'https://255.255.255.255/third-parties' });
	const changes = { credential, onError: 'continueRegularOutput' } as const;
	const { items } = await execute(sandbox.payouts(1, changes));
	expect(outcomesOfItems(items)).toEqual(['rejected']);
});

it('nor has one to an address that n8n forbids', async () => {
	const rules = Container.get(SsrfProtectionConfig);
	rules.enabled = true;
	const { error } = await execute(sandbox.payouts(2)).finally(() => (rules.enabled = false));
	expect(error?.message).toMatch(/^INV-0 \(item 1\): No money moved\. .* restricted IP address/);
	expect(error?.description).toContain('Not sent (1): INV-1.');
	const { items } = await execute(sandbox.payouts(2));
	expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted']);
});
