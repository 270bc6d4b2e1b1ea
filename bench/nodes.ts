import { requestNode } from '../workbench/workflows/requestNode';
import { fromItem, type PaymentNode } from '../workbench/workflows/workflows';

/** Requests under way at once: what this node does by itself. */
const AT_ONCE = 5;

/** This node, as a builder sets it up. */
export const nodes = {
	pay: { parameters: fromItem.createBankPayout, onError: 'continueRegularOutput' },
	payOrStop: { parameters: fromItem.createBankPayout, onError: 'stopWorkflow' },
	preview: { parameters: { ...fromItem.createBankPayout, operation: 'previewBankPayout' } },
	list: { parameters: { resource: 'payout', operation: 'getMany', returnAll: true } },
} satisfies Record<string, PaymentNode>;

const previewed = ['amount', 'currency', 'orderReference', 'accountNumber', 'bic', 'transferType'];
const paid = [...previewed, 'accountName'];

/** n8n's own HTTP Request node, as a builder sets it up who only wants to send. */
export const httpRequest = (baseUrl: string, latencyMs: number) => ({
	pay: sending(`${baseUrl}/payouts/create-bank-payout`, paid, latencyMs),
	preview: sending(`${baseUrl}/payouts/preview-bank-payout`, previewed, latencyMs),
	list: paginated(`${baseUrl}/payouts/all`),
});

/**
 * It does not count what is under way, but starts a batch, waits for a fixed time and starts the next. With the
 * service's own latency as that time, a batch is answered about when the next one starts.
 */
function sending(url: string, names: string[], latencyMs: number): PaymentNode {
	const batching = { batch: { batchSize: AT_ONCE, batchInterval: latencyMs } };
	const parameters = names.map((name) => ({ name, value: `={{ $json.${name} }}` }));
	const body = { sendBody: true, specifyBody: 'keypair', bodyParameters: { parameters } };
	const sent = { method: 'POST', contentType: 'json', ...body };
	return { ...requestNode(url, { batching }, sent), typeVersion: 4.5 };
}

/** Its own pagination, page by page until one is empty. */
function paginated(url: string): PaymentNode {
	const skip = { type: 'qs', name: 'skip', value: '={{ $pageCount * 100 }}' };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [skip] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.data.length === 0 }}',
	};
	const options = { pagination: { pagination } };
	return { ...requestNode(`${url}?limit=100`, options), typeVersion: 4.5 };
}
