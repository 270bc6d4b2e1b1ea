import type { Call } from './call';

/** Issues an access token; the answer carries it with the word Bearer in front. */
export function generateToken({ state, record }: Call) {
	const { token, serial } = state.tokens.issue(state.settings);
	record.tokenSerial = serial;
	return { success: true, token: `Bearer ${token}` };
}
