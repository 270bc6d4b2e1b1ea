import * as library from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../credentials/CardBankPaymentsApi.credentials';
import { SINCE_N8N_2 } from '../../nodes/CardBankPayments/credential/olderN8n';
import { execute } from '../../workbench/engine/engine';
import { useSandbox } from './useSandbox';

// A copy, from which the tests here take something away, or add to it.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	__esModule: true,
}));

const sandbox = useSandbox();
const changed: Record<string, unknown> = library;
const original = { ...library };
afterEach(() => {
	for (const name of Object.keys(library)) delete changed[name];
	Object.assign(library, original);
});

/** None of it is in n8n-workflow 1.120.31, which the last n8n 1 has. */
const becomeN8n1 = () => {
	for (const name of SINCE_N8N_2) delete changed[name];
};

it('finds all in the n8n of today that it tells n8n 1 by', () => {
	expect(Object.keys(original)).toEqual(expect.arrayContaining(SINCE_N8N_2));
});

describe('on n8n 1', () => {
	const says = 'Card and Bank Payments needs n8n 2 or newer. Update n8n';

	it('the node sends nothing and says why', async () => {
		becomeN8n1();
		const { error } = await execute(sandbox.payouts(2, { credential: sandbox.credential() }));
		expect(error?.message).toContain(says);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('the credential fetches no token and signs nothing for other nodes', async () => {
		becomeN8n1();
		const { stored } = sandbox.pastedToken();
		const { authenticate, preAuthentication } = new CardBankPaymentsApi();
		const signed = (authenticate as (...given: object[]) => Promise<unknown>)(stored, {
			url: String(stored.baseUrl),
		});
		await expect(signed).rejects.toThrow(says);
		const helpers = { httpRequest: jest.fn() };
		await expect(preAuthentication.call({ helpers }, stored)).rejects.toThrow(says);
		expect(helpers.httpRequest).not.toHaveBeenCalled();
	});
});
