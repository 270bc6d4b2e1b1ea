import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { useFixture } from '../../../workbench/instance/fixture';
import { requestNode } from '../../../workbench/servers/otherRequests';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';
import { n8nDriver, playInN8n } from '../../scenarios/n8nDriver';
import { atOnce, EXECUTIONS, tokenScenarios } from '../../scenarios/tokens';

const PAYOUTS = 50;

describe('the tokens in a real n8n', () => {
	const fixture = useFixture();
	playInN8n(tokenScenarios, fixture);

	describe('for a credential of two accounts', () => {
		const mine = { clientId: 'sandbox-client', apiKey: 'sandbox-key' };
		const other = { clientId: 'client-2', apiKey: 'key-2' };
		beforeEach(async () => await fixture.control.reset());

		const pay = async (credential: StoredCredential, prefix: string, values: object = {}) => {
			const items = samplePayouts(2, prefix).map((item) => ({ ...item, ...values }));
			return await fixture.pay(items, { parameters: fromItem.createBankPayout }, credential);
		};
		const payers = async () => {
			const { payouts } = await fixture.control.ledger();
			return payouts.map(({ orderReference, clientId }) => `${orderReference} ${clientId}`);
		};
		const paid = ({ clientId }: typeof mine, prefix: string) =>
			[1, 2].map((number) => `${prefix}-00${number} ${clientId}`);

		it('pays from the one that was entered last, with one token for each', async () => {
			const credential = await fixture.createCredential();
			await pay(credential, 'A');
			await fixture.api.editCredential(credential, other);
			await fixture.control.settings(other);
			await pay(credential, 'B');
			await pay(credential, 'C');
			assert.deepEqual(await payers(), [
				...paid(mine, 'A'),
				...paid(other, 'B'),
				...paid(other, 'C'),
			]);
			assert.equal((await fixture.control.ledger()).tokensIssued, 2);
		});

		const byExpression = { clientId: '={{ $json.client }}', apiKey: '={{ $json.key }}' };
		const values = ({ clientId: client, apiKey: key }: typeof mine) => ({ client, key });

		it("pays from that of the items after n8n's HTTP Request node has used another one", async () => {
			const credential = await fixture.createCredential(byExpression);
			const list = requestNode(`${fixture.sandbox.baseUrl}/list/banks`);
			const listed = await fixture.pay([values(mine)], list, credential);
			assert.equal(listed.status, 'success');
			await fixture.control.settings(other);
			await pay(credential, 'A', values(other));
			assert.deepEqual(await payers(), paid(other, 'A'));
			assert.equal((await fixture.control.ledger()).tokensIssued, 2);
			assert.equal((await fixture.api.shownData(credential)).clientId, byExpression.clientId);
		});
	});

	describe('for eight executions at the same time, with a service that keeps only its newest', () => {
		for (const which of ['cold', 'expired', 'refused'] as const) {
			const [name, play] = atOnce[which];
			it(name, async () => {
				await fixture.control.reset();
				const requests = await play(n8nDriver(fixture), PAYOUTS);
				console.log(`${which} token: ${requests} token requests`);
				// Each execution may meet the same token; more would be hammering.
				assert.ok(requests >= 1 && requests <= EXECUTIONS, `${requests} token requests`);
			});
		}
	});
});
