import type { IExecuteFunctions } from 'n8n-workflow';
import { boundToken, fetchToken, tokenSource } from '../../credential/sessionToken';
import { oneAtATime } from '../common/turns';
import type { Account } from './account';

/** One token, as it was fetched once. The same text that is fetched again is another token. */
export interface Token {
	/** In the form in which n8n's credential holds it. */
	readonly sessionToken: string;
}

/** Where one is pasted into the credential, nothing is fetched; n8n takes an empty one for missing. */
const PASTED: Token = { sessionToken: 'pasted' };

/** The tokens that this process has fetched, by credential and by what they were fetched with. */
const tokens = new Map<string, Token>();

/**
 * The access token of an account, which all runs of this process share until the service refuses it. The node fetches
 * it itself: n8n would fetch one for each request that meets a refused token.
 */
export class AccountToken {
	readonly isPasted: boolean;

	private readonly key: string;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly account: Account,
	) {
		const { id, data } = account;
		this.isPasted = data.authentication === 'accessToken';
		this.key = `${id} ${tokenSource(data)}`;
	}

	/** @throws NoAccess where the service gives none */
	async get(): Promise<Token> {
		if (this.isPasted) return PASTED;
		const known = () => tokens.get(this.key);
		return known() ?? (await oneAtATime(`token ${this.key}`, async () => known() ?? this.fetch()));
	}

	/** Of all that meet a refused token, the first one drops it. @returns whether this was the first */
	drop(refused: Token): boolean {
		return tokens.get(this.key) === refused && tokens.delete(this.key);
	}

	private async fetch(): Promise<Token> {
		const { helpers } = this.context;
		const { data } = this.account;
		// As n8n does for its own requests for a token, where somebody has named the domains.
		const isLimited = data.allowedHttpRequestDomains === 'domains';
		const limits = isLimited && { allowedDomains: String(data.allowedDomains) };
		const token = await fetchToken(
			async (request) => (await helpers.httpRequest({ ...request, ...limits })) as unknown,
			data,
		);
		const fetched = { sessionToken: boundToken(token, data) };
		tokens.set(this.key, fetched);
		return fetched;
	}
}
