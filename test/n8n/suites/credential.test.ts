import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { outputOf } from '../../../workbench/executions/executions';
import { useFixture, forSuite } from '../forSuite';
import { listBanks } from '../../../workbench/instance/listBanks';
import { requestNode } from '../../../workbench/workflows/requestNode';
import { pastedToken } from '../../../workbench/servers/sandboxClient';
import { startForeignServer } from '../../../workbench/servers/foreignServer';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

/** The status that carries body and method along. */
const redirect = { kind: 'redirect', status: 307, times: 9 } as const;
const payments = ['createBankPayout', 'previewCardPayment', 'listBanks', 'getPayout'] as const;

// What it sends for our node itself: test/engine/(told|accounts|tokens).
describe('what n8n sends with our credential', () => {
	const fixture = useFixture();
	const foreign = forSuite(startForeignServer);
	const [payout] = samplePayouts(1);
	const ledger = async () => await fixture.control.ledger();
	beforeEach(async () => {
		await fixture.control.reset({ uniqueOrderReferences: false });
		foreign.arrived.length = 0;
	});

	it("is one token in n8n's test, which moves no money and makes no payment link", async () => {
		const credential = await fixture.createCredential();
		const worked = { status: 'OK', message: 'Connection successful!' };
		assert.deepEqual(await fixture.api.testCredential(credential), worked);
		const { tokensIssued, payouts, cardPayments } = await ledger();
		assert.deepEqual([tokensIssued, payouts, cardPayments], [1, [], []]);
		await fixture.control.expireTokens();
		assert.deepEqual(await fixture.api.testCredential(credential), worked);

		// A host that was entered anew reads no token but its own.
		const baseUrl = `http://127.0.0.1:${foreign.port}/third-parties`;
		// As the editor does it, which sends a marker in the place of each secret.
		const shown = await fixture.api.shownData(credential);
		await fixture.api.updateCredential(credential, { ...shown, baseUrl });
		await fixture.api.testCredential(credential);
		const seen = foreign.arrived.join().matchAll(/Bearer ([^"]*)/g);
		assert.deepEqual([...new Set([...seen].map(([, token]) => token))], ['foreign']);
	});

	for (const [where, changes, operations] of [
		['that a payment is redirected to', {}, payments],
		['that the token endpoint redirects to', {}, ['generateToken']],
		['that is another machine without https', { baseUrl: '127.0.0.2' }, []],
		['that is one, with a pasted token', { ...pastedToken, baseUrl: '127.0.0.2' }, []],
	] as const) {
		it(`is nothing to an address ${where}`, async () => {
			const addressOf = (host: string) => `http://${host}:${foreign.port}/third-parties`;
			const baseUrl = 'baseUrl' in changes ? addressOf(changes.baseUrl) : fixture.sandbox.baseUrl;
			const credential = await fixture.createCredential({ ...changes, baseUrl });
			for (const operation of operations) {
				const location = addressOf('127.0.0.1');
				await fixture.control.addFault({ ...redirect, location, operation });
			}
			const onError = 'continueRegularOutput';
			const parameters = fromItem.createBankPayout;
			const paid = await fixture.pay([payout!], { parameters, onError }, credential);
			assert.notEqual(outputOf(paid)[0]?.json.details, undefined);
			const tested = await fixture.api.testCredential(credential);
			assert.match(await listBanks(fixture.api, credential), /Choose By BIC instead/);
			// The builder's own wish to follow redirects does not count.
			const follow = { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } };
			await fixture.pay([{}], requestNode(`${baseUrl}/payouts/A-1`, follow), credential);
			assert.deepEqual(foreign.arrived, []);
			assert.equal(tested.status, 'Error', tested.message);
		});
	}

	it('is each page once by the HTTP Request node, with an expired token and a broken connection', async () => {
		const credential = await fixture.createCredential();
		await fixture.api.testCredential(credential);
		await fixture.control.expireTokens();
		const operation = 'createBankPayout';
		await fixture.control.addFault({ kind: 'dropAfter', operation, skip: 1 });
		const parameter = { type: 'body', name: 'orderReference', value: '=PAGE-{{ $pageCount }}' };
		const pagination = {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [parameter] },
			limitPagesFetched: true,
			maxRequests: 3,
		};
		const url = `${fixture.sandbox.baseUrl}/payouts/create-bank-payout`;
		const jsonBody = '={{ JSON.stringify($json) }}';
		const body = { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody };
		const node = requestNode(url, { pagination: { pagination } }, body);
		const { status } = await fixture.pay([payout!], node, credential);
		const { paid } = await ledger();
		assert.deepEqual([status, paid], ['error', { 'PAGE-0': 1, 'PAGE-1': 1 }]);
	});
});
