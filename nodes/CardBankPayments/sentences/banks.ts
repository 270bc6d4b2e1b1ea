/** Why the editor has no list of banks: it shows the message alone, so that the way out stands in it. */
export const banks = {
	notLoaded: ({ why, path }: { why: string; path: string }) => ({
		says: `The list of banks cannot be loaded: ${why}. Choose By BIC instead, or test the credential and check its Banks Path`,
		description: `The list comes from the Banks Path of the credential, ${path}.`,
	}),
	service: ({ why }: { why: string }) => `the service ${why}`,
	tokenRefused: 'the access token has expired, or the service does not accept it (HTTP 401)',
	wanted: 'a list',
};
