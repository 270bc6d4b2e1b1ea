import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { assertSameOrigin } from '../nodes/CardBankPayments/wire/baseUrl';
import { withChecksum } from '../nodes/CardBankPayments/wire/checksum';
import { oneOf } from '../nodes/CardBankPayments/resources/kinds';
import { credentialTest } from '../nodes/CardBankPayments/credential/connectionCheck';
import { BANKS_PATH, PATHS } from '../nodes/CardBankPayments/wire/paths';
import {
	renewedToken,
	tokenToSignWith,
	type AnyRequest,
} from '../nodes/CardBankPayments/credential/renewToken';

/** For both forms in which n8n sends requests. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/** A text that no request can do without. */
const required = { type: 'string', required: true, default: '' } as const;

const whenGenerated = { show: { authentication: ['generateToken'] } };

// Declared apart from the others: n8n's linter takes every name with "token" for a secret to be
// hidden, and a path that cannot be read back cannot be corrected.
const tokenPath: INodeProperties = {
	displayName: 'Token Path',
	name: 'tokenPath',
	type: 'string',
	default: '/generate-token',
	displayOptions: whenGenerated,
	description: 'Where access is given, below the Base URL. Leave it as it is.',
};

/**
 * The credential: fetches and holds the access token, puts it on requests to the host of its Base URL
 * only, and adds the checksum of accounts that have checksums enabled.
 */
export class CardBankPaymentsApi implements ICredentialType {
	name = 'cardBankPaymentsApi';

	displayName = 'Card and Bank Payments API';

	icon = {
		light: 'file:../nodes/CardBankPayments/cardBankPayments.svg',
		dark: 'file:../nodes/CardBankPayments/cardBankPayments.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-card-bank-payments/n8n-nodes-card-bank-payments#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			...required,
			placeholder: 'e.g. https://api.clickpesa.com/third-parties',
			description: 'Address of the service. It starts with https:// and ends in third-parties.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			...oneOf(
				{
					name: 'Generate Token',
					value: 'generateToken',
					description:
						'Recommended: access tokens are generated with your client ID and API key, and renewed',
				},
				{
					name: 'Access Token',
					value: 'accessToken',
					description: 'You paste an access token, and a new one when it has expired',
				},
			),
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			...required,
			displayOptions: whenGenerated,
			description: 'Client ID of your application at the service',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			...required,
			typeOptions: { password: true },
			displayOptions: whenGenerated,
			description: 'API key of your application at the service',
		},
		tokenPath,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			...required,
			typeOptions: { password: true },
			displayOptions: { show: { authentication: ['accessToken'] } },
			description: 'Access token of the service, with or without Bearer in front',
		},
		BANKS_PATH,
		PATHS.payout,
		PATHS.payment,
		{
			displayName: 'Checksum',
			name: 'checksum',
			...oneOf(
				{ name: 'None', value: 'none' },
				{
					name: 'HMAC-SHA256 of Sorted JSON',
					value: 'hmacSha256Json',
					description: 'Over the request as compact JSON with sorted keys',
				},
				{
					name: 'HMAC-SHA256 of Joined Values',
					value: 'hmacSha256Values',
					description: 'Over the values of the request in the order of their keys; the older way',
				},
			),
			description: 'How to compute the checksum, when checksums are enabled for your account',
		},
		{
			displayName: 'Checksum Secret',
			name: 'checksumSecret',
			...required,
			typeOptions: { password: true },
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

	/** n8n calls this before and after a request, and stores what it returns. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		return await renewedToken(this.helpers.httpRequest, credentials);
	}

	/** A function, since n8n's declarative form can neither check the address nor the prefix. */
	authenticate: IAuthenticate = async (credentials, request) => {
		for (const target of targetsOf(request)) assertSameOrigin(target, credentials.baseUrl);
		const token = tokenToSignWith(credentials, request);
		const otherHeaders = Object.entries(request.headers ?? {}).filter(
			([name]) => name.toLowerCase() !== 'authorization',
		);
		request.headers = { ...Object.fromEntries(otherHeaders), Authorization: token };
		// Our node has added it already; this is for other nodes and for the test of the credential.
		if (isJsonObject(request.body)) request.body = withChecksum(request.body, credentials);
		// A redirect would carry the token to an address that nobody has checked.
		return Object.assign(request, NO_REDIRECTS);
	};

	test = credentialTest;
}

/** A plain object goes out as JSON; forms, streams and bytes have classes of their own. */
function isJsonObject(body: unknown): body is IDataObject {
	return body !== null && body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
}

/** Both addresses that n8n might read out of a request, absolute. */
function targetsOf({ baseURL = '', url, uri }: AnyRequest): string[] {
	return [url ?? uri, uri ?? url].map((target = '') =>
		URL.canParse(target) ? target : `${baseURL}${target}`,
	);
}
