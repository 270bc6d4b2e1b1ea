import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import {
	amountAsNumber,
	amountAsText,
	fromCents,
	toCents,
} from '../../../nodes/CardBankPayments/wire/amount';
import { refusedBy, thrownBy } from '../support/wording';

/** Cents up to 9,999,999,999,999.99, the largest amounts of 15 digits. */
const exactCents = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });

describe('a large amount of money', () => {
	it('survives the way through JSON as a number to the cent', () => {
		fc.assert(
			fc.property(exactCents, (cents) => {
				const sent = JSON.stringify(amountAsNumber(fromCents(cents)));
				expect(sent).toMatch(/^\d+(\.\d{1,2})?$/);
				expect(toCents(sent)).toBe(cents);
			}),
		);
	});

	it('never becomes a neighbouring amount: it goes out exactly or not at all', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 10n ** 14n, max: 10n ** 24n }), (cents) => {
				let sent: number;
				try {
					sent = amountAsNumber(fromCents(cents));
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					expect((error as Error).message).toMatch(/too large to (be sent|hold)/);
					return;
				}
				expect(toCents(JSON.stringify(sent))).toBe(cents);
			}),
		);
	});

	const tooLargeForJson = ['90071992547409.91', '9007199254740993', `1${'0'.repeat(21)}`];

	it.each([...tooLargeForJson, '9'.repeat(30)])(
		'is refused, and quoted, as text that a JSON number cannot hold to the cent: %s',
		(value) => {
			const { message } = refusedBy(() => amountAsNumber(value));
			expect(message).toBe(`is "${value}", too large to be sent exactly to the cent`);
		},
	);

	it('is refused as text of 400 digits', () => {
		expect(thrownBy(() => amountAsNumber('9'.repeat(400)))).toBeInstanceOf(UserError);
	});

	it.each([90071992547409.92, 90071992547410, 2 ** 53, 1e15, 123456789012345680, 1e20])(
		'is refused as the number %p, whose cents are lost, and asked for as text',
		(value) => {
			for (const read of [toCents, amountAsText, amountAsNumber]) {
				expect(refusedBy(() => read(value)).message).toBe(
					`is ${value}, a number too large to hold its cents exactly; give it as text`,
				);
			}
			expect(amountAsText(String(value))).toBe(String(value));
		},
	);

	/** An amount in the JSON of an earlier node, and what is made of the number that arrives. */
	const readsExactly = (cents: bigint) => {
		const arrived = JSON.parse(fromCents(cents)) as number;
		expect(toCents(arrived)).toBe(cents);
	};

	it('is read from a number to the cent while numbers lie closer together than cents', () => {
		fc.assert(fc.property(fc.bigInt({ min: 1n, max: 2n ** 46n * 100n - 1n }), readsExactly));
	});

	// From 2 ** 46 (70 trillion) on, numbers are 0.015625 apart: 90071992547409.91 arrives as
	// 90071992547409.90.
	it('is never read from a number that stands for two amounts', () => {
		expect(() => readsExactly(9007199254740991n)).toThrow('too large to hold its cents');
	});

	it('ends right below 2 ** 46, as a number and as what is sent as one', () => {
		expect(() => toCents(2 ** 46)).toThrow('too large to hold its cents');
		expect(() => amountAsNumber('70368744177664')).toThrow('too large to be sent exactly');
		expect(amountAsNumber('70368744177663.99')).toBe(70368744177663.99);
	});
});
