import type {
	ICredentialDataDecryptedObject,
	INodeProperties,
	INodeRequestSend,
	PreSendAction,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from './baseUrl';
import { asReference } from './text';

/** What stands in the place of the order reference. */
const PLACE = '{orderReference}';

/**
 * The settings of the credential that say where a reference is looked up. The service's document shows
 * neither path: the defaults are the ones that the service publishes. They hold for credentials that were
 * saved before the settings existed, too.
 */
export const PATHS = {
	payoutPath: { label: 'Payout Path', byDefault: `/payouts/${PLACE}` },
	paymentPath: { label: 'Payment Path', byDefault: `/payments/${PLACE}` },
};

export type PathSetting = keyof typeof PATHS;

/** Path and query, the order references apart (RFC 3986, sections 3.3 and 3.4). */
const PATH_AND_QUERY = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;

/**
 * A whole address is no path, and every URL parser takes the segments `.` and `..` before the query,
 * encoded or not, for other places.
 */
const LEADS_ELSEWHERE = /^[A-Za-z][A-Za-z0-9+.-]*:|^(?:[^?]*\/)?(?:\.|%2e){1,2}(?:[/?]|$)/i;

/**
 * Declares that a field goes into the path of the request, at the place that a setting of the
 * credential names: n8n's own routing engine does so through `preSend`, our executor through `recordPath`.
 */
export function inPath(pathSetting: PathSetting): INodeRequestSend {
	const apply: PreSendAction = async function (request) {
		const credentials = await this.getCredentials(CREDENTIAL_TYPE);
		const orderReference = asReference(this.getNodeParameter('orderReference'));
		return { ...request, url: recordPath(credentials, pathSetting, orderReference) };
	};
	return { preSend: [Object.assign(apply, { format: asReference, pathSetting })] };
}

/** Which setting says where in the path the field goes; undefined for any other field. */
export function pathSettingOf({ routing }: INodeProperties): PathSetting | undefined {
	return (routing?.send?.preSend?.[0] as { pathSetting?: PathSetting } | undefined)?.pathSetting;
}

/**
 * Puts an order reference into a path of the credential, e.g. `/payouts/{orderReference}`. It stays within
 * its place, whatever it contains, and the path below the base URL.
 *
 * @param orderReference as `asReference` gives it, e.g. `INV 7`
 * @returns e.g. `/payouts/INV%207`, always with one slash in front
 * @throws UserError that says which setting to correct
 */
export function recordPath(
	credentials: ICredentialDataDecryptedObject,
	setting: PathSetting,
	orderReference: string,
): string {
	const { label, byDefault } = PATHS[setting];
	const template = String(credentials[setting] ?? byDefault).trim();
	const parts = template.split(PLACE);
	const isPath = parts.length > 1 && parts.every((part) => PATH_AND_QUERY.test(part));
	// Joined, since a replacement has signs of its own.
	const path = parts.join(encodeURIComponent(orderReference));
	if (isPath && !LEADS_ELSEWHERE.test(template)) return `/${path.replace(/^\/+/, '')}`;
	throw new UserError(
		template === ''
			? `No look-up is possible: the ${label} of the credential is empty. Fill it in, e.g. with ${byDefault}`
			: `The ${label} of the credential is not a path below the Base URL with ${PLACE} in it; enter one, e.g. ${byDefault}`,
		{ description: 'Nothing was sent.' },
	);
}
