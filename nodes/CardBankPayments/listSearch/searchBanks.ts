import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { tokenFor } from '../credential/sessionToken';
import { banks as sentences } from '../sentences/banks';
import { plainText, shown } from '../wire/shown';
import { addressBelow, CREDENTIAL_TYPE } from '../wire/baseUrl';
import { listIn } from '../wire/listIn';
import { banksPath } from '../wire/pathField';
import { exchange, PARTIAL_CONTENT, whyNot } from '../wire/exchange';

/** The editor asks while somebody waits in front of an open list. */
const LIST_TIMEOUT_MS = 15_000;

/**
 * The banks for the field Bank whose name or BIC matches what the builder typed. The service's document
 * does not show this endpoint: taken is a list of `{ name, bic }`, by itself or as a value of an object.
 */
export async function searchBanks(this: ILoadOptionsFunctions, filter = '') {
	const credentials = await this.getCredentials(CREDENTIAL_TYPE);
	const path = banksPath(credentials);
	const failure = (why: string) => {
		const { says, description } = sentences.notLoaded({ why, path });
		return new NodeOperationError(this.getNode(), says, { description });
	};
	const response = await exchange(
		async (request) =>
			await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, {
				...request,
				// At a 401, n8n renews the token and asks once more.
				ignoreHttpStatusErrors: { ignore: true, except: [401] },
			}),
		{ method: 'GET', url: addressBelow(credentials.baseUrl, path) },
		LIST_TIMEOUT_MS,
	).catch(({ message }: Error) => {
		throw failure(message);
	});
	const { status, body } = response;
	const isWhole = status <= 299 && status !== PARTIAL_CONTENT;
	const banks = isWhole ? (listIn(body) ?? []).flatMap(asBank) : [];
	const wanted = filter.trim().toLowerCase();
	if (banks.length > 0) {
		return { results: banks.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	}
	// n8n throws a 401 itself, and leaves nothing of the response but its status.
	if (status === 401) throw failure(sentences.tokenRefused);
	const why = whyNot(response, sentences.wanted, { key: tokenFor(credentials) });
	throw failure(sentences.service({ why }));
}

function asBank(entry: unknown): INodeListSearchItems[] {
	const { name, bic } = Object(entry) as Record<string, unknown>;
	const value = typeof bic === 'string' ? bic.trim() : '';
	// A BIC with something that cannot be seen would go into the payout unseen.
	if (value === '' || shown(value) !== value) return [];
	return [{ name: `${shown(plainText(name)) || 'Bank'} (${value})`, value }];
}
