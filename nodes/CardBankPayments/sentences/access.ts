const checkBaseUrl = 'Check Base URL in the credential, which ends in third-parties';

/** Next steps that several rooms name. They have no full stop, since some go on. */
const nextSteps = {
	checkBaseUrl,
	checkAccess:
		'Check that Client ID and API Key are right and not expired. In the dashboard, allow the IP address of n8n and tick the features',
	checkChecksum: 'In the credential, set Checksum and Checksum Secret as they are in the dashboard',
};

/** What the service did instead of giving what was wanted from it, behind "The service". */
const did = {
	noResponse: ({ reason }: { reason: string }) => `gave no response (${reason})`,
	wanted: { json: 'JSON', token: 'an access token' },
	tookTooLong: 'it took too long',
	answeredWithout: ({ wanted }: { wanted: string }) => `answered without ${wanted}`,
	answeredOtherwise: ({ wanted, words }: { wanted: string; words: string }) =>
		`answered without ${wanted}: ${words}`,
	gaveNoReason: ({ status }: { status: number }) => `gave no reason (HTTP ${status})`,
	says: ({ words, status }: { words: string; status: number }) => `says: ${words} (HTTP ${status})`,
};

/** Why the service gives no access, and what to do; `why` is one of those in `did`. */
const refusal = {
	silent: ({ host, why }: { host: string; why: string }) => ({
		says: `The service at ${host} ${why}`,
		nextStep: 'Check Base URL in the credential and the connection of n8n',
	}),
	atPresent: ({ why }: { why: string }) => ({
		says: `The service gives no access at present. It ${why}`,
		nextStep: 'Run it again in some minutes',
	}),
	proxy: ({ why }: { why: string }) => ({
		says: `The proxy of n8n did not let the request through. It ${why}`,
		nextStep: 'Ask who runs n8n for the password in HTTP_PROXY',
	}),
	keys: ({ why }: { why: string }) => ({
		says: `Client ID or API Key is not accepted. The service ${why}`,
		nextStep:
			'In the dashboard, copy the Client ID and make a new API Key, which is shown only once. Write both into the credential',
	}),
	page: ({ address, why }: { address: string; why: string }) => ({
		says: `No access is given at ${address}. Something in between ${why}`,
		nextStep: `${checkBaseUrl}, and Token Path`,
	}),
	address: ({ address, why }: { address: string; why: string }) => ({
		says: `No access is given at ${address}. The service ${why}`,
		nextStep: `${checkBaseUrl}, and Token Path`,
	}),
	account: ({ why }: { why: string }) => ({
		says: `The service does not let this account in. It ${why}`,
		nextStep: nextSteps.checkAccess,
	}),
};

/** Why a credential did not pass its test. */
const test = {
	forbidden: ({ whole }: { whole: string }) =>
		`${whole}. An account without card payments may still make payouts`,
	token: ({ why }: { why: string }) =>
		`Access was refused. The service ${why}. Paste a new access token, or copy the Client ID and make a new API Key in the dashboard`,
	checksum: ({ words }: { words: string }) =>
		`Access was given, but the service refuses the checksum. ${nextSteps.checkChecksum} (${words})`,
};

/** What the service lets in, and where it is. */
export const access = {
	nextSteps,
	did,
	refusal,
	/** Where n8n tests a credential it shows one text and nothing else. */
	whole: ({ says, nextStep }: { says: string; nextStep: string }) => `${says}. ${nextStep}`,
	test,
	tokenRefused: 'The access token has expired, or the service does not accept it',
	noToken: 'There is no access token for this credential yet. Run the node again',
	olderN8n: 'Card and Bank Payments needs n8n 2 or newer. Update n8n',
};
