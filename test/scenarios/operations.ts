import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import type { Ledger } from '../../sandbox';
import {
	createBankPayout,
	filledFields,
	fromItem,
	getCardPayment,
	getManyCardPayments,
	getManyPayouts,
	getPayout,
	goodItems,
	initiate,
	keyIn,
	keyOf,
	payoutItems,
	preview,
	previewBankPayout,
	verifyBankAccount,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { assertPaired } from '../../workbench/instance/assertions';
import { failureOf, failureText } from '../../workbench/instance/executions';
import { generatesTokens, pastedToken, type Driver, type Order, type Scenarios } from './driver';
import { itemsOf } from './payouts';

interface Exchange {
	body: unknown;
	answer: unknown;
}

/** What goes out for an item, and what comes back, with our own words. */
const exchanges: Record<
	string,
	(item: IDataObject, ledger: Ledger, came: IDataObject) => Exchange
> = {
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
	[createBankPayout.name]({ amount, ...body }, { payouts, paid }, { estimatedArrival }) {
		assert.equal(paid[String(body.orderReference)], 1);
		const made = payouts.find((one) => one.orderReference === body.orderReference);
		// Only the response to a new payout says when it arrives.
		assert.match(String(estimatedArrival), /Days|Instant/);
		return { body: { ...body, amount: Number(amount) }, answer: { ...made, estimatedArrival } };
	},
	[previewBankPayout.name]({ amount, ...body }, { paid }, came) {
		assert.deepEqual(paid, {});
		const order = { amount: Number(amount), currency: body.currency, id: body.orderReference };
		return { body: { ...body, amount: Number(amount) }, answer: { ...came, order } };
	},
	[getPayout.name]({ orderReference }, { payouts }) {
		const answer = payouts.find((one) => one.orderReference === orderReference);
		return { body: null, answer };
	},
	[getCardPayment.name]({ orderReference }, { payments }) {
		const answer = payments.find((one) => one.orderReference === orderReference);
		return { body: null, answer };
	},
	...Object.fromEntries(
		[getManyPayouts, getManyCardPayments].map(({ name }) => [
			name,
			({ orderReference }, _, came) => ({ body: null, answer: { ...came, orderReference } }),
		]),
	),
	[verifyBankAccount.name](body, _, { accountName }) {
		assert.match(String(accountName), /^[A-Z]/);
		return { body, answer: { accountName } };
	},
};

/** Each item is sent once, and has its whole answer in its place. */
export async function answersAll(
	driver: Driver,
	operation: OperationUnderTest,
	{ items, credential }: Order,
): Promise<void> {
	await driver.know(operation, items);
	const execution = await driver.pay({ items, credential, parameters: fromItem(operation) });
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assertPaired(itemsOf(execution), items.length);
	const ledger = await driver.ledger();
	assert.deepEqual(ledger.contractViolations, []);
	assert.equal(ledger.tokensIssued, credential === pastedToken ? 0 : 1);
	assert.ok(ledger.peakInFlight <= 5, `${ledger.peakInFlight} requests were open at once`);

	const sent = ledger.requests.filter((request) => request.operation !== 'generateToken');
	const { method, url } = operation.request;
	const byKey = new Map(sent.map((request) => [keyIn(request), request]));
	assert.equal(sent.length, items.length);
	for (const [index, item] of items.entries()) {
		const key = String(item[keyOf(operation)]);
		const request = byKey.get(key);
		const path = `/third-parties${url.replace('{orderReference}', key)}`;
		// A list has its filters and its pages behind that, which other tests compare.
		const asked = request?.path.replace(/\?.*/, '');
		assert.deepEqual([request?.method, asked, request?.status], [method, path, 200]);
		const answer = itemsOf(execution)[index]?.json as IDataObject;
		const expected = exchanges[operation.name]?.(item, ledger, answer);
		if (expected !== undefined) assert.deepEqual({ body: request?.body, answer }, expected);
	}
}

/** Two of four items are invalid: each is named, and not even a token is asked for. */
export async function sendsNothing(driver: Driver, operation: OperationUnderTest): Promise<void> {
	const [first, second, third, fourth] = goodItems(operation, 4);
	const [field] = filledFields(operation);
	const { name, displayName, required: isRequired } = field!;
	// Where the first field is the reference itself, or there is none, the number has to do.
	const isNamed = name !== 'orderReference' && keyOf(operation) === 'orderReference';
	const named = (index: number) =>
		`Item ${index + 1}${isNamed ? `, order reference INV-${index}` : ''}`;
	const empty = `${displayName} ${isRequired ? 'is required but' : 'was added but is'} empty`;
	const execution = await driver.pay({
		items: [first!, { ...second, [name]: false }, third!, { ...fourth, [name]: '' }],
		parameters: fromItem(operation),
		credential: generatesTokens,
	});
	assert.equal(execution.status, 'error');
	const { message, description = '' } = failureOf(execution);
	assert.match(message, /^Nothing was sent: 2 of 4 items need a correction\. Item 2/);
	for (const words of [`${named(1)}: ${displayName} `, `${named(3)}: ${empty}`]) {
		assert.ok(description?.includes(words), `"${words}" is not in: ${description}`);
	}
	assert.doesNotMatch(failureText(execution), /Item [13]\b/);
	assert.deepEqual((await driver.ledger()).requests, []);
}

export const checksums = ['hmacSha256Json', 'hmacSha256Values'] as const;

/** A service that asks for a checksum takes it, and refuses that of another secret. */
export async function isTakenWithChecksum(
	driver: Driver,
	operation: OperationUnderTest,
	checksum: (typeof checksums)[number],
): Promise<void> {
	await driver.control.settings({ checksum });
	const payWith = async (checksumSecret: string, prefix: string) =>
		await driver.pay({
			items: goodItems(operation, 3, prefix),
			parameters: fromItem(operation),
			credential: { ...generatesTokens, checksum, checksumSecret },
		});
	const taken = await payWith('sandbox-checksum-secret', 'A');
	assert.equal(taken.status, 'success', taken.data.resultData.error?.message);
	assertPaired(itemsOf(taken), 3);
	const { paid } = await driver.ledger();
	const refused = await payWith('another-secret', 'B');
	assert.match(failureText(refused), /The checksum of the payload is wrong/);
	assert.doesNotMatch(JSON.stringify(refused), /another-secret/);
	assert.deepEqual((await driver.ledger()).paid, paid);
}

/** For payouts that stay as they were answered; the engine tries every operation. */
export const operationScenarios: Scenarios = Object.fromEntries([
	...[
		{ operation: createBankPayout, items: payoutItems(200), credential: generatesTokens },
		{ operation: createBankPayout, items: payoutItems(3), credential: pastedToken },
		...[previewBankPayout, getPayout, getCardPayment].map((operation) => ({
			operation,
			items: goodItems(operation, 3),
			credential: generatesTokens,
		})),
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
	...[initiate, preview, createBankPayout].flatMap((operation) => [
		[
			`${operation.name} sends nothing when two of four items are invalid, and names each`,
			async (driver: Driver) => await sendsNothing(driver, operation),
		],
		...checksums.map((checksum) => [
			`${operation.name} has the checksum ${checksum} that the service asks for`,
			async (driver: Driver) => await isTakenWithChecksum(driver, operation, checksum),
		]),
	]),
]);
