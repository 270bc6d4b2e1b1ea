import { randomUUID, verify } from 'node:crypto';
import type { Cell, Sheet } from './sheet';

/** The servers of Google that are stood in for. */
export const hosts = ['oauth2.googleapis.com', 'sheets.googleapis.com', 'www.googleapis.com'];

/** As much of a request as the answers depend on. */
interface GoogleRequest {
	method: string;
	url: URL;
	authorization: string;
	body: string;
}

interface GoogleAnswer {
	status: number;
	body: object;
}

/** What a user copies out of the file that Google hands out for a service account. */
export interface ServiceAccount {
	email: string;
	/** As PEM. */
	privateKey: string;
}

interface Update {
	data: Array<{ range: string; values: Cell[][] }>;
	valueInputOption: string;
}

/** The spreadsheet, and the service account that may edit it. */
export class GoogleApi {
	private readonly tokens = new Set<string>();

	readonly account: ServiceAccount;

	/**
	 * @param id of the spreadsheet, as in its address
	 * @param keys of the service account, as PEM
	 */
	constructor(
		private readonly id: string,
		private readonly sheet: Sheet,
		private readonly keys: { public: string; private: string },
	) {
		const email = 'payouts@practice.iam.gserviceaccount.com';
		this.account = { email, privateKey: keys.private };
	}

	answer({ method, url, authorization, body }: GoogleRequest): GoogleAnswer {
		if (url.hostname === hosts[0]) return this.token(new URLSearchParams(body));
		if (!this.tokens.has(authorization)) {
			return refusal(401, 'UNAUTHENTICATED', 'The access token is not one of this stand-in.');
		}
		if (url.pathname === '/drive/v3/files')
			return ok({ files: [{ id: this.id, name: 'Payouts' }] });
		const path = decodeURIComponent(url.pathname);
		const [, id, asked = ''] = /^\/v4\/spreadsheets\/([\w-]*)(.*)$/.exec(path) ?? [];
		if (id !== this.id) return refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
		try {
			if (asked === '') return ok({ sheets: [this.properties()] });
			if (asked === '/values:batchUpdate') return this.update(JSON.parse(body) as Update);
			if (method === 'GET') return ok({ values: this.sheet.read(asked.replace('/values/', '')) });
		} catch (error) {
			return refusal(400, 'INVALID_ARGUMENT', (error as Error).message);
		}
		return refusal(501, 'UNIMPLEMENTED', `This stand-in has no ${method} ${path}`);
	}

	/** A token for whoever signs with the key of the service account. */
	private token(form: URLSearchParams): GoogleAnswer {
		const [head, claims, signature = ''] = (form.get('assertion') ?? '').split('.');
		const signed = Buffer.from(`${head}.${claims}`);
		if (!verify('sha256', signed, this.keys.public, Buffer.from(signature, 'base64url'))) {
			const description = 'Invalid JWT Signature: this stand-in knows its own account alone.';
			return { status: 400, body: { error: 'invalid_grant', error_description: description } };
		}
		const token = randomUUID();
		this.tokens.add(`Bearer ${token}`);
		return ok({ access_token: token, expires_in: 3599, token_type: 'Bearer' });
	}

	private update({ data, valueInputOption }: Update): GoogleAnswer {
		const typed = valueInputOption === 'USER_ENTERED';
		for (const { range, values } of data) this.sheet.write(range, values, typed);
		return ok({ spreadsheetId: this.id, totalUpdatedCells: data.length });
	}

	private properties(): object {
		const { title } = this.sheet;
		const gridProperties = { rowCount: 1000, columnCount: 26 };
		return { properties: { sheetId: 0, title, index: 0, sheetType: 'GRID', gridProperties } };
	}
}

const ok = (body: object): GoogleAnswer => ({ status: 200, body });

const refusal = (code: number, status: string, message: string): GoogleAnswer => ({
	status: code,
	body: { error: { code, message, status } },
});
