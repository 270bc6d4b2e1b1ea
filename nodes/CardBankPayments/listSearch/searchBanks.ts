import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { shown } from '../wire/shown';
import { CREDENTIAL_TYPE, normalizeBaseUrl } from '../wire/baseUrl';
import { exchange } from '../wire/exchange';

/** The editor asks while somebody waits in front of an open list. */
const LIST_TIMEOUT_MS = 15_000;

/**
 * Offers the banks of the service's bank list, for the field Bank.
 *
 * The service's document does not show this endpoint: its path is the credential's `banksPath`. Taken is
 * a list of `{ name, bic }`, by itself or as a value of an object.
 *
 * @param filter what the builder typed; matches names and BICs
 * @throws NodeOperationError with the reason, and that By BIC always works
 */
export async function searchBanks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const credentials = await this.getCredentials(CREDENTIAL_TYPE);
	const path = String(credentials.banksPath ?? '').replace(/^\/+/, '');
	const url = `${normalizeBaseUrl(credentials.baseUrl)}/${path}`;
	const { status, body, isLate } = await exchange(
		async (request) =>
			await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, {
				...request,
				// n8n renews a token at this one.
				ignoreHttpStatusErrors: { ignore: true, except: [401] },
			}),
		{ method: 'GET', url, headers: { Accept: 'application/json' } },
		LIST_TIMEOUT_MS,
	);
	const banks = status === 0 || status > 299 ? [] : entriesOf(body).flatMap(asBank);
	const wanted = filter.trim().toLowerCase();
	if (banks.length > 0) {
		return { results: banks.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	}
	const reason = whyNoList(status, isLate, String(body));
	// The editor shows the message only, so the way out stands in it.
	throw new NodeOperationError(
		this.getNode(),
		`The list of banks cannot be loaded: ${reason}. Choose By BIC instead`,
		{ description: `The list comes from the Banks Path of the credential, /${path}.` },
	);
}

function whyNoList(status: number, isLate: boolean, message: string): string {
	if (isLate) return 'the service did not answer in time';
	if (status === 0) return message.replace(/\.+$/, '');
	if (status === 404) return 'there is none at this address (HTTP 404)';
	if (status === 401 || status === 403) return `the service refused the token (HTTP ${status})`;
	if (status > 299) return `the service answered with HTTP ${status}`;
	return 'the service answered without one';
}

function entriesOf(response: unknown): unknown[] {
	return [response, ...Object.values(response ?? {})].find(Array.isArray) ?? [];
}

function asBank(entry: unknown): INodeListSearchItems[] {
	const { name, bic } = (entry ?? {}) as IDataObject;
	const value = typeof bic === 'string' ? bic.trim() : '';
	// A BIC with something that cannot be seen would go into the payout unseen.
	if (value === '' || shown(value) !== value) return [];
	const label = typeof name === 'string' ? shown(name) : '';
	return [{ name: `${label || 'Bank'} (${value})`, value }];
}
