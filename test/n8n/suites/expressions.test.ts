import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { outputOf } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

/** What the items hold in place of a sensible account name. */
const accountNames: unknown[] = [
	...['Asha Mushi', `O'Neil "Bob" & Söhne <b>`, '漢字 العربية 😀'],
	...['{{ $json.amount }}', '=not an expression', '${amount}', 'constructor'],
	...['a\u2028b', 'half of a pair \ud800', '\udc00', 'a\u0000b', 'x'.repeat(2000), ''],
	...['0150123456789', 150123456789, 0.1, -0, 1e21, true, null, undefined],
	...[{}, { name: 'Asha' }, [], ['Asha']],
];

describe('expressions that only name a place in the item, in a real n8n', () => {
	const fixture = useFixture();
	let credential: StoredCredential;
	before(async () => (credential = await fixture.createCredential()));

	/** The requests that would be sent, or why not, with the name from the item by an expression. */
	async function validate(items: object[], accountName: string): Promise<unknown[]> {
		const options = { validateOnly: true };
		const parameters = { ...fromItem.createBankPayout, accountName, options };
		const node = { parameters, onError: 'continueRegularOutput' } as const;
		const execution = await fixture.pay(items, node, credential);
		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		return outputOf(execution, nodeNames.payments).map(({ json }) => json);
	}

	it('mean the same as when n8n evaluates them', async () => {
		const items = samplePayouts(accountNames.length).map((payout, index) => ({
			...payout,
			holder: { 'account name': accountNames[index] },
		}));
		const read = await validate(items, '={{ $json.holder["account name"] }}');
		const evaluated = await validate(items, '={{ ($json.holder["account name"]) }}');

		assert.equal(read.length, accountNames.length);
		assert.deepEqual(read, evaluated);
		const third = read[2] as { request?: { body: { accountName: string } } };
		assert.equal(third.request?.body.accountName, accountNames[2]);
	});
});
