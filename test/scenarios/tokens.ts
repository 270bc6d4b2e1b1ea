import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import type { Ledger } from '../../sandbox';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { assertEachPaidOnce, sentTo } from '../../workbench/executions/assertions';
import { outputOf, type Execution } from '../../workbench/executions/executions';
import { generatesTokens, inN8n, type Driver, type Scenarios } from './driver';

/** How often the token endpoint was asked, with and without success. */
export const tokenRequests = (ledger: Ledger) => sentTo(ledger, 'generateToken').length;

/** Everybody was paid once, and each execution tells so of its own payouts. */
export async function assertAllRunsPaid(
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
	'fetches a missing token once, however many wait for it, and the process keeps it': inN8n(
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
