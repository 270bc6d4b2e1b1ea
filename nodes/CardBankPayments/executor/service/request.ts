import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { normalizeBaseUrl, parseSecureBaseUrl } from '../../wire/baseUrl';
import { withChecksum } from '../../wire/checksum';
import { PATH_LABELS, pathSettingOf, pathTemplate, recordPath } from '../../wire/pathField';
import { requestDefaults } from '../../wire/requestDefaults';
import type { Payment } from '../common/payment';

/**
 * Builds the request of one payment, without the Authorization header.
 *
 * @throws UserError where this order reference cannot be looked up
 */
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
	const { method, url, qs } = operation.option.routing?.request ?? {};
	const path = pathsOf(operation, credentials, String(url));
	return (payment) => ({
		method: method as IHttpRequestOptions['method'],
		url: `${normalizeBaseUrl(credentials.baseUrl)}${path(payment)}`,
		headers: { ...headers },
		...((qs ?? payment.query) && { qs: { ...qs, ...payment.query } }),
		...(payment.body && { body: withChecksum(payment.body, credentials) }),
		json,
		disableFollowRedirect,
		...(proxy && { proxy }),
	});
}

/** Paths below the base URL: the operation's own, or one with the order reference in it. */
function pathsOf(
	{ fields }: Operation,
	credentials: ICredentialDataDecryptedObject,
	own: string,
): (payment: Payment) => string {
	const [setting] = fields.flatMap((field) => pathSettingOf(field) ?? []);
	if (setting === undefined) return () => own;
	const template = pathTemplate(credentials, setting);
	return ({ orderReference }) => recordPath(template, orderReference, PATH_LABELS[setting]);
}
