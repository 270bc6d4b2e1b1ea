import type { ICredentialTestRequest } from 'n8n-workflow';
import { requestDefaults } from '../wire/exchange';

const hundredFrom = (first: number) => Array.from({ length: 100 }, (_, index) => first + index);

/** What the test says to a status; any other says no to the test values at most: the token is good. */
const TEST_MESSAGES: Array<[statuses: number[], message: string]> = [
	[
		hundredFrom(300),
		'The service points to another address. Check Base URL: it ends in third-parties',
	],
	[
		[401],
		'Access was refused. Paste a new access token, or copy Client ID and API Key again from the dashboard',
	],
	[
		[403],
		'The service does not let this account in. Check in the dashboard that the IP address of n8n is allowed, the features are ticked and the API key has not expired. An account without card payments may still make payouts',
	],
	[[404, 405], 'Nothing was found at this address. Check Base URL: it ends in third-parties'],
	[
		[408, 429, ...hundredFrom(500)],
		'The service is reachable, but cannot answer at present. Test again in some minutes',
	],
];

/** n8n's test of the credential. Previewing methods moves no money and needs no data of the account. */
export const credentialTest = {
	request: {
		baseURL: requestDefaults.baseURL,
		url: '/payments/preview-card-payment',
		method: 'POST',
		headers: requestDefaults.headers,
		body: { amount: '1.00', currency: 'USD', orderReference: 'CREDENTIALTEST' },
		json: true,
		ignoreHttpStatusErrors: {
			ignore: true,
			except: TEST_MESSAGES.flatMap(([statuses]) => statuses),
		},
	},
	rules: TEST_MESSAGES.flatMap(([statuses, message]) =>
		statuses.map((status) => ({
			type: 'responseCode' as const,
			properties: { value: status, message: `${message} (HTTP ${status})` },
		})),
	),
} satisfies ICredentialTestRequest;
