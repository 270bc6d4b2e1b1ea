import type { OnError } from 'n8n-workflow';
import type { StoredCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
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
});

it.each([302, 307])('a redirect with status %i is never followed', async (status) => {
	const location = `${urlOf('127.0.0.1')}/elsewhere`;
	for (const operation of ['generateToken', 'createBankPayout'] as const) {
		await sandbox.control.addFault({ kind: 'redirect', operation, status, location });
		const { error } = await pay(sandbox.credential());
		expect(error?.message).toContain(`HTTP ${status}`);
	}
	expect(stranger.arrived).toEqual([]);
	expect(await sandbox.paid()).toEqual({});
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
