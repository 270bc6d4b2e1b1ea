import type { IDataObject } from 'n8n-workflow';
import { execute, startExecution } from '../../workbench/engine/engine';
import { payoutItems } from '../../workbench/engine/operations';
import type { Fault } from '../../sandbox';
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

it.each([
	['a token is fetched first', 'INV-0', ['unknown', 'accepted']],
	['the token is at hand', 'INV-1', ['accepted', 'unknown']],
])('gives the service no more than its time where %s', async (_, orderReference, outcomes) => {
	// Byte by byte: the HTTP client's own time starts anew with each.
	await sandbox.control.addFault({ kind: 'slowDrip', orderReference, delayMs: 50 });
	const credential = sandbox.credential({ payoutPath: '' });
	// Enough for every other response on a busy machine.
	const options = { timeout: 1_500 };
	const { items } = await execute(
		sandbox.payouts(2, { credential, options, onError: 'continueRegularOutput' }),
	);
	expect(outcomesOfItems(items)).toEqual(outcomes);
});

it('pays the others with its new token, where one whose token was refused stays unclear', async () => {
	const [operation, orderReference] = ['createBankPayout', 'INV-1'] as const;
	await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference });
	// The first question is answered, and those behind the refusal are not.
	const silent: Fault = { kind: 'dropBefore', operation: 'getPayout', orderReference };
	await sandbox.control.addFault({ ...silent, skip: 1, times: 4 });
	const credential = sandbox.credential();
	const onError = 'continueRegularOutput';
	const options = { concurrency: 1 };
	const { items } = await execute(sandbox.payouts(3, { credential, options, onError }));
	expect(outcomesOfItems(items)).toEqual(['accepted', 'unknown', 'accepted']);
});

it('sends no payout whose token comes after the execution was cancelled', async () => {
	const credential = sandbox.credential();
	const running = startExecution(sandbox.payouts(2, { credential }));
	let { stored } = credential;
	Object.defineProperty(credential, 'stored', {
		get: () => stored,
		set: (withToken: typeof stored) => {
			stored = withToken;
			running.cancel();
		},
	});
	expect((await running.finished).run.status).toBe('canceled');
	expect((await sandbox.requests()).map((one) => one.operation)).toEqual(['generateToken']);
});
