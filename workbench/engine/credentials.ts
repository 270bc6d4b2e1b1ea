import {
	ICredentialsHelper,
	type IAuthenticate,
	type ICredentialDataDecryptedObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../credentials/CardBankPaymentsApi.credentials';

type AuthenticateFunction = Extract<IAuthenticate, (...args: never[]) => unknown>;

const unused = async (): Promise<never> => {
	throw new Error('not used by the engine');
};

let created = 0;

/**
 * One stored credential, treated the way n8n's own helper treats it: read anew for every request
 * for it, and updated when `preAuthentication` returns the expirable property.
 */
export class StoredCredential extends ICredentialsHelper {
	private readonly type = new CardBankPaymentsApi();

	/** Executions that share a credential wait for each other's tokens, others do not. */
	readonly id = `credential-${++created}`;

	/** Is called when a request is about to leave. */
	beforeRequest?: () => void;

	/** @param stored what n8n's database would hold, decrypted */
	constructor(public stored: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authenticate = this.type.authenticate as AuthenticateFunction;
		const authenticated = await authenticate(credentials, request);
		this.beforeRequest?.();
		return authenticated;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.sessionToken !== '' && !credentialsExpired) return undefined;
		const output = await this.type.preAuthentication.call(helpers, credentials);
		if (output.sessionToken === undefined) return undefined;
		this.stored = { ...this.stored, ...output };
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.stored };
	}

	getCredentials = unused;

	updateCredentials = unused;

	updateCredentialsOauthTokenData = unused;

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

/** A credential for the sandbox that generates its tokens. */
export function sandboxCredential(
	baseUrl: string,
	overrides: ICredentialDataDecryptedObject = {},
): StoredCredential {
	return new StoredCredential({
		baseUrl,
		authentication: 'generateToken',
		clientId: 'sandbox-client',
		apiKey: 'sandbox-key',
		tokenPath: '/generate-token',
		accessToken: '',
		banksPath: '/list/banks',
		payoutPath: '/payouts/{orderReference}',
		paymentPath: '/payments/{orderReference}',
		checksum: 'none',
		checksumSecret: 'sandbox-checksum-secret',
		sessionToken: '',
		...overrides,
	});
}
