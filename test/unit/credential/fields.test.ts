import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { expectGoodWording } from '../support/wording';

const { name, displayName, icon, documentationUrl, properties } = new CardBankPaymentsApi();
const choicesOf = (options: (typeof properties)[number]['options']) =>
	(options ?? []) as INodePropertyOptions[];
const namesOf = (fields: typeof properties) => fields.map((field) => field.name);

it('has the names, types, defaults and choices that workflows depend on', () => {
	expect([name, displayName]).toEqual(['cardBankPaymentsApi', 'Card and Bank Payments API']);
	const fields = properties.slice(0, -1);
	expect(fields.map((field) => [field.name, field.type, field.default])).toEqual([
		['baseUrl', 'string', ''],
		['authentication', 'options', 'generateToken'],
		['clientId', 'string', ''],
		['apiKey', 'string', ''],
		['tokenPath', 'string', '/generate-token'],
		['accessToken', 'string', ''],
		['banksPath', 'string', '/list/banks'],
		['payoutPath', 'string', '/payouts/{orderReference}'],
		['paymentPath', 'string', '/payments/{orderReference}'],
		['checksum', 'options', 'none'],
		['checksumSecret', 'string', ''],
		['sessionToken', 'hidden', ''],
	]);
	const choices = fields.flatMap(({ options }) => choicesOf(options).map(({ value }) => value));
	expect(choices).toEqual([
		...['generateToken', 'accessToken'],
		...['none', 'hmacSha256Json', 'hmacSha256Values'],
	]);
});

it('shows a field only where it is of use', () => {
	const generateToken = { show: { authentication: ['generateToken'] } };
	const conditions = properties.map((field) => [field.name, field.displayOptions]);
	expect(conditions.filter(([, shown]) => shown !== undefined)).toEqual([
		['clientId', generateToken],
		['apiKey', generateToken],
		['tokenPath', generateToken],
		['accessToken', { show: { authentication: ['accessToken'] } }],
		['checksumSecret', { show: { checksum: ['hmacSha256Json', 'hmacSha256Values'] } }],
		['typedValues', generateToken],
	]);
});

it('hides every secret, and requires what the service cannot be called without', () => {
	const hidden = properties.filter(({ typeOptions }) => typeOptions?.password);
	expect(namesOf(hidden)).toEqual(['apiKey', 'accessToken', 'checksumSecret', 'sessionToken']);
	const required = ['baseUrl', 'clientId', 'apiKey', 'accessToken', 'checksumSecret'];
	expect(namesOf(properties.filter((field) => field.required))).toEqual(required);
});

it('lets n8n renew the session token, and only that', () => {
	const expirable = properties.filter(({ typeOptions }) => typeOptions?.expirable);
	expect(namesOf(expirable)).toEqual(['sessionToken']);
});

it.each(properties)('has a label for $name, and says what it is for', (property) => {
	expect(property.displayName).toMatch(/^[A-Z]\w+( [A-Z]\w+)*$/);
	const choices = choicesOf(property.options);
	for (const { description } of choices) if (description) expectGoodWording(description);
	if (property.placeholder !== undefined) expect(property.placeholder).toMatch(/^e\.g\. \S/);
	if (property.type === 'hidden') return;
	const explained = property.description ?? choices[0]?.description ?? '';
	expectGoodWording(explained);
	expect(explained).toMatch(/^[A-Z]/);
	if (property.name.startsWith('pay')) expect(explained).toMatch(/\{orderReference\}.*empty when/);
});

it('has an icon for light and dark, and a page that explains it', () => {
	const { light, dark } = icon as { light: string; dark: string };
	const files = [light, dark].map((file) => resolve('credentials', file.replace(/^file:/, '')));
	expect(files.map(existsSync)).toEqual([true, true]);
	expect(light).not.toBe(dark);
	expect(documentationUrl).toMatch(/^https:\/\/\S+#credentials$/);
});
