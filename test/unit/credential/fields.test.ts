import type { INodePropertyOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';

const { name, displayName, properties, documentationUrl } = new CardBankPaymentsApi();
const choicesOf = (options: (typeof properties)[number]['options']) =>
	(options ?? []) as INodePropertyOptions[];

const generated = { show: { authentication: ['generateToken'] } };
const pasted = { show: { authentication: ['accessToken'] } };
const signed = { show: { checksum: ['hmacSha256Json', 'hmacSha256Values'] } };
const secret = { password: true };

it('has the fields that workflows depend on, hides every secret, and lets n8n renew one token', () => {
	expect([name, displayName]).toEqual(['cardBankPaymentsApi', 'Card and Bank Payments API']);
	const fields = properties.map((field) => [
		field.name,
		...[field.type, field.default, field.required, field.typeOptions, field.displayOptions],
	]);
	expect(fields).toEqual([
		['baseUrl', 'string', '', true, undefined, undefined],
		['authentication', 'options', 'generateToken', undefined, undefined, undefined],
		['clientId', 'string', '', true, undefined, generated],
		['apiKey', 'string', '', true, secret, generated],
		['tokenPath', 'string', '/generate-token', undefined, undefined, generated],
		['accessToken', 'string', '', true, secret, pasted],
		['banksPath', 'string', '/list/banks', undefined, undefined, undefined],
		['payoutPath', 'string', '/payouts/{orderReference}', undefined, undefined, undefined],
		['paymentPath', 'string', '/payments/{orderReference}', undefined, undefined, undefined],
		['checksum', 'options', 'none', undefined, undefined, undefined],
		['checksumSecret', 'string', '', true, secret, signed],
		['sessionToken', 'hidden', '', undefined, { ...secret, expirable: true }, undefined],
	]);
	const choices = properties.flatMap(({ options }) => choicesOf(options).map(({ value }) => value));
	expect(choices).toEqual([
		...['generateToken', 'accessToken'],
		...['none', 'hmacSha256Json', 'hmacSha256Values'],
	]);
});

it('has a page that describes it', () => {
	expect(documentationUrl).toMatch(/#credentials$/);
});
