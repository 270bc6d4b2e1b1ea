/**
 * Makes the value of the Authorization header.
 *
 * The service hands out tokens that already start with `Bearer `; people paste them with and
 * without it, in other cases and with stray white space.
 *
 * @param token access token in any of these forms; anything but text is no token
 * @returns `Bearer <token>` with exactly one prefix; an empty string when there is no token
 */
export function bearer(token: unknown): string {
	if (typeof token !== 'string') return '';
	const bare = token.trim().replace(/^(bearer\s+)+/i, '');
	return bare === '' || /^bearer$/i.test(bare) ? '' : `Bearer ${bare}`;
}
