import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { assertSameOrigin } from '../nodes/CardBankPayments/shared/baseUrl';
import { bearer } from '../nodes/CardBankPayments/shared/bearer';
import { withChecksum } from '../nodes/CardBankPayments/shared/checksum';
import { requestDefaults } from '../nodes/CardBankPayments/shared/requestDefaults';
import { fetchToken } from '../nodes/CardBankPayments/shared/token';

/** What the test of the credential says to a status; every other one means that the token is good. */
const TEST_MESSAGES: Array<{ statuses: number[]; message: string }> = [
	{
		statuses: [301, 302, 303, 307, 308],
		message: 'The service points to another address; enter that one as Base URL',
	},
	{
		statuses: [401],
		message: 'Token refused: generate a new access token, or check client ID and API key',
	},
	{ statuses: [403], message: 'Token refused: the account may not use this operation' },
	{
		statuses: [404, 405],
		message:
			'The address is reachable, but not the service; the Base URL usually ends in third-parties',
	},
	{
		statuses: [408, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)],
		message: 'The service is reachable, but cannot answer at present',
	},
];

/** n8n's HTTP Request node still asks in the older form, with `uri`. */
type AnyRequest = Partial<IHttpRequestOptions> & { uri?: string };

/** In the words of both forms. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

// Declared apart from the others: n8n's linter takes every name with "token" for a secret to be
// hidden, and a path that cannot be read back cannot be corrected.
const tokenPath: INodeProperties = {
	displayName: 'Token Path',
	name: 'tokenPath',
	type: 'string',
	default: '/generate-token',
	displayOptions: { show: { authentication: ['generateToken'] } },
	description: 'Path of the endpoint that generates tokens, below the Base URL',
};

export class CardBankPaymentsApi implements ICredentialType {
	name = 'cardBankPaymentsApi';

	displayName = 'Card and Bank Payments API';

	icon: Icon = {
		light: 'file:../nodes/CardBankPayments/cardBankPayments.svg',
		dark: 'file:../nodes/CardBankPayments/cardBankPayments.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-card-bank-payments/n8n-nodes-card-bank-payments#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.clickpesa.com/third-parties',
			description: 'Address of the service. It starts with https:// and ends in third-parties.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{
					name: 'Generate Token',
					value: 'generateToken',
					description: 'Get access tokens with a client ID and an API key, and renew them',
				},
				{
					name: 'Access Token',
					value: 'accessToken',
					description: 'Paste an access token that you renew yourself',
				},
			],
			default: 'generateToken',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { authentication: ['generateToken'] } },
			description: 'Client ID of your application at the service',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			displayOptions: { show: { authentication: ['generateToken'] } },
			description: 'API key of your application at the service',
		},
		tokenPath,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			displayOptions: { show: { authentication: ['accessToken'] } },
			description: 'Access token of the service, with or without Bearer in front',
		},
		{
			displayName: 'Banks Path',
			name: 'banksPath',
			type: 'string',
			default: '/list/banks',
			description: 'Path of the endpoint that lists the banks, below the Base URL',
		},
		{
			displayName: 'Checksum',
			name: 'checksum',
			type: 'options',
			options: [
				{ name: 'None', value: 'none' },
				{
					name: 'HMAC-SHA256 of Sorted JSON',
					value: 'hmacSha256Json',
					description: 'Over the payload as compact JSON with sorted keys',
				},
				{
					name: 'HMAC-SHA256 of Joined Values',
					value: 'hmacSha256Values',
					description: 'Over the values of the payload in the order of their keys; the older way',
				},
			],
			default: 'none',
			description: 'How to compute the checksum, when checksums are enabled for your account',
		},
		{
			displayName: 'Checksum Secret',
			name: 'checksumSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			displayOptions: { show: { checksum: ['hmacSha256Json', 'hmacSha256Values'] } },
			description: 'Checksum key of your account',
		},
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** n8n calls this when `sessionToken` is empty or was refused, and stores what it returns. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ sessionToken?: string }> {
		if (credentials.authentication === 'accessToken') return {};
		return { sessionToken: await fetchToken(this.helpers.httpRequest, credentials) };
	}

	/** A function, since n8n's declarative form can neither check the address nor the prefix. */
	authenticate: IAuthenticate = async (credentials, request) => {
		for (const target of targetsOf(request)) assertSameOrigin(target, credentials.baseUrl);
		const token =
			credentials.authentication === 'accessToken'
				? credentials.accessToken
				: credentials.sessionToken;
		const otherHeaders = Object.entries(request.headers ?? {}).filter(
			([name]) => name.toLowerCase() !== 'authorization',
		);
		request.headers = { ...Object.fromEntries(otherHeaders), Authorization: bearer(token) };
		// Our node has added it already; this is for other nodes and for the test of the credential.
		if (isJsonObject(request.body)) request.body = withChecksum(request.body, credentials);
		// A redirect would carry the token to an address that nobody has checked.
		return Object.assign(request, NO_REDIRECTS);
	};

	/**
	 * Previewing methods moves no money and needs no data of the account. Every status that is not
	 * listed means that the token was accepted, even when the service does not like the test values.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: requestDefaults.baseURL,
			url: '/payments/preview-card-payment',
			method: 'POST',
			headers: requestDefaults.headers,
			body: { amount: '1.00', currency: 'USD', orderReference: 'CREDENTIALTEST' },
			json: true,
			ignoreHttpStatusErrors: {
				ignore: true,
				except: TEST_MESSAGES.flatMap(({ statuses }) => statuses),
			},
		},
		rules: TEST_MESSAGES.flatMap(({ statuses, message }) =>
			statuses.map((status) => ({
				type: 'responseCode' as const,
				properties: { value: status, message: `${message} (HTTP ${status})` },
			})),
		),
	};
}

/** A plain object goes out as JSON; forms, streams and bytes have classes of their own. */
function isJsonObject(body: unknown): body is IDataObject {
	return (
		typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
	);
}

/** Both addresses that n8n might read out of a request, absolute. */
function targetsOf({ baseURL = '', url, uri }: AnyRequest): string[] {
	return [url ?? uri ?? '', uri ?? url ?? ''].map((target) =>
		URL.canParse(target) ? target : `${baseURL}${target}`,
	);
}
