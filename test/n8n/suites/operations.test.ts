import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Ledger } from '../../../sandbox';
import type { StoredCredential } from '../../../workbench/instance/api';
import {
	assertEachPaidOnce,
	assertPaired,
	bodiesSent,
	sentTo,
} from '../../../workbench/instance/assertions';
import { failureText, outputOf, type Item } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import { waitUntil } from '../../../workbench/servers/waiting';
import {
	fromItem,
	nodeNames,
	sampleCardPayments,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

describe('the operations in a real n8n', () => {
	let fixture: Fixture;
	let credential: StoredCredential;
	before(async () => (fixture = await startFixture()));
	after(async () => await fixture?.close());
	beforeEach(async () => {
		await fixture.control.reset();
		credential = await fixture.createCredential();
	});

	async function settleLedger(): Promise<Ledger> {
		const ledger = await fixture.control.ledger();
		assert.deepEqual(ledger.contractViolations, []);
		return ledger;
	}

	/** Runs payouts in one execution, each of which must succeed and be paid once. */
	async function payEachOnce(items: ReturnType<typeof samplePayouts>): Promise<Ledger> {
		const node = { parameters: fromItem.createBankPayout };
		const execution = await fixture.pay(items, node, credential);
		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		const ledger = await settleLedger();
		assertEachPaidOnce(ledger, items, outputOf(execution, nodeNames.payments));
		return ledger;
	}

	for (const authentication of ['generateToken', 'accessToken']) {
		describe(`with the authentication ${authentication}`, () => {
			const tokens = authentication === 'generateToken' ? 1 : 0;
			beforeEach(async () => {
				credential = await fixture.createCredential({
					authentication,
					...(authentication === 'accessToken' && { accessToken: 'sandbox-access-token' }),
				});
			});

			it('initiates card payments', async () => {
				const items = sampleCardPayments(3);
				const execution = await fixture.pay(items, { parameters: fromItem.initiate }, credential);

				assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
				const output = outputOf(execution, nodeNames.payments);
				const ledger = await settleLedger();
				const linkFor = (reference: unknown) =>
					ledger.cardPayments.find(({ orderReference }) => orderReference === reference)
						?.cardPaymentLink;
				assertPaired(output, items.length);
				assert.deepEqual(
					output.map(({ json }) => json),
					items.map(({ orderReference }) => ({
						cardPaymentLink: linkFor(orderReference),
						clientId: 'sandbox-client',
					})),
				);
				assert.deepEqual(
					bodiesSent(ledger, 'initiateCardPayment'),
					items.map(({ customerId, ...body }) => ({ ...body, customer: { id: customerId } })),
				);
				assert.equal(ledger.tokensIssued, tokens);
			});

			it('previews card payments', async () => {
				const items = sampleCardPayments(3);
				const execution = await fixture.pay(items, { parameters: fromItem.preview }, credential);

				assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
				const output = outputOf(execution, nodeNames.payments);
				assertPaired(output, items.length);
				for (const { json } of output) {
					assert.ok(Array.isArray(json.activeMethods) && json.activeMethods.length > 0);
				}
				const ledger = await settleLedger();
				assert.deepEqual(
					bodiesSent(ledger, 'previewCardPayment'),
					items.map(({ amount, currency, orderReference }) => ({
						amount,
						currency,
						orderReference,
					})),
				);
				assert.deepEqual(ledger.cardPayments, []);
				assert.equal(ledger.tokensIssued, tokens);
			});

			it('creates bank payouts', async () => {
				const items = samplePayouts(3);
				const ledger = await payEachOnce(items);
				assert.deepEqual(bodiesSent(ledger, 'createBankPayout'), items);
				assert.equal(ledger.tokensIssued, tokens);
			});
		});
	}

	it('pays 200 items in one run, each once and in order, with one token', async () => {
		const ledger = await payEachOnce(samplePayouts(200));
		assert.equal(ledger.tokensIssued, 1);
		assert.ok(ledger.peakInFlight <= 5, `${ledger.peakInFlight} requests were open at once`);
	});

	it('renews a token that expires in the middle of a run', async () => {
		await fixture.control.settings({ delayMs: 40 });
		const items = samplePayouts(60);
		const paying = fixture.pay(items, { parameters: fromItem.createBankPayout }, credential);
		await waitUntil(async () => (await fixture.control.ledger()).payouts.length >= 15);
		await fixture.control.expireTokens();

		const execution = await paying;
		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		const ledger = await settleLedger();
		assertEachPaidOnce(ledger, items, outputOf(execution, nodeNames.payments));
		assert.equal(ledger.tokensIssued, 2);
		assert.ok(sentTo(ledger, 'createBankPayout').some(({ status }) => status === 401));
	});

	it('uses the stored token again in the next run', async () => {
		await fixture.pay(samplePayouts(1, 'A'), { parameters: fromItem.createBankPayout }, credential);
		await fixture.pay(samplePayouts(1, 'B'), { parameters: fromItem.createBankPayout }, credential);

		assert.equal((await settleLedger()).tokensIssued, 1);
	});

	it('says that a pasted token is refused, and sends nothing more', async () => {
		const refused = await fixture.createCredential({
			authentication: 'accessToken',
			accessToken: 'long-expired',
		});
		const execution = await fixture.pay(
			samplePayouts(5),
			{ parameters: fromItem.createBankPayout },
			refused,
		);

		assert.equal(execution.status, 'error');
		assert.match(failureText(execution), /token/i);
		const ledger = await settleLedger();
		assert.deepEqual(ledger.payouts, []);
		assert.equal(sentTo(ledger, 'createBankPayout').length, 1);
	});

	describe('when the service refuses one of five payouts', () => {
		const items = samplePayouts(5).map((item, index) =>
			// The sandbox knows no bank with this BIC.
			index === 2 ? { ...item, bic: 'NOBKTZTZ' } : item,
		);
		const refused = 'PAYOUT-003';
		const others = ['PAYOUT-001', 'PAYOUT-002', 'PAYOUT-004', 'PAYOUT-005'];
		const parameters = { ...fromItem.createBankPayout, options: { concurrency: 1 } };

		it('stops, and says what was paid and what was not', async () => {
			const execution = await fixture.pay(items, { parameters, onError: 'stopWorkflow' });

			assert.equal(execution.status, 'error');
			const text = failureText(execution);
			assert.match(text, /Item 2\b.*PAYOUT-003/);
			assert.match(text, /Accepted \(2\): PAYOUT-001, PAYOUT-002/);
			assert.match(text, /Not sent \(2\): PAYOUT-004, PAYOUT-005/);
			const { paid } = await settleLedger();
			assert.deepEqual(paid, { 'PAYOUT-001': 1, 'PAYOUT-002': 1 });
		});

		it('goes on and puts the refusal in its place', async () => {
			const execution = await fixture.pay(items, { parameters, onError: 'continueRegularOutput' });

			assert.equal(execution.status, 'success');
			const output = outputOf(execution, nodeNames.payments);
			assertPaired(output, items.length);
			assertRefusal(output[2], refused);
			assert.deepEqual(
				output.filter((_, index) => index !== 2).map(({ json }) => json.orderReference),
				others,
			);
			assert.deepEqual(Object.keys((await settleLedger()).paid).sort(), others);
		});

		it('goes on and sends the refusal to the error output', async () => {
			const execution = await fixture.pay(items, { parameters, onError: 'continueErrorOutput' });

			assert.equal(execution.status, 'success');
			const succeeded = outputOf(execution, nodeNames.payments, 0);
			const failed = outputOf(execution, nodeNames.payments, 1);
			assert.deepEqual(
				succeeded.map(({ json, pairedItem }) => [json.orderReference, pairedItem]),
				others.map((reference) => [reference, { item: Number(reference.slice(-3)) - 1 }]),
			);
			assert.equal(failed.length, 1);
			// On this output n8n lays the error item over the input item.
			const inputFields = Object.keys(items[2]!);
			const { json, pairedItem } = failed[0]!;
			assert.deepEqual(pairedItem, { item: 2 });
			assertRefusal({ json: without(json, inputFields) }, refused);
			assert.deepEqual(Object.keys((await settleLedger()).paid).sort(), others);
		});
	});
});

function without(json: Item['json'], names: string[]): Item['json'] {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}

function assertRefusal(item: Item | undefined, orderReference: string): void {
	assert.deepEqual(Object.keys(item?.json ?? {}).sort(), ['details', 'error', 'message']);
	const { error, message, details } = item!.json;
	assert.equal(typeof error, 'string');
	assert.match(String(message), /Item 2\b/);
	const { nextStep, ...rest } = details as Record<string, unknown>;
	assert.match(String(nextStep), /\w+/);
	assert.deepEqual(rest, {
		outcome: 'rejected',
		orderReference,
		safeToRetry: true,
		httpStatus: 400,
	});
}
