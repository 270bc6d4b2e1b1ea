import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { outputOf } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { listBanks, requestNode } from '../../../workbench/servers/otherRequests';
import { Stranger } from '../../../workbench/servers/stranger';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

/** The one that carries body and method along; test/engine/addresses.test.ts tries the others. */
const status = 307;

/** One that is another machine, and one that is this one; test/unit/wire/baseUrl.test.ts tries more. */
const hosts = ['127.0.0.2', '127.0.0.1\\@127.0.0.2'];

const pasted = { authentication: 'accessToken', accessToken: 'sandbox-access-token' };

const getPayout = { resource: 'payout', operation: 'get' };

const paymentOperations = [
	'createBankPayout',
	'previewCardPayment',
	'listBanks',
	'getPayout',
] as const;

describe('a secret', () => {
	const fixture = useFixture();
	const stranger = new Stranger();
	let runs = 0;

	before(async () => await stranger.start());
	beforeEach(() => {
		stranger.arrived = [];
	});
	after(async () => await stranger.stop());

	function assertNothingArrived(): void {
		assert.deepEqual(stranger.arrived, []);
	}

	/** Every way on which a request can carry a secret. */
	async function tryEveryWay(changes: object, prepare: () => Promise<void>): Promise<void> {
		const { baseUrl } = { baseUrl: fixture.sandbox.baseUrl, ...changes };
		const fresh = async () => {
			await prepare();
			return await fixture.createCredential(changes);
		};
		const parameters = fromItem.createBankPayout;
		const items = samplePayouts(1, `RUN${++runs}`);
		const node = { parameters, onError: 'continueRegularOutput' } as const;
		const paid = await fixture.pay(items, node, await fresh());
		const { json } = outputOf(paid, nodeNames.payments)[0]!;
		assert.notEqual(json.details, undefined, 'the payout was accepted');
		const question = { parameters: { ...getPayout, orderReference: 'A-1' }, onError: node.onError };
		const asked = await fixture.pay([{}], question, await fresh());
		assert.notEqual(outputOf(asked, nodeNames.payments)[0]?.json.details, undefined);
		assert.equal((await fixture.api.testCredential(await fresh())).status, 'Error');
		assert.match(await listBanks(fixture.api, await fresh()), /Choose By BIC instead/);
		// The builder's own wish to follow redirects does not count.
		const follow = { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } };
		await fixture.pay([{}], requestNode(`${baseUrl}/payouts/A-1`, follow), await fresh());
	}

	it('could be received, or these tests would prove nothing', async () => {
		for (const host of ['127.0.0.1', '127.0.0.2', 'localhost']) {
			await fetch(`http://${host}:${stranger.port}/hello`);
		}
		assert.equal(stranger.arrived.length, 3);
	});

	for (const [what, changes, operations] of [
		['a payment, with a token that was generated', {}, paymentOperations],
		['a payment, with a pasted token', pasted, paymentOperations],
		['the token endpoint', {}, ['generateToken']],
	] as const) {
		it(`is not carried along by a redirect of ${what} with status ${status}`, async () => {
			const location = `http://127.0.0.1:${stranger.port}/third-parties`;
			await tryEveryWay(changes, async () => {
				await fixture.control.reset();
				for (const operation of operations) {
					const fault = { kind: 'redirect', status, location, times: 9 } as const;
					await fixture.control.addFault({ ...fault, operation });
				}
			});
			assert.equal((await fixture.control.ledger()).redirectHits, 0);
			assertNothingArrived();
		});
	}

	for (const host of hosts) {
		it(`does not go to http://${host}`, async () => {
			const baseUrl = `http://${host}:${stranger.port}/third-parties`;
			for (const changes of [{ baseUrl }, { ...pasted, baseUrl }]) {
				await tryEveryWay(changes, async () => undefined);
			}
			assertNothingArrived();
		});
	}
});
