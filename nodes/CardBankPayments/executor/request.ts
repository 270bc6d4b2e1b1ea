import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { normalizeBaseUrl, parseSecureBaseUrl } from '../shared/baseUrl';
import { withChecksum } from '../shared/checksum';
import type { Operation } from '../shared/operation';
import { requestDefaults } from '../shared/requestDefaults';
import type { Payment } from './types';

/** Builds the request of one payment, without the Authorization header. */
export type BuildRequest = (payment: Payment) => IHttpRequestOptions;

/**
 * Prepares the requests of an operation.
 *
 * @throws UserError when the base URL is not safe to send secrets to
 */
export function requestsOf(
	operation: Operation,
	credentials: ICredentialDataDecryptedObject,
	proxy: IHttpRequestOptions['proxy'],
): BuildRequest {
	parseSecureBaseUrl(credentials.baseUrl);
	const { json, disableFollowRedirect, headers } = requestDefaults;
	const { method, url: path } = operation.option.routing?.request ?? {};
	const url = `${normalizeBaseUrl(credentials.baseUrl)}${path}`;
	return ({ body }) => ({
		method: method as IHttpRequestOptions['method'],
		url,
		headers: { ...headers },
		body: withChecksum(body, credentials),
		json,
		disableFollowRedirect,
		...(proxy && { proxy }),
	});
}
