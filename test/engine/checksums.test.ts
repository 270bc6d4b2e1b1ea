import type { IDataObject } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { useSandbox } from './useSandbox';

// How they are computed: test/unit/wire/checksum.test.ts.
const sandbox = useSandbox({ checksum: 'hmacSha256Json', checksumSecret: 'right' });

const pay = async (settings: IDataObject) => {
	const credential = sandbox.pastedToken(settings as never);
	return await execute(sandbox.payouts(2, { credential, onError: 'continueRegularOutput' }));
};

it('a secret is taken without the white space that was pasted along', async () => {
	await pay({ checksum: 'hmacSha256Json', checksumSecret: ' right\n' });
	expect(Object.values(await sandbox.paid())).toEqual([1, 1]);
});

it('nothing is sent where there is no secret', async () => {
	const { items } = await pay({ checksum: 'hmacSha256Json', checksumSecret: ' ' });
	expect(items.map(({ json }) => (json.details as IDataObject).outcome)).toEqual([
		'notSent',
		'notSent',
	]);
	expect(items[0]?.json.message).toContain('The Checksum Secret of the credential is empty');
	expect(await sandbox.requests()).toEqual([]);
});

it.each([
	{ checksum: 'none' },
	{ checksum: 'hmacSha256Json', checksumSecret: 'wrong' },
	{ checksum: 'hmacSha256Values', checksumSecret: 'right' },
])('a refusal that speaks of it points to the two settings: %j', async (settings) => {
	const { items } = await pay(settings);
	const [first] = items.map(({ json }) => json.details as IDataObject);
	expect(first).toMatchObject({ outcome: 'rejected', cause: 'account', safeToRetry: true });
	expect(first?.nextStep).toBe(
		'In the credential, set Checksum and Checksum Secret as they are in the dashboard.',
	);
});
