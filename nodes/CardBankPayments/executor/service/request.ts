import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';
import type { Operation } from '../../resources/operation';
import { normalizeBaseUrl, parseSecureBaseUrl } from '../../wire/baseUrl';
import { withChecksum } from '../../wire/checksum';
import { PATH_LABELS, pathSettingOf, pathTemplate, recordPath } from '../../wire/pathField';
import { requestDefaults } from '../../wire/exchange';
import type { Payment } from '../common/payment';

/**
 * Prepares the requests of an operation.
 *
 * @returns builds the request of one payment, without the Authorization header; throws UserError where
 * its order reference cannot be looked up
 * @throws UserError when the base URL is not safe to send secrets to
 */
export function requestsOf(
	{ fields, option, answer }: Operation,
	credentials: ICredentialDataDecryptedObject,
	proxy: IHttpRequestOptions['proxy'],
): (payment: Payment) => IHttpRequestOptions {
	parseSecureBaseUrl(credentials.baseUrl);
	const { json, disableFollowRedirect, headers } = requestDefaults;
	const { method, url, qs: fixed } = option.routing?.request ?? {};
	const [setting] = fields.flatMap((field) => pathSettingOf(field) ?? []);
	const template = setting && pathTemplate(credentials, setting);
	return ({ orderReference, body, query, limit = PAGE_SIZE }) => {
		const path = setting ? recordPath(template, orderReference, PATH_LABELS[setting]) : url;
		// No request for a list goes out without the size of its page.
		const page = answer.form === 'page' && { limit: Math.min(PAGE_SIZE, limit), skip: 0 };
		const qs = { ...fixed, ...query, ...page };
		return {
			method: method as IHttpRequestOptions['method'],
			url: `${normalizeBaseUrl(credentials.baseUrl)}${path}`,
			headers: { ...headers },
			...(Object.keys(qs).length > 0 && { qs }),
			...(body && { body: withChecksum(body, credentials) }),
			json,
			disableFollowRedirect,
			...(proxy && { proxy }),
		};
	};
}
