import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { expectGoodWording } from '../support/wording';

const credential = new CardBankPaymentsApi();
const propertyOf = (name: string) =>
	credential.properties.find((property) => property.name === name);

describe('the credential', () => {
	it('has the names that workflows depend on', () => {
		expect([credential.name, credential.displayName]).toEqual([
			'cardBankPaymentsApi',
			'Card and Bank Payments API',
		]);
	});

	it.each([
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
	])('has the property %s', (name, type, defaultValue) => {
		expect(propertyOf(name)).toMatchObject({ type, default: defaultValue });
	});

	it.each([
		['authentication', ['generateToken', 'accessToken']],
		['checksum', ['none', 'hmacSha256Json', 'hmacSha256Values']],
	])('offers for %s the choices %j', (name, choices) => {
		const options = propertyOf(name)?.options as INodePropertyOptions[];
		expect(options.map(({ value }) => value)).toEqual(choices);
	});

	it.each([
		['clientId', { authentication: ['generateToken'] }],
		['apiKey', { authentication: ['generateToken'] }],
		['tokenPath', { authentication: ['generateToken'] }],
		['accessToken', { authentication: ['accessToken'] }],
		['checksumSecret', { checksum: ['hmacSha256Json', 'hmacSha256Values'] }],
	])('shows %s only for %j', (name, show) => {
		expect(propertyOf(name)?.displayOptions).toEqual({ show });
	});

	it('hides every secret, and nothing that one has to read back', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		const secrets = ['apiKey', 'accessToken', 'checksumSecret', 'sessionToken'];
		expect(hidden.map(({ name }) => name)).toEqual(secrets);
	});

	it('requires what the service cannot be called without', () => {
		const required = credential.properties.filter((property) => property.required);
		const names = ['baseUrl', 'clientId', 'apiKey', 'accessToken', 'checksumSecret'];
		expect(required.map(({ name }) => name)).toEqual(names);
	});

	it.each(credential.properties)('has a label for $name, and says what it is for', (property) => {
		expect(property.displayName).toMatch(/^[A-Z]\w+( [A-Z]\w+)*$/);
		const choices = (property.options ?? []) as INodePropertyOptions[];
		for (const choice of choices) {
			expect(choice.name).toMatch(/^[A-Z]/);
			if (choice.description !== undefined) expectGoodWording(choice.description);
		}
		if (property.placeholder !== undefined) expect(property.placeholder).toMatch(/^e\.g\. \S/);
		if (property.type === 'hidden') return;
		const explained = property.description ?? choices[0]?.description ?? '';
		expectGoodWording(explained);
		expect(explained).toMatch(/^[A-Z]/);
	});

	it.each([
		['payoutPath', 'Payout Path'],
		['paymentPath', 'Payment Path'],
	])('says of %s where the reference goes, and what it means to leave it empty', (name, label) => {
		const property = propertyOf(name);
		expect(property?.displayName).toBe(label);
		expect(property?.description).toContain('{orderReference}');
		expect(property?.description).toMatch(/empty when the service has no look-up/);
	});

	it('has an icon for light and dark, and a page that explains it', () => {
		const { light, dark } = credential.icon as { light: string; dark: string };
		const file = (icon: string) => resolve('credentials', icon.replace(/^file:/, ''));
		for (const icon of [light, dark]) expect(icon).toMatch(/^file:\S+\.svg$/);
		expect([light, dark].map((icon) => existsSync(file(icon)))).toEqual([true, true]);
		expect(light).not.toBe(dark);
		expect(credential.documentationUrl).toMatch(/^https:\/\/\S+#credentials$/);
	});

	it('lets n8n renew the session token, and only that', () => {
		const expirable = credential.properties.filter(({ typeOptions }) => typeOptions?.expirable);
		expect(expirable.map(({ name }) => name)).toEqual(['sessionToken']);
	});
});
