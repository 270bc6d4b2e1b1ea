import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import {
	createBankPayout,
	parametersFromItem,
	goodItems,
	initiate,
	payoutItems,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { assertPaired } from '../../workbench/executions/assertions';
import { outputOf, failureText } from '../../workbench/executions/executions';
import { generatesTokens, inN8n, type Driver, type Scenarios } from './driver';

/** Each item is sent once, as the contract has it, and has its answer in its place. */
async function answersAll(
	driver: Driver,
	operation: OperationUnderTest,
	items: IDataObject[],
): Promise<void> {
	const parameters = parametersFromItem(operation);
	const execution = await driver.pay({ items, parameters, credential: generatesTokens });
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assertPaired(outputOf(execution), items.length);
	const { requests, ...ledger } = await driver.ledger();
	assert.deepEqual(ledger.contractViolations, []);
	assert.equal(ledger.tokensIssued, 1);
	// Five payments, and five questions ahead of them.
	assert.ok(ledger.peakInFlight <= 10, `${ledger.peakInFlight} requests were open at once`);

	const references = items.map(({ orderReference }) => orderReference);
	const sent = requests.filter(({ path }) => path.endsWith(operation.request.url));
	assert.deepEqual(sent.map(({ orderReference }) => orderReference).sort(), references.sort());
	const made = new Map<unknown, IDataObject>(
		[...ledger.payouts, ...ledger.cardPayments].map((one) => [one.orderReference, { ...one }]),
	);
	for (const [index, { json }] of outputOf(execution).entries()) {
		const { id, cardPaymentLink } = made.get(items[index]!.orderReference) ?? {};
		assert.equal(json.cardPaymentLink ?? json.id, cardPaymentLink ?? id);
	}
}

/** A service that asks for a checksum takes it, and refuses that of another secret. */
async function isTakenWithChecksum(driver: Driver): Promise<void> {
	const checksum = 'hmacSha256Json';
	await driver.control.settings({ checksum });
	const payWith = async (checksumSecret: string, prefix: string) =>
		await driver.pay({
			items: payoutItems(3, prefix),
			credential: { ...generatesTokens, checksum, checksumSecret },
		});
	const taken = await payWith('sandbox-checksum-secret', 'A');
	assert.equal(taken.status, 'success', taken.data.resultData.error?.message);
	const refused = await payWith('another-secret', 'B');
	assert.match(failureText(refused), /The checksum of the payload is wrong/);
	assert.doesNotMatch(JSON.stringify(refused), /another-secret/);
	assert.deepEqual(Object.keys((await driver.ledger()).paid).sort(), ['A-0', 'A-1', 'A-2']);
}

/** For payouts that stay as they were answered; the engine tries every operation: test/engine/everyOperation. */
export const operationScenarios: Scenarios = {
	'is answered for 200 payouts': inN8n(
		async (driver) => await answersAll(driver, createBankPayout, payoutItems(200)),
	),
	'is answered for 3 payment links': inN8n(
		async (driver) => await answersAll(driver, initiate, goodItems(initiate, 3)),
	),
	'has the checksum that the service asks for': inN8n(isTakenWithChecksum),
};
