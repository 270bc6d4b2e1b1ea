import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodeRequestSend,
} from 'n8n-workflow';
import { amountAsNumber, amountAsText } from '../../../nodes/CardBankPayments/wire/amount';
import { formatOf, inBody, inQuery } from '../../../nodes/CardBankPayments/wire/field';
import { inPath } from '../../../nodes/CardBankPayments/wire/pathField';
import { asDay } from '../../../nodes/CardBankPayments/wire/text';
import { valueAt } from '../../../nodes/CardBankPayments/wire/valueAt';

const field = (send: INodeRequestSend): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	routing: { send },
});

/** Runs the field's preSend as n8n's routing engine does; the parameter holds the value, too. */
async function preSend(
	send: INodeRequestSend,
	value: unknown,
	request: Partial<IHttpRequestOptions>,
	credentials: ICredentialDataDecryptedObject = {},
) {
	const context = { getNodeParameter: () => value, getCredentials: async () => credentials };
	const action = send.preSend?.[0];
	return await action?.call(context as unknown as IExecuteSingleFunctions, {
		url: '/x',
		...request,
	});
}

it.each([
	['body', inBody('customer.id'), 42, '42'],
	['body', inBody('customer.id', amountAsText), 25.5, '25.5'],
	['body', inBody('customer.id', amountAsNumber), '1500.50', 1500.5],
	['query', inQuery('customer.id', asDay), '2026-11-23T12:00', '2026-11-23'],
] as const)('a field in the %s has one format in both engines', async (type, send, value, sent) => {
	expect(send).toMatchObject({ type, property: 'customer.id' });
	expect(formatOf(field(send))(value)).toBe(sent);
	const place = { body: 'body', query: 'qs' }[type];
	const given = { [place]: { customer: { id: value }, other: value } };
	expect(await preSend(send, value, given)).toEqual({
		url: '/x',
		[place]: { customer: { id: sent }, other: value },
	});
});

it.each([
	['payout', 7718, {}, '/payouts/7718'],
	['payment', 'a/b', {}, '/payments/a%2Fb'],
	['payment', 'A1', { paymentPath: 'p/{orderReference}' }, '/p/A1'],
] as const)('a field goes to the place of a %s (%j, %j)', async (kind, value, stored, url) => {
	const send = inPath(kind);
	expect(formatOf(field(send))(value)).toBe(String(value));
	expect(await preSend(send, value, { method: 'GET' }, stored)).toEqual({ url, method: 'GET' });
});

it.each([
	[inBody('amount', amountAsNumber), '1,000', '1,000'],
	[inPath('payout'), ' A1', 'white space'],
])('a field is refused by n8n’s routing engine, too (%#)', async (send, value, reason) => {
	await expect(preSend(send, value, { body: { amount: value } })).rejects.toThrow(reason);
});

const root = { amount: 0, empty: null, rows: [{ bic: 'CORUTZTZ' }] };

it.each([
	[[], root],
	[['amount'], 0],
	[['rows', '0', 'bic'], 'CORUTZTZ'],
	[['empty'], null],
	[['empty', 'bic'], undefined],
	[['amount', 'toFixed'], undefined],
	[['rows', '1', 'bic'], undefined],
	[['__proto__'], undefined],
	[['constructor', 'name'], undefined],
])('following %j leads to what an object has of its own', (keys, value) => {
	expect(valueAt(root, keys)).toEqual(value);
});
