import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failureText, outputOf } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import {
	fromItem,
	nodeNames,
	sampleCardPayments,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

const checksumSecret = 'sandbox-checksum-secret';

describe('an account with checksums enabled', () => {
	let fixture: Fixture;

	before(async () => {
		fixture = await startFixture();
	});
	after(async () => await fixture?.close());

	for (const checksum of ['hmacSha256Json', 'hmacSha256Values'] as const) {
		it(`accepts all three operations with ${checksum}`, async () => {
			await fixture.control.reset({ checksum });
			const credential = await fixture.createCredential({ checksum, checksumSecret });
			const runs = [
				[sampleCardPayments(2, checksum), fromItem.initiate],
				[sampleCardPayments(2, checksum), fromItem.preview],
				[samplePayouts(2, checksum), fromItem.createBankPayout],
			] as const;
			for (const [items, parameters] of runs) {
				const execution = await fixture.pay([...items], { parameters }, credential);
				assert.equal(execution.status, 'success', parameters.operation);
				assert.equal(outputOf(execution, nodeNames.payments).length, 2);
			}
		});
	}

	it('says that the checksum is wrong when the secret is', async () => {
		await fixture.control.reset({ checksum: 'hmacSha256Json' });
		const credential = await fixture.createCredential({
			checksum: 'hmacSha256Json',
			checksumSecret: 'another-secret',
		});
		const execution = await fixture.pay(
			samplePayouts(2, 'WRONG'),
			{ parameters: fromItem.createBankPayout },
			credential,
		);
		assert.equal(execution.status, 'error');
		assert.match(failureText(execution), /The checksum of the payload is wrong/);
		assert.ok(!JSON.stringify(execution).includes('another-secret'));
		assert.deepEqual((await fixture.control.ledger()).paid, {});
	});
});
