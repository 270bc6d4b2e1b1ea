import type { IDataObject } from 'n8n-workflow';
import { withChecksum } from '../../../nodes/CardBankPayments/wire/checksum';

const checksumSecret = 'sandbox-checksum-secret';

const payout: IDataObject = {
	amount: 1500.5,
	currency: 'TZS',
	orderReference: 'INV-204',
	accountNumber: '0150123456789',
	accountName: 'Asha Mushi',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};

const card: IDataObject = {
	amount: '25.00',
	currency: 'USD',
	orderReference: 'INV-205',
	customer: { id: 'CUST-1' },
};

const unicode: IDataObject = {
	accountName: 'Zoë Müller 李 😀',
	orderReference: 'A"B\\C/é',
	amount: '1e21',
	Zeta: 1,
	alpha: 2,
	ä: 3,
	Ω: { b: [{ d: 1, c: 2 }], a: null },
};

/**
 * The expected values come from other tools: Python's `hmac` for all of them, and besides
 * `openssl dgst -sha256 -hmac` for the payout as JSON and Perl's Digest::SHA for the joined values
 * of the card payment.
 */
const known: Array<[string, string, IDataObject, string]> = [
	[
		'a payout as sorted JSON',
		'hmacSha256Json',
		payout,
		'4ee8ef086da583327fb0738a217c4803676f935b881635e5e4b1225abd08397a',
	],
	[
		'a card payment with its nested customer as sorted JSON',
		'hmacSha256Json',
		card,
		'2f3921c3787f306e24be6d5553b5602b2c581668a395c84dce46af20fbcdc24e',
	],
	[
		'unicode, nesting and keys that a locale would sort otherwise as sorted JSON',
		'hmacSha256Json',
		unicode,
		'e7d5a76fc2fb233770d2d158ae981390c20de260c4dbfab42dc73f5cbc9dd920',
	],
	[
		'a payout as joined values',
		'hmacSha256Values',
		payout,
		'25434b163d80fe99ccd4b07c33103f0e35b0ae501dfe7705d544ac3994888bb2',
	],
	[
		'a card payment as joined values',
		'hmacSha256Values',
		card,
		'3fb557e652be6235fccdfcb84c3dc862c9e6848e99b485c4d02b4f562539c4cb',
	],
];

describe('the checksum of a body', () => {
	it.each(known)('agrees with other tools on %s', (_name, checksum, body, expected) => {
		expect(withChecksum(body, { checksum, checksumSecret }).checksum).toBe(expected);
	});

	it.each([
		[
			'does not depend on the order of the keys',
			Object.fromEntries(Object.entries(payout).reverse()),
		],
		['leaves out checksumMethod', { ...payout, checksumMethod: 'canonical' }],
	])('%s', (_, body) => {
		const sent = withChecksum(body, { checksum: 'hmacSha256Json', checksumSecret });
		expect(sent.checksum).toBe(known[0]?.[3]);
	});

	it('adds the checksum and nothing else', () => {
		const sent = withChecksum(card, { checksum: 'hmacSha256Json', checksumSecret });
		expect(sent).toEqual({ ...card, checksum: known[1]?.[3] });
	});

	it('keeps a checksum that was typed into the node', () => {
		const body = { ...card, checksum: 'typed' };
		expect(withChecksum(body, { checksum: 'hmacSha256Json', checksumSecret })).toBe(body);
	});

	it.each([undefined, 'none', 'constructor', '__proto__'])(
		'adds nothing where the setting is %s',
		(checksum) => {
			expect(withChecksum(card, { ...(checksum && { checksum }), checksumSecret })).toBe(card);
		},
	);
});
