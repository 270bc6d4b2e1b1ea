import { defaultSettings } from '../sandbox';
import { pastedToken } from '../workbench/servers/sandboxClient';
import { requestNode } from '../workbench/workflows/requestNode';
import { fromItem, type PaymentNode } from '../workbench/workflows/workflows';
import type { CandidateKey } from './plan';
import { referenceNodeType } from './referencePackage';

/** What is compared, as the tables call it. */
export const candidateNames: Record<CandidateKey, string> = {
	node: 'This node',
	computed: 'This node, computed values',
	checked: 'This node, credential by expression',
	fields: 'HTTP Request, fields',
	json: 'HTTP Request, one JSON expression',
	routing: 'n8n’s routing engine',
	bare: 'Bare loop, without n8n',
};

/** The five values of a payout that come from the input item; the other two are fixed. */
const fromInput = ['amount', 'orderReference', 'accountNumber', 'accountName', 'bic'] as const;
const fixed = { currency: 'TZS', transferType: 'ACH' } as const;

/** The parameters of this node for a payout of seven fields, five of them expressions. */
export const benchmarkParameters = { ...fromItem.createBankPayout, ...fixed };

/** The same values by expressions that compute something, so that n8n has to evaluate them. */
const computedParameters = {
	...benchmarkParameters,
	amount: '={{ Number($json.amount) }}',
	orderReference: '={{ $json.orderReference.trim() }}',
	accountNumber: '={{ $json.accountNumber.trim() }}',
	accountName: '={{ $json.accountName.trim() }}',
	bic: { ...benchmarkParameters.bic, value: '={{ $json.bic.trim() }}' },
};

/** What a candidate's credential has of its own. */
export const credentialChanges: Partial<Record<CandidateKey, object>> = {
	// This node then reads it for every item; a run reads one without expressions once more.
	checked: { clientId: `={{ '${defaultSettings.clientId}' }}` },
	// Before each POST with a generated token, HTTP Request asks whether the token is good.
	fields: pastedToken,
	json: pastedToken,
};

/**
 * A candidate's node, as a builder would set it up for this concurrency.
 *
 * Neither HTTP Request nor the routing engine counts what is under way: they start a batch, wait for
 * a fixed time and start the next. With the service's own latency as that time, a batch is answered
 * about when the next one starts.
 */
export function candidateNode(
	key: Exclude<CandidateKey, 'bare'>,
	baseUrl: string,
	concurrency: number,
	latencyMs: number,
): PaymentNode {
	const batching = { batch: { batchSize: concurrency, batchInterval: latencyMs } };
	switch (key) {
		case 'node':
		case 'checked':
			return { parameters: { ...benchmarkParameters, options: { concurrency } } };
		case 'computed':
			return { parameters: { ...computedParameters, options: { concurrency } } };
		case 'routing':
			return {
				type: referenceNodeType('routing'),
				parameters: { ...benchmarkParameters, requestOptions: { batching } },
			};
		case 'fields':
			return httpRequest(baseUrl, batching, {
				specifyBody: 'keypair',
				bodyParameters: {
					parameters: [
						...fromInput.map((name) => ({ name, value: `={{ $json.${name} }}` })),
						...Object.entries(fixed).map(([name, value]) => ({ name, value })),
					],
				},
			});
		case 'json': {
			const members = fromInput.map((name) => `${name}: $json.${name}`);
			const constants = Object.entries(fixed).map(([name, value]) => `${name}: '${value}'`);
			return httpRequest(baseUrl, batching, {
				specifyBody: 'json',
				jsonBody: `={{ ({ ${[...members, ...constants].join(', ')} }) }}`,
			});
		}
	}
}

function httpRequest(baseUrl: string, batching: object, body: object): PaymentNode {
	const url = `${baseUrl}/payouts/create-bank-payout`;
	const sent = { method: 'POST', sendBody: true, contentType: 'json', ...body };
	return { ...requestNode(url, { batching }, sent), typeVersion: 4.5 };
}
