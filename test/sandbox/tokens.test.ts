import {
	askToken,
	call,
	freshToken,
	ledger,
	messageOf,
	paths,
	payout,
	sandbox,
	useSandbox,
} from './support';

useSandbox();

afterEach(() => jest.restoreAllMocks());

const listBanks = (authorization: string | null) =>
	call('/list/banks', { method: 'GET', authorization });

it('issues a token that has the shape of a JWT and carries the word Bearer', async () => {
	const answer = await askToken();
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual({
		success: true,
		token: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/),
	});
});

it('accepts the token as it was given', async () => {
	expect((await listBanks(await freshToken())).status).toBe(200);
});

it.each([
	['a wrong key', 'sandbox-client', 'wrong'],
	['a wrong client', 'wrong', 'sandbox-key'],
	['nothing', '', ''],
])('refuses to issue a token for %s', async (_, clientId, apiKey) => {
	const answer = await askToken(clientId, apiKey);
	expect(answer.status).toBe(401);
	expect(await messageOf(answer)).toEqual(expect.any(String));
	expect((await ledger()).tokensIssued).toBe(0);
});

it('refuses every other spelling of the Authorization header', async () => {
	const token = (await freshToken()).slice('Bearer '.length);
	const spellings = [
		...[token, `Bearer Bearer ${token}`, `Bearer  ${token}`, `bearer ${token}`, `Bearer${token}`],
		...[`Bearer ${token} x`, `Basic ${token}`, 'Bearer', 'Bearer unknown', null],
	];
	for (const spelling of spellings) {
		const answer = await listBanks(spelling);
		expect([spelling, answer.status]).toEqual([spelling, 401]);
		expect(await messageOf(answer)).toEqual(expect.any(String));
	}
});

it('lets a token expire after its lifetime', async () => {
	await sandbox.control.settings({ tokenLifetimeSeconds: 60 });
	const issuedAt = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(issuedAt);
	const token = await freshToken();
	clock.mockReturnValue(issuedAt + 59_999);
	expect((await listBanks(token)).status).toBe(200);
	clock.mockReturnValue(issuedAt + 60_000);
	const answer = await listBanks(token);
	expect(answer.status).toBe(401);
	expect(await messageOf(answer)).toContain('expired');
});

it.each([false, true])(
	'keeps earlier tokens valid by default, or only the newest one: %p',
	async (onlyNewestToken) => {
		await sandbox.control.settings({ onlyNewestToken });
		const first = await freshToken();
		const second = await freshToken();
		expect((await listBanks(first)).status).toBe(onlyNewestToken ? 401 : 200);
		expect((await listBanks(second)).status).toBe(200);
	},
);

it('expires all issued tokens on demand, but not the fixed one', async () => {
	const token = await freshToken();
	await sandbox.control.expireTokens();
	expect((await listBanks(token)).status).toBe(401);
	expect((await listBanks('Bearer sandbox-access-token')).status).toBe(200);
	expect((await listBanks(await freshToken())).status).toBe(200);
});

it('pays from the account for which the token was issued, while another one can log in', async () => {
	const authorization = await freshToken();
	await sandbox.control.settings({ clientId: 'client-2', apiKey: 'key-2' });
	await call(paths.payout, { body: payout({ orderReference: 'A' }), authorization });
	const other = (await (await askToken('client-2', 'key-2')).json()) as { token: string };
	await call(paths.payout, { body: payout({ orderReference: 'B' }), authorization: other.token });
	const { payouts } = await ledger();
	expect(payouts.map(({ clientId }) => clientId)).toEqual(['sandbox-client', 'client-2']);
});

it('shows in the ledger which token was used, and never the secrets', async () => {
	const first = await freshToken();
	const second = await freshToken();
	await listBanks(second);
	await listBanks(`Bearer ${first}`);
	const seen = await ledger();
	expect(seen.tokensIssued).toBe(2);
	expect(seen.requests).toMatchObject([
		{ operation: 'generateToken', tokenSerial: 1 },
		{ operation: 'generateToken', tokenSerial: 2 },
		{ authorizationShape: 'Bearer <token>', authorizationValid: true, tokenSerial: 2 },
		{ authorizationShape: 'Bearer Bearer <token>', authorizationValid: false },
	]);
	const text = JSON.stringify(seen);
	for (const secret of ['sandbox-key', first.slice(7), second.slice(7)]) {
		expect(text).not.toContain(secret);
	}
});
