import assert from 'node:assert/strict';
import type { INodeParameters } from 'n8n-workflow';
import type { Driver, Scenarios } from './driver';
import { itemsOf } from './payouts';

/** What n8n has stored of a credential since before payments could be looked up: no path for that. */
const credential = {
	payoutPath: undefined,
	paymentPath: undefined,
	authentication: 'generateToken',
	tokenPath: '/generate-token',
	banksPath: '/list/banks',
	checksum: 'none',
	checksumSecret: '',
	accessToken: '',
	sessionToken: '',
};

const json = {
	amount: 1500.5,
	currency: 'TZS',
	orderReference: 'INV7',
	accountNumber: '0150123456789',
};

/** The same of nodes, as the examples of then were exported; with what is asked, and a key of the answer. */
const saved: Array<[name: string, parameters: INodeParameters, asks: Record<string, string>]> = [
	[
		'a payout',
		{
			resource: 'payout',
			operation: 'createBankPayout',
			amount: '={{ $json.amount }}',
			currency: '={{ $json.currency }}',
			orderReference: '={{ $json.orderReference }}',
			accountNumber: '={{ $json.accountNumber }}',
			accountName: 'Asha Mushi',
			bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
			transferType: 'ACH',
			additionalFields: {},
			options: { duplicateGuard: 'allExecutions', maximumTotal: 1e8, whenAlreadySent: 'error' },
		},
		{ createBankPayout: 'status' },
	],
	[
		'a payment link, of a node in which nothing was chosen',
		{
			amount: '={{ $json.amount }}',
			orderReference: '={{ $json.orderReference }}',
			customerId: 'asha@example.com',
			additionalFields: {},
			options: {},
		},
		{ initiateCardPayment: 'cardPaymentLink' },
	],
	[
		'a preview',
		{
			resource: 'cardPayment',
			operation: 'preview',
			amount: '={{ $json.amount }}',
			currency: 'USD',
			orderReference: '={{ $json.orderReference }}',
			additionalFields: {},
			options: {},
		},
		{ previewCardPayment: 'activeMethods' },
	],
];

const play = async (driver: Driver, parameters: INodeParameters, asks: Record<string, string>) => {
	const execution = await driver.pay({ items: [json], parameters, credential });
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	const [[asked, key] = ['', '']] = Object.entries(asks);
	assert.ok(itemsOf(execution)[0]?.json[key], `no ${key} came out`);
	const { contractViolations, requests } = await driver.ledger();
	assert.deepEqual(contractViolations, []);
	const operations = requests.map(({ operation }) => operation);
	assert.deepEqual(operations.slice(0, 2), ['generateToken', asked]);
	return operations.slice(2);
};

/** What was saved with earlier states of the node runs as it did, and is looked up besides. */
export const savedScenarios: Scenarios = {
	...Object.fromEntries(
		saved.map(([name, parameters, asks]) => [
			`runs ${name} that was saved before payments could be looked up`,
			async (driver: Driver) => assert.deepEqual(await play(driver, parameters, asks), []),
		]),
	),
	async 'looks up a payout of a node and a credential that were saved before that'(driver) {
		const [, parameters, asks] = saved[0]!;
		await driver.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		assert.deepEqual(await play(driver, parameters, asks), ['getPayout']);
	},
};
