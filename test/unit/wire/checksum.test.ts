import type { IDataObject } from 'n8n-workflow';
import { credential as sentences } from '../../../nodes/CardBankPayments/sentences/credential';
import { assertSigns, withChecksum } from '../../../nodes/CardBankPayments/wire/checksum';
import { refusedBy } from '../support/wording';

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
const known: Array<[method: string, body: IDataObject, checksum: string]> = [
	['hmacSha256Json', payout, '4ee8ef086da583327fb0738a217c4803676f935b881635e5e4b1225abd08397a'],
	['hmacSha256Json', card, '2f3921c3787f306e24be6d5553b5602b2c581668a395c84dce46af20fbcdc24e'],
	['hmacSha256Json', unicode, 'e7d5a76fc2fb233770d2d158ae981390c20de260c4dbfab42dc73f5cbc9dd920'],
	['hmacSha256Values', payout, '25434b163d80fe99ccd4b07c33103f0e35b0ae501dfe7705d544ac3994888bb2'],
	['hmacSha256Values', card, '3fb557e652be6235fccdfcb84c3dc862c9e6848e99b485c4d02b4f562539c4cb'],
];

describe('the checksum of a body', () => {
	it.each(known)('agrees with other tools, and nothing else is added (%s of %j)', (...one) => {
		const [checksum, body, expected] = one;
		const credentials = { checksum, checksumSecret };
		expect(withChecksum(body, credentials)).toEqual({ ...body, checksum: expected });
		const reversed = Object.fromEntries(Object.entries(body).reverse());
		const more = withChecksum({ ...reversed, checksumMethod: 'canonical' }, credentials);
		expect(more.checksum).toBe(expected);
	});

	it.each(['\n secret\t', 'secret '])('has no white space of its secret: %j', (typed) => {
		const of = (secret: string) =>
			withChecksum(card, { checksum: 'hmacSha256Json', checksumSecret: secret });
		expect(of(typed)).toEqual(of('secret'));
	});

	it.each(['', ' ', undefined, null])('is refused without a secret: %j', (secret) => {
		const credentials = { checksum: 'hmacSha256Values', checksumSecret: secret as string };
		for (const refused of [() => withChecksum(card, credentials), () => assertSigns(credentials)]) {
			expect(refusedBy(refused).message).toBe(sentences.noChecksumSecret);
		}
		expect(() => assertSigns({ checksumSecret: secret as string })).not.toThrow();
	});

	it('is that which was typed into the node, where there is one', () => {
		const body = { ...card, checksum: 'typed' };
		expect(withChecksum(body, { checksum: 'hmacSha256Json', checksumSecret })).toBe(body);
	});

	it.each([undefined, 'none', 'constructor', '__proto__'])(
		'is left out where the setting is %s',
		(checksum) => {
			expect(withChecksum(card, { ...(checksum && { checksum }), checksumSecret })).toBe(card);
		},
	);
});
