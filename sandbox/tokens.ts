import { createHmac, randomBytes } from 'node:crypto';
import type { SandboxSettings } from './types';

/** A fixed access token has no serial of its own; issued tokens count from 1. */
const fixedTokenSerial = 0;

/** The only accepted form: one Bearer, one space, and a token without white space. */
const authorizationForm = /^Bearer (\S+)$/;

interface IssuedToken {
	serial: number;
	clientId: string;
	expiresAt: number;
}

/** What an Authorization header is worth. */
export interface Authorization {
	valid: boolean;
	/** Serial of the token shown, when the sandbox knows it, even if it has expired. */
	tokenSerial?: number;
	/** For whom it was issued. */
	clientId?: string;
	/** Why it was not accepted. */
	reason?: string;
}

/** Issues access tokens and tells whether one is still good. */
export class TokenRegistry {
	private readonly issuedTokens = new Map<string, IssuedToken>();
	private readonly signingKey = randomBytes(32);
	private lastSerial = 0;

	/** How many tokens were issued. */
	get issued(): number {
		return this.lastSerial;
	}

	/**
	 * Issues a token that has the shape of a JWT.
	 *
	 * @returns the bare token, without the word Bearer, and its serial
	 */
	issue(settings: SandboxSettings): { token: string; serial: number } {
		if (settings.onlyNewestToken) this.expireAll();
		const serial = ++this.lastSerial;
		const now = Date.now();
		const expiresAt = now + settings.tokenLifetimeSeconds * 1000;
		const unsigned = [
			{ alg: 'HS256', typ: 'JWT' },
			{
				sub: settings.clientId,
				jti: String(serial),
				iat: Math.floor(now / 1000),
				exp: Math.floor(expiresAt / 1000),
			},
		]
			.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
			.join('.');
		const signature = createHmac('sha256', this.signingKey).update(unsigned).digest('base64url');
		const token = `${unsigned}.${signature}`;
		this.issuedTokens.set(token, { serial, clientId: settings.clientId, expiresAt });
		return { token, serial };
	}

	/** Makes every token issued so far invalid. The fixed access token is not touched. */
	expireAll(): void {
		for (const token of this.issuedTokens.values()) token.expiresAt = 0;
	}

	/** Judges an Authorization header. */
	check(header: string | undefined, settings: SandboxSettings): Authorization {
		if (header === undefined)
			return { valid: false, reason: 'The Authorization header is missing' };
		const token = authorizationForm.exec(header)?.[1];
		if (token === undefined) {
			return { valid: false, reason: 'The Authorization header must be "Bearer <token>"' };
		}
		if (token === settings.accessToken) return { valid: true, tokenSerial: fixedTokenSerial };
		const issued = this.issuedTokens.get(token);
		if (!issued) return { valid: false, reason: 'The access token is unknown' };
		if (issued.expiresAt <= Date.now()) {
			return { valid: false, tokenSerial: issued.serial, reason: 'The access token has expired' };
		}
		return { valid: true, tokenSerial: issued.serial, clientId: issued.clientId };
	}
}
