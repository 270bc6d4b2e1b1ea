import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { credential } from '../sentences/credential';
import { pathBelow } from './baseUrl';
import { BANKS_PATH, PATHS, PLACE } from './paths';

/** Which of the service's records are looked up, or listed: they differ in their statuses and amounts. */
export type RecordKind = keyof typeof PATHS;

/** A path below the Base URL, perhaps with a query, that has one place or more for the reference. */
const TEMPLATE = /^(?:[\w\-.~/?&=]*\{orderReference\})+[\w\-.~/?&=]*$/;

/** Every URL parser takes the segments `.` and `..` for other places. */
const LEADS_ELSEWHERE = /^(?:[^?]*\/)?\.{1,2}(?:[/?]|$)/;

export function banksPath({ banksPath: path }: ICredentialDataDecryptedObject): string {
	return pathBelow(path ?? BANKS_PATH.default);
}

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
