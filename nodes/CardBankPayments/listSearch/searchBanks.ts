import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { shown } from '../wire/shown';
import { CREDENTIAL_TYPE, normalizeBaseUrl } from '../wire/baseUrl';
import { answerOf, withinTime, type Answer } from '../wire/exchange';

/** Where services put a list when the response is not the list itself. */
const LIST_KEYS = ['data', 'banks', 'items', 'results', 'content'];
const NAME_KEYS = ['name', 'bankName', 'label'];
const BIC_KEYS = ['bic', 'swift', 'swiftCode', 'bicCode'];

/** The editor asks while somebody waits in front of an open list. */
const LIST_TIMEOUT_MS = 15_000;
const TOO_SLOW = 'the service did not answer in time';

/**
 * Offers the banks of the service's bank list, for the field Bank.
 *
 * The service's document does not show this endpoint: its path is the credential's `banksPath`, and
 * the shapes accepted here are the ones in common use.
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
	const cannotBeLoaded = (reason: string) =>
		noList(this, `The list of banks cannot be loaded: ${reason}`, path);
	const { deadline, ...options } = withinTime(LIST_TIMEOUT_MS);
	let answer: Answer;
	try {
		answer = await answerOf(
			await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, {
				method: 'GET',
				url: `${normalizeBaseUrl(credentials.baseUrl)}/${path}`,
				headers: { Accept: 'application/json' },
				...options,
				// n8n renews a token at this one.
				ignoreHttpStatusErrors: { ignore: true, except: [401] },
			}),
		);
	} catch (error) {
		throw cannotBeLoaded(reasonOf(error));
	}
	const { status, body } = answer;
	if (status > 299) throw cannotBeLoaded(reasonOfStatus(status));
	const banks = entriesOf(body).flatMap(asBank);
	if (banks.length === 0) {
		if (deadline.aborted) throw cannotBeLoaded(TOO_SLOW);
		throw noList(this, 'The service answered without a list of banks', path);
	}
	const wanted = filter.trim().toLowerCase();
	return { results: banks.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** The editor shows the message only, so the way out stands in it. */
function noList(context: ILoadOptionsFunctions, message: string, path: string): Error {
	return new NodeOperationError(context.getNode(), `${message}. Choose By BIC instead`, {
		description: `The list comes from the Banks Path of the credential, /${path}.`,
	});
}

function reasonOf(error: unknown): string {
	const { cause, message } = error as {
		cause?: { code?: string; response?: { status?: number } };
		message?: string;
	};
	if (cause?.code === 'ERR_CANCELED') return TOO_SLOW;
	const status = cause?.response?.status;
	if (status === undefined) return (message ?? 'the service cannot be reached').replace(/\.+$/, '');
	return reasonOfStatus(status);
}

function reasonOfStatus(status: number): string {
	if (status === 404) return 'there is none at this address (HTTP 404)';
	if (status === 401 || status === 403) return `the service refused the token (HTTP ${status})`;
	return `the service answered with HTTP ${status}`;
}

function entriesOf(answer: unknown): unknown[] {
	if (Array.isArray(answer)) return answer;
	if (typeof answer !== 'object' || answer === null) return [];
	const list = LIST_KEYS.map((key) => (answer as IDataObject)[key]).find(Array.isArray);
	return list ?? [];
}

function asBank(entry: unknown): INodeListSearchItems[] {
	const textAt = (keys: string[]) =>
		keys
			.map((key) => (entry as IDataObject | null)?.[key])
			.find((value): value is string => typeof value === 'string' && value.trim() !== '');
	const bic = textAt(BIC_KEYS)?.trim();
	// A BIC with something that cannot be seen would go into the payout unseen.
	if (bic === undefined || shown(bic) !== bic) return [];
	return [{ name: `${shown(textAt(NAME_KEYS) ?? 'Bank')} (${bic})`, value: bic }];
}
