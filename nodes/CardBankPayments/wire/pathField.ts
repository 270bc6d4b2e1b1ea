import type {
	ICredentialDataDecryptedObject,
	INodeProperties,
	INodeRequestSend,
	PreSendAction,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { describeValue } from './shown';
import { CREDENTIAL_TYPE } from './baseUrl';
import type { WireFormat } from './bodyField';
import { asReference } from './text';

/** The settings of the credential that say where a reference is looked up. */
export type PathSetting = 'payoutPath' | 'paymentPath';

/** What stands in the place of the order reference. */
const PLACE = '{orderReference}';

/**
 * The service's document shows neither path: these are the ones that the service publishes. They
 * hold for credentials that were saved before the settings existed, too.
 */
export const DEFAULT_PATHS: Readonly<Record<PathSetting, string>> = {
	payoutPath: `/payouts/${PLACE}`,
	paymentPath: `/payments/${PLACE}`,
};

/** What the settings are called in the credential. */
export const PATH_LABELS: Readonly<Record<PathSetting, string>> = {
	payoutPath: 'Payout Path',
	paymentPath: 'Payment Path',
};

/** Path and query, the order references apart (RFC 3986, sections 3.3 and 3.4). */
const PATH_AND_QUERY = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;

/** A whole address is no path. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Every URL parser takes these segments, encoded or not, for "here" and "one up". */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Half of a surrogate pair: it has no encoding. */
const HALF_CHARACTER = /\p{Surrogate}/u;

const NOTHING_SENT = { description: 'Nothing was sent.' };

type PathAction = PreSendAction & { format: WireFormat; pathSetting: PathSetting };

/**
 * Declares that a field goes into the path of the request, at the place that a setting of the
 * credential names, in n8n's routing vocabulary: n8n's own routing engine does so through `preSend`,
 * our executor through `formatOf`, `pathSettingOf` and `recordPath`.
 */
export function sendInPath(setting: PathSetting): INodeRequestSend {
	const apply: PreSendAction = async function (request) {
		const credentials = await this.getCredentials(CREDENTIAL_TYPE);
		const orderReference = asPathReference(this.getNodeParameter('orderReference'));
		const template = pathTemplate(credentials, setting);
		return { ...request, url: recordPath(template, orderReference, PATH_LABELS[setting]) };
	};
	const action: PathAction = Object.assign(apply, {
		format: asPathReference,
		pathSetting: setting,
	});
	return { preSend: [action] };
}

/** Which setting says where in the path the field goes; undefined for a field of the body. */
export function pathSettingOf(field: INodeProperties): PathSetting | undefined {
	return (field.routing?.send?.preSend?.[0] as PathAction | undefined)?.pathSetting;
}

/**
 * The path as the builder set it in the credential.
 *
 * @returns what is stored, empty where nothing is looked up; the default where the credential was saved
 * before the setting existed
 */
export function pathTemplate(
	credentials: ICredentialDataDecryptedObject,
	setting: PathSetting,
): unknown {
	return credentials[setting] ?? DEFAULT_PATHS[setting];
}

/**
 * Puts an order reference into a path of the credential. The reference stays within its place, whatever
 * it contains, and the path below the base URL.
 *
 * @param template path and perhaps query, e.g. `/payouts/{orderReference}`
 * @param orderReference as it was sent, e.g. `INV 7`
 * @param label of the setting in the credential, for messages
 * @returns e.g. `/payouts/INV%207`, always with one slash in front
 * @throws UserError that says which setting to correct, or why the reference cannot be looked up
 */
export function recordPath(template: unknown, orderReference: string, label: string): string {
	const path = readTemplate(template, label);
	const refusal = refusalOf(orderReference);
	if (refusal !== undefined) {
		throw new UserError(`No look-up is possible: the order reference ${refusal}`, NOTHING_SENT);
	}
	// Split and joined, since a replacement has signs of its own.
	return path.split(PLACE).join(encodeURIComponent(orderReference));
}

function readTemplate(template: unknown, label: string): string {
	const text = typeof template === 'string' ? template.trim() : '';
	if (text === '') {
		throw new UserError(
			`No look-up is possible: the ${label} of the credential is empty. Fill it in, e.g. with ${exampleOf(label)}`,
			NOTHING_SENT,
		);
	}
	const refuse = (reason: string) =>
		new UserError(
			`The ${label} of the credential ${reason}; enter a path below the Base URL, e.g. ${exampleOf(label)}`,
			NOTHING_SENT,
		);
	const parts = text.split(PLACE);
	if (parts.length === 1) throw refuse(`does not contain ${PLACE}`);
	if (SCHEME.test(text)) throw refuse('is a whole address');
	if (!parts.every((part) => PATH_AND_QUERY.test(part))) {
		throw refuse('contains what no path can hold');
	}
	const [pathOnly = ''] = text.split('?');
	if (pathOnly.split('/').some((segment) => DOT_SEGMENT.test(segment))) {
		throw refuse('contains a segment "." or ".."');
	}
	return `/${text.replace(/^\/+/, '')}`;
}

/** The default of the setting that has this label. */
function exampleOf(label: string): string {
	return label === PATH_LABELS.paymentPath ? DEFAULT_PATHS.paymentPath : DEFAULT_PATHS.payoutPath;
}

/** The reference as text; throws UserError where it cannot stand in a path. */
function asPathReference(value: unknown): string {
	const reference = asReference(value);
	const refusal = refusalOf(reference);
	if (refusal === undefined) return reference;
	throw new UserError(refusal);
}

/**
 * Why a reference cannot stand in a path, as the end of "the order reference …". An empty one would
 * mean every record, and the dots stand for other places, encoded or not.
 */
function refusalOf(reference: string): string | undefined {
	if (reference === '') return 'is empty';
	if (HALF_CHARACTER.test(reference)) return 'contains half a character, which no address can hold';
	if (reference !== '.' && reference !== '..') return undefined;
	return `is ${describeValue(reference)}, which no address can hold`;
}
