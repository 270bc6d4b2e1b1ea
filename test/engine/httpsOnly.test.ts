import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IExecuteFunctions, OnError } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';
import type { StoredCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import {
	createBankPayout,
	fromItem,
	goodItems,
	operationsUnderTest,
	payoutItems,
	payoutParameters,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

/** A stranger: whatever arrives there is a secret that got away. */
let stranger: Server;
let strangerUrl: string;
let arrived: string[];

beforeAll(async () => {
	stranger = createServer(({ method, url, headers }, response) => {
		arrived.push(`${method} ${url} ${JSON.stringify(headers)}`);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"t"}');
	});
	await new Promise<void>((resolve) => stranger.listen(0, '0.0.0.0', resolve));
	strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
beforeEach(() => {
	arrived = [];
});
afterAll(async () => {
	stranger.closeAllConnections();
	await new Promise((resolve) => stranger.close(resolve));
});

const modes: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

const pay = async (credential: StoredCredential, onError?: OnError) =>
	await execute({ credential, parameters: payoutParameters(), items: payoutItems(4), onError });

describe('a base URL with plain http on another host', () => {
	const unsafe = () => strangerUrl.replace('127.0.0.1', '127.0.0.2');

	it('would be reachable, or these tests would prove nothing', async () => {
		await fetch(`${unsafe()}/hello`);
		expect(arrived).toHaveLength(1);
	});

	describe.each(modes)('%s', (onError) => {
		it.each(['generateToken', 'accessToken'])('receives nothing (%s)', async (authentication) => {
			const { error, items } = await pay(
				sandbox.credential({
					baseUrl: `${unsafe()}/third-parties`,
					authentication,
					accessToken: 'pasted',
				}),
				onError,
			);
			expect(arrived).toEqual([]);
			const text = JSON.stringify([error?.message, error?.description, items]);
			expect(text).toContain('must start with https://');
			expect(text).toContain('Nothing was sent');
			if (onError !== 'stopWorkflow') {
				expect(items.map(({ json }) => json.details)).toMatchObject(
					Array(4).fill({ outcome: 'notSent' }),
				);
			}
		});
	});

	it.each(operationsUnderTest)('receives nothing from $name', async (operation) => {
		const { error } = await execute({
			credential: sandbox.pastedToken({ baseUrl: `${unsafe()}/third-parties` }),
			parameters: fromItem(operation),
			items: goodItems(operation, 1),
		});
		expect(error?.message).toContain('must start with https://');
		expect(arrived).toEqual([]);
	});
});

it.each(['', 'third-parties', 'ftp://127.0.0.1/x', 'javascript:alert(1)', 'http://'])(
	'sends nothing when the base URL is %j',
	async (baseUrl) => {
		const { error } = await pay(sandbox.credential({ baseUrl }));
		expect(error?.message).toMatch(/^The Base URL of the credential /);
		expect(await sandbox.requests()).toEqual([]);
	},
);

describe.each([301, 302, 303, 307, 308])('a redirect with status %i', (status) => {
	it.each(['to another host', 'to the same host'])('%s is never followed', async (where) => {
		await sandbox.control.addFault({
			kind: 'redirect',
			operation: 'createBankPayout',
			status,
			...(where === 'to another host' && { location: `${strangerUrl}/payouts` }),
		});
		const { error } = await pay(sandbox.credential());
		expect(error?.message).toMatch(/pointed to another address, which is never followed \(HTTP 30/);
		expect(arrived).toEqual([]);
		const { redirectHits, paid } = await sandbox.ledger();
		expect(redirectHits).toBe(0);
		expect(paid).toEqual({});
	});

	it('does not carry the API key away from the token endpoint', async () => {
		await sandbox.control.addFault({
			kind: 'redirect',
			operation: 'generateToken',
			status,
			location: `${strangerUrl}/generate-token`,
		});
		const { error } = await pay(sandbox.credential());
		expect(error?.message).toContain(`HTTP ${status}`);
		expect(arrived).toEqual([]);
		expect(await sandbox.requests('createBankPayout')).toEqual([]);
	});
});

it('does not lend its token to another node for another address', async () => {
	const other = new CardBankPayments();
	other.execute = async function (this: IExecuteFunctions) {
		const url = `${strangerUrl}/third-parties/payouts`;
		await this.helpers.httpRequestWithAuthentication.call(this, 'cardBankPaymentsApi', { url });
		return [[]];
	};
	const { error } = await execute({
		credential: sandbox.pastedToken(),
		parameters: fromItem(createBankPayout),
		items: payoutItems(1),
		nodeType: other,
	});
	expect(JSON.stringify([error, error?.message])).toContain('may only be used with addresses at');
	expect(arrived).toEqual([]);
});

it('writes no secret into the stored execution', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', orderReference: 'INV-1' });
	const credential = sandbox.credential();
	for (const onError of modes) {
		const { run } = await pay(credential, onError);
		const stored = JSON.stringify(run.data);
		expect(stored).not.toContain('sandbox-key');
		expect(stored).not.toContain(String(credential.stored.sessionToken).slice(7));
	}
	expect(credential.stored.sessionToken).toMatch(/^Bearer \S{20,}$/);
});
