import { nodeIn } from '../../workbench/engine/alteredContext';
import { execute, type Scenario } from '../../workbench/engine/engine';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const payOne = async (changes: Partial<Scenario>) => {
	const onError = 'continueRegularOutput';
	const { items } = await execute(sandbox.payouts(1, { onError, ...changes }));
	return items[0]?.json;
};

it('knows that no money moved where nobody listens at the Base URL', async () => {
	// The port of a service that no machine has any more.
	const credential = sandbox.pastedToken({ baseUrl: 'http://127.0.0.1:1/third-parties' });
	expect(await payOne({ credential })).toMatchObject({
		error: 'Payout rejected',
		message: expect.stringContaining('The service could not be reached'),
		details: { outcome: 'rejected', safeToRetry: true },
	});
});

it.each([
	['a token of its own', async () => sandbox.pastedToken()],
	['a stored token', async () => await sandbox.credential().renew()],
])('does not know what n8n itself gave up on with %s, and quotes why', async (_, credential) => {
	const nodeType = nodeIn(({ helpers }) => ({
		helpers: {
			...helpers,
			httpRequestWithAuthentication: async () => {
				throw new Error('Requests to this address are not allowed');
			},
		},
	}));
	expect(await payOne({ nodeType, credential: await credential() })).toMatchObject({
		error: 'Payout outcome unknown',
		message: expect.stringContaining('Requests to this address are not allowed'),
		details: { outcome: 'unknown', safeToRetry: false },
	});
});
