import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import {
	createBankPayout,
	parametersFromItem,
	goodItems,
	initiate,
	payoutItems,
	preview,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { assertPaired } from '../../workbench/executions/assertions';
import { outputOf, failureText } from '../../workbench/executions/executions';
import { pastedToken } from '../../workbench/servers/sandboxClient';
import { generatesTokens, inN8n, type Driver, type Order, type Scenarios } from './driver';

/** Each item is sent once, as the contract has it, and has its answer in its place. */
async function answersAll(
	driver: Driver,
	operation: OperationUnderTest,
	{ items, credential }: Order,
): Promise<void> {
	const execution = await driver.pay({
		items,
		credential,
		parameters: parametersFromItem(operation),
	});
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assertPaired(outputOf(execution), items.length);
	const { requests, ...ledger } = await driver.ledger();
	assert.deepEqual(ledger.contractViolations, []);
	assert.equal(ledger.tokensIssued, credential === pastedToken ? 0 : 1);
	assert.ok(ledger.peakInFlight <= 5, `${ledger.peakInFlight} requests were open at once`);

	const references = items.map(({ orderReference }) => orderReference);
	const sent = requests.filter((request) => request.operation !== 'generateToken');
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
async function isTakenWithChecksum(driver: Driver, checksum: string): Promise<void> {
	await driver.control.settings({ checksum: checksum as 'none' });
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

const orders: Array<[OperationUnderTest, Order]> = [
	[createBankPayout, { items: payoutItems(200), credential: generatesTokens }],
	[createBankPayout, { items: payoutItems(3), credential: pastedToken }],
	[initiate, { items: goodItems(initiate, 3), credential: generatesTokens }],
	[preview, { items: goodItems(preview, 3), credential: pastedToken }],
];

/** For payouts that stay as they were answered; the engine tries every operation. */
export const operationScenarios: Scenarios = Object.fromEntries([
	...orders.map(([operation, order]) => [
		`${operation.name} for ${order.items.length} items, with ${order.credential?.authentication}`,
		inN8n(async (driver) => await answersAll(driver, operation, order)),
	]),
	...['hmacSha256Json', 'hmacSha256Values'].map((checksum) => {
		const play = async (driver: Driver) => await isTakenWithChecksum(driver, checksum);
		const name = `payouts have the checksum ${checksum} that the service asks for`;
		return [name, checksum === 'hmacSha256Json' ? inN8n(play) : play];
	}),
]);
