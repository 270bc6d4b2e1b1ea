/** Settings of the credential that cannot be used as they are. */
export const credential = {
	baseUrl: {
		noAddress: {
			says: 'The Base URL of the credential is not a web address; enter it in full, e.g. https://api.example.com/third-parties',
		},
		userName: {
			says: 'The Base URL of the credential must not contain a user name or password',
			description: 'Remove what stands before the @.',
		},
		notSecure: {
			says: 'The Base URL of the credential must start with https://; only an address on this machine (localhost) may use http://',
			description: 'Over plain http, anyone on the way could read the access token.',
		},
		tooLong: ({ address }: { address: string }) => ({
			says: `The Base URL of the credential has more in it than the address that ends in third-parties; enter ${address}`,
		}),
	},
	otherAddress: ({ origin }: { origin: string }) => ({
		says: `This credential may only be used with addresses at ${origin}`,
		description: 'The access token is not sent anywhere else. Check the URL of the request.',
	}),
	noChecksumSecret:
		'The Checksum Secret of the credential is empty; paste it from the dashboard, or set Checksum to None',
	emptyPath: ({ setting, usual }: { setting: string; usual: string }) =>
		`No look-up is possible: the ${setting} of the credential is empty; enter one, e.g. ${usual}`,
	wrongPath: ({ setting, place, usual }: { setting: string; place: string; usual: string }) =>
		`No look-up is possible: the ${setting} of the credential is not a path below the Base URL with ${place} in it; enter one, e.g. ${usual}`,
};
