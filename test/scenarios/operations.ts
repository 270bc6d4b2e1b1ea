import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import type { Ledger } from '../../sandbox';
import {
	createBankPayout,
	fromItem,
	goodItems,
	initiate,
	payoutItems,
	preview,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { assertPaired } from '../../workbench/instance/assertions';
import { generatesTokens, pastedToken, type Driver, type Order, type Scenarios } from './driver';
import { itemsOf } from './payouts';

interface Exchange {
	body: unknown;
	answer: unknown;
}

/** What goes out for an item, and what comes back: for some operations, and with our own words. */
const exchanges: Record<string, (item: IDataObject, ledger: Ledger) => Exchange> = {
	[initiate.name]({ customerId, ...body }, { cardPayments }) {
		const made = cardPayments.find((one) => one.orderReference === body.orderReference);
		const answer = { cardPaymentLink: made?.cardPaymentLink, clientId: 'sandbox-client' };
		return { body: { ...body, customer: { id: customerId } }, answer };
	},
	[preview.name](body, { cardPayments }) {
		assert.deepEqual(cardPayments, []);
		const activeMethods = [
			{ name: 'VISA', fee: 0.74, message: 1 },
			{ name: 'MASTERCARD', fee: 0.79, message: 2 },
			{ name: 'AMERICAN EXPRESS', fee: 0.89, message: 3 },
		];
		return { body, answer: { activeMethods } };
	},
	[createBankPayout.name]({ amount, ...body }, { payouts, paid }) {
		assert.equal(paid[String(body.orderReference)], 1);
		const answer = payouts.find((one) => one.orderReference === body.orderReference);
		return { body: { ...body, amount: Number(amount) }, answer };
	},
};

/** Each item is sent once, and has its whole answer in its place. */
export async function answersAll(
	driver: Driver,
	operation: OperationUnderTest,
	{ items, credential }: Order,
): Promise<void> {
	const execution = await driver.pay({ items, credential, parameters: fromItem(operation) });
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assertPaired(itemsOf(execution), items.length);
	const ledger = await driver.ledger();
	assert.deepEqual(ledger.contractViolations, []);
	assert.equal(ledger.tokensIssued, credential === pastedToken ? 0 : 1);
	assert.ok(ledger.peakInFlight <= 5, `${ledger.peakInFlight} requests were open at once`);

	const sent = ledger.requests.filter((request) => request.operation !== 'generateToken');
	const { method, url } = operation.request;
	const byReference = new Map(sent.map((request) => [request.orderReference, request]));
	assert.equal(sent.length, items.length);
	for (const [index, item] of items.entries()) {
		const orderReference = String(item.orderReference);
		const request = byReference.get(orderReference);
		const path = `/third-parties${url.replace('{orderReference}', orderReference)}`;
		assert.deepEqual([request?.method, request?.path, request?.status], [method, path, 200]);
		const expected = exchanges[operation.name]?.(item, ledger);
		if (expected === undefined) continue;
		assert.deepEqual({ body: request?.body, answer: itemsOf(execution)[index]?.json }, expected);
	}
}

/** For payouts that stay as they were answered. */
export const operationScenarios: Scenarios = Object.fromEntries(
	[
		{ operation: createBankPayout, items: payoutItems(200), credential: generatesTokens },
		{ operation: createBankPayout, items: payoutItems(3), credential: pastedToken },
		...[initiate, preview].flatMap((operation) =>
			[generatesTokens, pastedToken].map((credential) => ({
				operation,
				items: goodItems(operation, 3),
				credential,
			})),
		),
	].map(({ operation, ...order }) => [
		`${operation.name} for ${order.items.length} items, with ${order.credential.authentication}`,
		async (driver: Driver) => await answersAll(driver, operation, order),
	]),
);
