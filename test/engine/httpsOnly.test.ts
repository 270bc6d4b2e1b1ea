import type { OnError } from 'n8n-workflow';
import type { StoredCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import {
	fromItem,
	goodItems,
	operationsUnderTest,
	payoutItems,
	payoutParameters,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { Stranger } from '../../workbench/servers/stranger';

const sandbox = useSandbox();

const stranger = new Stranger();
const urlOf = (host: string) => `http://${host}:${stranger.port}`;

beforeAll(async () => await stranger.start());
beforeEach(() => {
	stranger.arrived = [];
});
afterAll(async () => await stranger.stop());

const modes: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

const pay = async (credential: StoredCredential, onError?: OnError) =>
	await execute({ credential, parameters: payoutParameters(), items: payoutItems(4), onError });

describe('a base URL with plain http on another host', () => {
	const unsafe = () => urlOf('127.0.0.2');

	it('would be reachable, or these tests would prove nothing', async () => {
		await fetch(`${unsafe()}/hello`);
		expect(stranger.arrived).toHaveLength(1);
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
			expect(stranger.arrived).toEqual([]);
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
		expect(stranger.arrived).toEqual([]);
	});
});

describe.each([301, 302, 303, 307, 308])('a redirect with status %i', (status) => {
	it.each(['to another host', 'to the same host'])('%s is never followed', async (where) => {
		await sandbox.control.addFault({
			kind: 'redirect',
			operation: 'createBankPayout',
			status,
			...(where === 'to another host' && { location: `${urlOf('127.0.0.1')}/payouts` }),
		});
		const { error } = await pay(sandbox.credential());
		expect(error?.message).toMatch(/pointed to another address, which is never followed \(HTTP 30/);
		expect(stranger.arrived).toEqual([]);
		const { redirectHits, paid } = await sandbox.ledger();
		expect(redirectHits).toBe(0);
		expect(paid).toEqual({});
	});

	it('does not carry the API key away from the token endpoint', async () => {
		await sandbox.control.addFault({
			kind: 'redirect',
			operation: 'generateToken',
			status,
			location: `${urlOf('127.0.0.1')}/generate-token`,
		});
		const { error } = await pay(sandbox.credential());
		expect(error?.message).toContain(`HTTP ${status}`);
		expect(stranger.arrived).toEqual([]);
		expect(await sandbox.requests('createBankPayout')).toEqual([]);
	});
});

it('writes no secret into the stored execution', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', orderReference: 'INV-1' });
	const credential = sandbox.credential();
	for (const onError of modes) {
		const { run } = await pay(credential, onError);
		const stored = JSON.stringify(run.data);
		expect(stored).not.toContain('sandbox-key');
		const [token, proof] = String(credential.stored.sessionToken)
			.slice(7)
			.split(/\.(?=[^.]*$)/);
		expect([token?.length, proof]).toEqual([expect.any(Number), expect.stringMatching(/^\w{64}$/)]);
		expect(stored).not.toContain(token);
		expect(stored).not.toContain(proof);
	}
	expect(credential.stored.sessionToken).toMatch(/^Bearer \S{20,}$/);
});
