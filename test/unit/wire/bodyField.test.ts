import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodeRequestSend,
} from 'n8n-workflow';
import {
	formatOf,
	isAmount,
	sendAmountNumber,
	sendAmountText,
	sendText,
} from '../../../nodes/CardBankPayments/wire/bodyField';
import { setAt } from '../../../nodes/CardBankPayments/wire/valueAt';

const field = (send: INodeRequestSend): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	routing: { send },
});

/** Runs the field's preSend as n8n's routing engine does. */
async function preSend(send: INodeRequestSend, body: IDataObject): Promise<IHttpRequestOptions> {
	const action = send.preSend?.[0];
	return (await action?.call({} as IExecuteSingleFunctions, {
		url: '/x',
		body,
	})) as IHttpRequestOptions;
}

describe('a value in the body', () => {
	it('is set at the top level', () => {
		const body: IDataObject = { other: 1 };
		setAt(body, 'amount', 5);
		expect(body).toEqual({ other: 1, amount: 5 });
	});

	it('is set along a path with dots', () => {
		const body: IDataObject = {};
		setAt(body, 'customer.id', 'C-1');
		setAt(body, 'a.b.c', 'deep');
		expect(body).toEqual({ customer: { id: 'C-1' }, a: { b: { c: 'deep' } } });
	});

	it('leaves what is beside it on the path', () => {
		const body: IDataObject = { customer: { name: 'Asha' } };
		setAt(body, 'customer.id', 'C-1');
		expect(body).toEqual({ customer: { name: 'Asha', id: 'C-1' } });
	});

	it('replaces an earlier value', () => {
		const body: IDataObject = { customer: { id: 'old' } };
		setAt(body, 'customer.id', 'new');
		expect(body).toEqual({ customer: { id: 'new' } });
	});
});

describe('a field that is sent', () => {
	it.each([
		['as text', sendText, 42, '42'],
		['as decimal text', sendAmountText, 25.5, '25.5'],
		['as a JSON number', sendAmountNumber, '1500.50', 1500.5],
	])('%s has the same format in both engines', async (_, declare, value, sent) => {
		const send = declare('customer.id');
		expect(send).toMatchObject({ type: 'body', property: 'customer.id' });
		expect(formatOf(field(send))(value)).toBe(sent);
		const request = await preSend(send, { customer: { id: value }, other: value });
		expect(request).toEqual({ url: '/x', body: { customer: { id: sent }, other: value } });
	});

	it('is refused by n8n’s routing engine too when it cannot be sent', async () => {
		await expect(preSend(sendAmountNumber('amount'), { amount: '1,000' })).rejects.toThrow('1,000');
	});

	it('counts as an amount only when it is one', () => {
		expect(isAmount(field(sendAmountText('amount')))).toBe(true);
		expect(isAmount(field(sendAmountNumber('amount')))).toBe(true);
		expect(isAmount(field(sendText('amount')))).toBe(false);
	});
});
