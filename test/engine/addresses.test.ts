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

it('a payout that no network carries has not left, whatever code the machine has for that', async () => {
	// A broadcast: no connection can be made there.
	const credential = sandbox.pastedToken({ baseUrl: 'https://255.255.255.255/third-parties' });
	const changes = { credential, onError: 'continueRegularOutput' } as const;
	const { items } = await execute(sandbox.payouts(1, changes));
	expect(outcomesOfItems(items)).toEqual(['notSent']);
});

it('nor has one to an address that n8n forbids', async () => {
	const rules = Container.get(SsrfProtectionConfig);
	rules.enabled = true;
	const { error } = await execute(sandbox.payouts(2)).finally(() => (rules.enabled = false));
	expect(error?.message).toMatch(/^Nothing was sent\. INV-0 \(item 1\): .* restricted IP address/);
	expect(error?.description).toContain('Not sent (2): INV-0, INV-1.');
	const { items } = await execute(sandbox.payouts(2));
	expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted']);
});
