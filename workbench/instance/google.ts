import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Google } from '../servers/google';
import type { ServiceAccount } from '../servers/google/googleApi';
import type { SheetRow } from '../servers/google/sheet';

/**
 * The variables with which an n8n takes the stand-in for Google.
 *
 * @param folder where the certificate goes that n8n is to trust
 */
export async function trustingGoogle(
	{ url, certificate }: Google,
	folder: string,
): Promise<Record<string, string>> {
	const file = path.join(folder, 'google-certificate.pem');
	await writeFile(file, certificate);
	// The one in small letters would come first.
	return { HTTPS_PROXY: url, https_proxy: url, NODE_EXTRA_CA_CERTS: file };
}

/** What a user fills in for a service account of Google. */
export const googleCredentialData = ({ email, privateKey }: ServiceAccount): object => ({
	region: 'global',
	email,
	privateKey,
	inpersonate: false,
	httpNode: false,
});

/** What a process has to know of a stand-in that another one has started. */
export type SharedGoogle = Pick<Google, 'url' | 'address' | 'account'>;

/** The sheet that an n8n takes for one of Google's, and who may edit it. */
export function sheetAt({ url, address, account }: SharedGoogle) {
	const rows = async (init?: RequestInit) =>
		(await (await fetch(`${url}/rows`, init)).json()) as SheetRow[];
	/** Puts these rows into it, and no others. */
	const fill = async (all: SheetRow[]) => await rows({ method: 'PUT', body: JSON.stringify(all) });
	return { address, account, rows: async () => await rows(), fill };
}
