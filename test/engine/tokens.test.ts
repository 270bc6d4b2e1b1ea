import type { IDataObject } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { payoutItems } from '../../workbench/engine/operations';
import { failureText, type Execution } from '../../workbench/executions/executions';
import { outcomesOfItems } from '../../workbench/executions/outcomes';
import { waitUntil } from '../../workbench/servers/waiting';
import { useSandbox } from './useSandbox';
import { generatesTokens, type Driver, type Order } from '../scenarios/driver';
import { engineDriver } from '../scenarios/engineDriver';
import { assertAllRunsPaid, tokenRequests } from '../scenarios/tokens';

const sandbox = useSandbox();

describe('eight executions at the same time, with a service that keeps only its newest token', () => {
	const [executions, payouts] = [8, 20];
	let driver: Driver;
	beforeEach(async () => {
		driver = engineDriver(sandbox);
		await driver.control.settings({ onlyNewestToken: true });
	});

	/** Each with so many payouts, and all with one credential. */
	const payAll = async (credential: object = {}) => {
		const orders = Array.from({ length: executions }, (_, number): Order => ({
			items: payoutItems(payouts, `RUN${number}-`),
			credential: { ...generatesTokens, ...credential },
		}));
		const ended = await Promise.all(orders.map(driver.pay));
		return orders.map(({ items }, at): [Execution, IDataObject[]] => [ended[at]!, items]);
	};

	it('fetch a cold token, and pay everybody once', async () => {
		const ledger = await assertAllRunsPaid(driver, ...(await payAll()));
		expect(tokenRequests(ledger)).toBe(1);
	});

	it('renew a token that expires in the middle', async () => {
		// Long enough for the expiry to meet every execution in its middle.
		await driver.control.settings({ delayMs: 30 });
		const running = payAll();
		const paid = async () => Object.keys(await sandbox.paid()).length;
		await waitUntil(async () => (await paid()) > (executions * payouts) / 4);
		const before = tokenRequests(await driver.ledger());
		await driver.control.expireTokens();
		expect(await paid()).toBeLessThan(executions * payouts);
		const ledger = await assertAllRunsPaid(driver, ...(await running));
		expect(ledger.requests.map(({ status }) => status)).toContain(401);
		expect(tokenRequests(ledger) - before).toBe(1);
	});

	it('say once each that the API key is wrong, and send nothing', async () => {
		for (const [execution] of await payAll({ apiKey: 'wrong-key' })) {
			expect(execution.status).toBe('error');
			const told = failureText(execution).match(/Client ID or API Key is not accepted/g);
			expect(told).toHaveLength(1);
			expect(JSON.stringify(execution)).not.toContain('wrong-key');
		}
		const { paid, requests } = await sandbox.ledger();
		expect(paid).toEqual({});
		const asked = requests.map(({ operation }) => operation);
		expect(asked).toEqual(Array(executions).fill('generateToken'));
	});
});

it('pays the others with its new token, where one whose token was refused stays unclear', async () => {
	const [operation, orderReference] = ['createBankPayout', 'INV-1'] as const;
	await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference });
	// Asked for before they leave are INV-0, INV-1 and INV-2; what meets the fault is asked because of the refusal.
	const lost = { kind: 'dropBefore', operation: 'getPayout', orderReference } as const;
	await sandbox.control.addFault({ ...lost, skip: 1, times: 4 });
	const credential = sandbox.credential();
	const onError = 'continueRegularOutput';
	const options = { concurrency: 1 };
	const { items } = await execute(sandbox.payouts(3, { credential, options, onError }));
	expect(outcomesOfItems(items)).toEqual(['accepted', 'unknown', 'accepted']);
});
