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

const json = { amount: 1500.5, currency: 'TZS', orderReference: 'INV7' };

/** The same of nodes, as the examples of then were exported. */
const payout: INodeParameters = {
	resource: 'payout',
	operation: 'createBankPayout',
	amount: '={{ $json.amount }}',
	currency: '={{ $json.currency }}',
	orderReference: '={{ $json.orderReference }}',
	accountNumber: '0150123456789',
	accountName: 'Asha Mushi',
	bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
	transferType: 'ACH',
	additionalFields: {},
	options: { duplicateGuard: 'allExecutions', maximumTotal: 1e8, whenAlreadySent: 'error' },
};

const paymentLink: INodeParameters = {
	amount: '={{ $json.amount }}',
	orderReference: '={{ $json.orderReference }}',
	customerId: 'asha@example.com',
	additionalFields: {},
	options: {},
};

/** Runs the node for one item, and expects a key of its response, and these requests. */
async function play(driver: Driver, parameters: INodeParameters, key: string, ...sent: string[]) {
	const execution = await driver.pay({ items: [json], parameters, credential });
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assert.ok(itemsOf(execution)[0]?.json[key], `no ${key} came out`);
	const { contractViolations, requests } = await driver.ledger();
	assert.deepEqual(contractViolations, []);
	const operations = requests.map(({ operation }) => operation);
	assert.deepEqual(operations, ['generateToken', ...sent]);
}

/** What was saved with earlier states of the node runs as it did, and is looked up besides. */
export const savedScenarios: Scenarios = {
	'runs a payment link, of a node in which nothing was chosen': async (driver) =>
		await play(driver, paymentLink, 'cardPaymentLink', 'initiateCardPayment'),
	async 'pays and looks up with a node and a credential that were saved before look-ups'(driver) {
		await driver.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		await play(driver, payout, 'status', 'createBankPayout', 'getPayout');
	},
};
