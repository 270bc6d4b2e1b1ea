import type { ICredentialDataDecryptedObject, INodeRequestSend } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { credential } from '../sentences/credential';
import { CREDENTIAL_TYPE, pathBelow } from './baseUrl';
import { formatted } from './field';
import { BANKS_PATH, PATHS, PLACE } from './paths';
import { asReference } from './text';

/** Which of the service's records are looked up, or listed: they differ in their statuses and amounts. */
export type RecordKind = keyof typeof PATHS;

/** A path below the Base URL, perhaps with a query, that has one place or more for the reference. */
const TEMPLATE = /^(?:[\w\-.~/?&=]*\{orderReference\})+[\w\-.~/?&=]*$/;

/** Every URL parser takes the segments `.` and `..` for other places. */
const LEADS_ELSEWHERE = /^(?:[^?]*\/)?\.{1,2}(?:[/?]|$)/;

/** Into the path: n8n's own routing engine does so through `preSend`, our executor through `recordPath`. */
export const inPath = (kind: RecordKind) =>
	formatted(asReference, async function (request) {
		const credentials = await this.getCredentials(CREDENTIAL_TYPE);
		const orderReference = asReference(this.getNodeParameter('orderReference'));
		return { ...request, url: recordPath(credentials, kind, orderReference) };
	});

export function banksPath({ banksPath: path }: ICredentialDataDecryptedObject): string {
	return pathBelow(path ?? BANKS_PATH.default);
}

/** Puts the Banks Path of the credential into a request of n8n's routing engine. */
export const atBanksPath: INodeRequestSend = {
	preSend: [
		async function (request) {
			return { ...request, url: banksPath(await this.getCredentials(CREDENTIAL_TYPE)) };
		},
	],
};

/**
 * The path of the credential with the order reference in its place, e.g. `/payouts/INV%207`. Whatever the
 * reference contains, it stays there, and the path below the base URL.
 *
 * @throws UserError that says which setting to correct
 */
export function recordPath(
	credentials: ICredentialDataDecryptedObject,
	kind: RecordKind,
	orderReference: string,
): string {
	const { displayName: setting, name, default: usual } = PATHS[kind];
	// Absent in a credential that was saved before the setting existed.
	const template = String(credentials[name] ?? usual).trim();
	if (TEMPLATE.test(template) && !LEADS_ELSEWHERE.test(template)) {
		return pathBelow(template.replaceAll(PLACE, encodeURIComponent(orderReference)));
	}
	const { emptyPath, wrongPath } = credential;
	throw new UserError((template === '' ? emptyPath : wrongPath)({ setting, usual, place: PLACE }));
}
