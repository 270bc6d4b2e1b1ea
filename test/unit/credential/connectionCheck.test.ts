import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { httpRequest, useTokenService } from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const credential = new CardBankPaymentsApi();
const service = useTokenService(() => undefined);

const { request, rules = [] } = credential.test;

/** What n8n says where the test of the credential rejects with this status. */
function messageFor(status: number): string | undefined {
	const rule = rules.find(({ properties }) => 'value' in properties && properties.value === status);
	return rule && (rule.properties as { message: string }).message;
}

/** Makes the request of the test as n8n makes it; n8n looks at the rules when it rejects. */
async function ask(status: number): Promise<unknown> {
	service.answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end('{}');
	const options = { ...request, baseURL: undefined };
	const { baseUrl } = service;
	const stored = { baseUrl, sessionToken: boundToken('Bearer abc', { baseUrl }) };
	const authenticate = credential.authenticate as (...parts: unknown[]) => Promise<object>;
	const signed = await authenticate(stored, { ...options, url: `${baseUrl}${options.url}` });
	return await httpRequest(signed as Parameters<typeof httpRequest>[0]);
}

// Any other response says no to the test values only: the token was accepted.
it.each([200, 299, 400, 402, 406, 407, 409, 422, 428, 430, 499])(
	'the test of the credential succeeds on HTTP %i',
	async (status) => {
		await expect(ask(status)).resolves.toBeDefined();
		expect(messageFor(status)).toBeUndefined();
	},
);

const [elsewhere, down] = [/another address/, /at present\. Test again/];

it.each<[number, RegExp]>([
	...[300, 302, 308, 399].map((status): [number, RegExp] => [status, elsewhere]),
	[401, /^Access was refused\. Paste .* access token, or copy Client ID and API Key again/],
	[
		403,
		/^The service does not let this account in\. Check .* IP address of n8n .* features .* expired/,
	],
	[404, /third-parties/],
	[405, /third-parties/],
	...[408, 429, 500, 599].map((status): [number, RegExp] => [status, down]),
])(
	'the test of the credential does not succeed on HTTP %i, moves no money, and says what to do',
	async (status, text) => {
		expect(await rejectionOf(ask(status))).toMatchObject({ response: { status } });
		expect(service.arrived).toMatchObject([
			{ method: 'POST', path: '/third-parties/payments/preview-card-payment' },
		]);
		const message = messageFor(status) ?? '';
		expect(message).toMatch(text);
		expect(message).toContain(`(HTTP ${status})`);
		expectGoodWording(message);
	},
);
