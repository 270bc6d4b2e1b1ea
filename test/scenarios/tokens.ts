import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import type { Ledger } from '../../sandbox';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { assertEachPaidOnce, sentTo } from '../../workbench/executions/assertions';
import { outputOf, failureText, type Execution } from '../../workbench/executions/executions';
import { waitUntil } from '../../workbench/servers/waiting';
import { generatesTokens, inN8n, type Driver, type Order, type Scenarios } from './driver';

/** How often the token endpoint was asked, with and without success. */
const tokenRequests = (ledger: Ledger) => sentTo(ledger, 'generateToken').length;

const paid = async (driver: Driver) => Object.keys((await driver.ledger()).paid).length;

/** Everybody was paid once, and each execution tells so of its own payouts. */
async function assertAllRunsPaid(
	driver: Driver,
	...runs: Array<[Execution, IDataObject[]]>
): Promise<Ledger> {
	const ledger = await driver.ledger();
	assert.equal(Object.keys(ledger.paid).length, runs.flatMap(([, items]) => items).length);
	for (const [execution, items] of runs) {
		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		const own = items.map(({ orderReference }) => String(orderReference));
		const paid = Object.fromEntries(own.map((each) => [each, ledger.paid[each] ?? 0]));
		assertEachPaidOnce({ ...ledger, paid }, items, outputOf(execution));
	}
	return ledger;
}

export const tokenScenarios: Scenarios = {
	'fetches a missing token once, however many wait for it, and n8n keeps it': inN8n(
		async (driver) => {
			const parameters = payoutParameters({ concurrency: 20 });
			const order = { parameters, credential: generatesTokens };
			const one = payoutItems(40, 'A');
			const other = payoutItems(40, 'B');
			const first = await driver.pay({ ...order, items: one });
			assert.equal(tokenRequests(await assertAllRunsPaid(driver, [first, one])), 1);
			const second = await driver.pay({ ...order, items: other });
			assert.equal(
				tokenRequests(await assertAllRunsPaid(driver, [first, one], [second, other])),
				1,
			);
		},
	),
};

export const EXECUTIONS = 8;

/** So many executions at once, which share a credential. */
const several = (payouts: number, credential: object = {}): Order[] =>
	Array.from({ length: EXECUTIONS }, (_, number) => ({
		items: payoutItems(payouts, `RUN${number}-`),
		credential: { ...generatesTokens, ...credential },
	}));

const paired = (executions: Execution[], orders: Order[]) =>
	orders.map(({ items }, index): [Execution, IDataObject[]] => [executions[index]!, items]);

type Play = (driver: Driver, payouts: number) => Promise<number>;

/**
 * What eight executions do at once, each with so many payouts, with a service that keeps only its
 * newest token: all are paid once, and the number of requests for tokens is given back.
 */
export const atOnce: Record<'cold' | 'expired' | 'refused', [name: string, play: Play]> = {
	cold: [
		'fetch a cold token, and pay everybody once',
		async (driver, payouts) => {
			await driver.control.settings({ onlyNewestToken: true });
			const orders = several(payouts);
			const executions = await Promise.all(orders.map(driver.pay));
			return tokenRequests(await assertAllRunsPaid(driver, ...paired(executions, orders)));
		},
	],
	expired: [
		'renew a token that expires in the middle',
		async (driver, payouts) => {
			// Long enough for the expiry to meet every execution in its middle.
			await driver.control.settings({ onlyNewestToken: true, delayMs: 30 });
			const orders = several(payouts);
			const running = Promise.all(orders.map(driver.pay));
			await waitUntil(async () => (await paid(driver)) > (EXECUTIONS * payouts) / 4);
			const before = tokenRequests(await driver.ledger());
			await driver.control.expireTokens();
			assert.ok((await paid(driver)) < EXECUTIONS * payouts, 'the token expired when all was over');
			const ledger = await assertAllRunsPaid(driver, ...paired(await running, orders));
			const refused = ledger.requests.filter(({ status }) => status === 401);
			assert.ok(refused.length > 0, 'nobody met the expired token');
			return tokenRequests(ledger) - before;
		},
	],
	refused: [
		'say once each that the API key is wrong, and send nothing',
		async (driver, payouts) => {
			await driver.control.settings({ onlyNewestToken: true });
			const executions = await Promise.all(
				several(payouts, { apiKey: 'wrong-key' }).map(driver.pay),
			);
			for (const execution of executions) {
				assert.equal(execution.status, 'error');
				const text = failureText(execution);
				const told = text.match(/Client ID or API Key is not accepted/g) ?? [];
				assert.equal(told.length, 1, text);
				assert.doesNotMatch(JSON.stringify(execution), /wrong-key/);
			}
			const ledger = await driver.ledger();
			assert.deepEqual(ledger.paid, {});
			assert.equal(ledger.requests.length, tokenRequests(ledger), 'a payment was sent');
			return tokenRequests(ledger);
		},
	],
};
