import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	judgeRecords,
	type Since,
} from '../../../../nodes/CardBankPayments/executor/proof/records';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** 1500.50 TZS to 0150123456789. */
const sent = payment(1);
const SUCCESS = { orderReference: 'INV-1', status: 'SUCCESS' };
const to = (accountNumber: unknown) => ({ beneficiary: { accountNumber } });
const paidTo = (accountNumber: string) => payment(1, { body: { accountNumber } });
/** Whose payout the record is, as far as it shows that. Only ours is shown to the builder. */
const whose = (record: IDataObject, one = sent) => {
	const records = [{ ...SUCCESS, ...record }];
	const { says, ...verdict } = judgeRecords(records, one, 'payout');
	expectGoodWording(says);
	if (verdict.outcome === 'accepted') {
		expect(verdict).toEqual({ outcome: 'accepted', records });
		return 'ours';
	}
	if (verdict.outcome === 'unknown') {
		expect(verdict).toEqual({ outcome: 'unknown', cause: 'service' });
		return says.includes('neither') ? 'nobody knows' : 'nobody can say';
	}
	expect(verdict).toEqual({ outcome: 'alreadySent', cause: 'reference', anothers: true });
	return 'another';
};

describe('the account number of a record', () => {
	it.each<[string, unknown[]]>([
		['ours', ['0150123456789', '0150-1234 56789', '150123456789', '000150123456789', 150123456789]],
		['ours', ['*********6789', '0150*****6789', 'XXXX6789', '6789', '01*********89']],
		// A mask says nothing of how much it hides.
		[
			'ours',
			[
				'015.0123/456789',
				'0150***6789',
				'0150**********6789',
				'015XX789',
				'01501234***',
				'0150123456*',
				'0150****34****6789',
			],
		],
		['another', ['0151***6789', '0150***6780', '0150**********6780', '01501235***']],
		// What stands between two masks, or two strokes, is seen as well.
		['another', ['015.9999/456789', '0150**99****6789', '0150****43****6789']],
		['nobody knows', ['01***9', '***789']],
		// Fewer than four digits may be anybody's.
		['nobody knows', ['…789', '0***********9', '9', '0************', '01**********9']],
		['another', ['0150123456780', '1150123456789', '*********6780', 'XXXX6780', '0151*****6789']],
		['another', ['10150123456789']],
		// The second shows only a zero in front of as many digits as ours has.
		['nobody knows', ['*************', '0*************', '', undefined, null, {}]],
	])('is that of %s: %j', (owner, shown) => {
		for (const accountNumber of shown) {
			expect(whose(to(accountNumber))).toBe(owner);
			expect(whose(to(accountNumber), paidTo('0150-1234 56789'))).toBe(owner);
			expect(whose(to(accountNumber), paidTo('015.0123/456789'))).toBe(owner);
		}
	});

	it('is ours, too, where one of the two has the full-width digits of a Japanese keyboard', () => {
		const [narrow, wide] = ['0150123456789', '０１５０１２３４５６７８９'];
		expect(whose(to(narrow), paidTo(wide))).toBe('ours');
		expect(whose(to(wide), paidTo(narrow))).toBe('ours');
	});

	it('proves nothing as a number that JSON does not hold exactly', () => {
		const long = '01234567890123456789';
		expect(whose(to(Number(long)), paidTo(long))).toBe('nobody knows');
	});

	it('may be shorter than four digits, and is then compared as a whole', () => {
		expect(whose(to('127'), paidTo('127'))).toBe('ours');
		expect(whose(to('0127'), paidTo('127'))).toBe('ours');
		expect(whose(to('*27'), paidTo('127'))).toBe('nobody knows');
		expect(whose(to('1127'), paidTo('127'))).toBe('another');
		// Zeros in front prove nothing.
		expect(whose(to('0000***'), paidTo('127'))).toBe('nobody knows');
	});

	it.each([
		['another', '01C1091234500'],
		['another', '****1C1234500'],
		['ours', '01j1091234500'],
		['ours', '01**j**091***500'],
		// A letter in the place of a digit hides it.
		['ours', 'NNJNN91234500'],
		['nobody knows', 'N/A'],
	])('may have letters, and is then that of %s: %s', (owner, shown) => {
		const ours = shown.startsWith('*') ? '01J101J1234500' : '01J1091234500';
		expect(whose(to(shown), paidTo(ours))).toBe(owner);
	});

	it('proves and contradicts nothing where none was sent', () => {
		const one = payment(1, { body: undefined, cents: undefined });
		expect(whose({ ...to('0150123456780'), amount: '1.00' }, one)).toBe('nobody knows');
	});

	it('is told from another’s by any digit that can be seen, however it is masked', () => {
		const digits = fc.stringMatching(/^\d{8,16}$/);
		const mask = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
		const cases = fc.property(digits, mask, fc.nat({ max: 7 }), (number, hidden, fromEnd) => {
			const place = number.length - 1 - fromEnd;
			const masked = (digit: string, index: number) =>
				hidden[index] && index !== place ? '*' : digit;
			const ours = [...number].map(masked).join('');
			const other = (Number(number[place]) + 1) % 10;
			const another = `${ours.slice(0, place)}${other}${ours.slice(place + 1)}`;
			// As long as ours with its mask, or its last digits alone.
			for (const [shown, of] of [
				[ours, another],
				[number.slice(place), `${other}${number.slice(place + 1)}`],
			] as const) {
				const isProven = shown.replace(/\D/g, '').length >= 4;
				expect(whose(to(shown), paidTo(number))).toBe(isProven ? 'ours' : 'nobody knows');
				expect(whose(to(of), paidTo(number))).toBe('another');
			}
		});
		fc.assert(cases);
	});
});

const arrived = { beneficiary: { amount: '1500.50' } };
const large = { beneficiary: { amount: '150050.00' } };
const order = { amount: '1500.50' };
const exchanged = {
	...{ amount: '1503.50', fee: '3.00', currency: 'USD', exchanged: true },
	exchange: { sourceCurrency: 'USD', targetCurrency: 'TZS' },
	beneficiary: { amount: '3751250.00' },
};
/** Pretends to have a text of its own. */
const textless = { toString: 'x', valueOf: 'y' };
const USD = { currency: 'USD' };
const TZS = { currency: 'TZS' };

it.each<[string, IDataObject, string, object?]>([
	['what was ordered', { order: { ...order, ...TZS } }, 'ours'],
	['what was ordered, as a number', { order: { amount: 1500.5 }, amount: '1509.00' }, 'ours'],
	['what was ordered, less than what was taken', { order, amount: '9.00' }, 'nobody can say'],
	['what was ordered, with a part taken', { order, ...TZS, amount: '1500.49' }, 'nobody can say'],
	['what was ordered, plus a fee', { order, ...TZS, amount: '1502.50', fee: '2.00' }, 'ours'],
	['what was ordered, plus half a fee', { order, amount: '1501.50', fee: '2.00' }, 'ours'],
	['what was ordered, 100-fold', { order, amount: '150050.00', fee: 2 }, 'nobody can say'],
	['ordered, and more arrived', { order, ...large }, 'nobody can say'],
	['what was taken', { ...TZS, amount: '1500.50' }, 'ours'],
	['what was taken, in a currency that nobody names', { amount: '1500.50' }, 'ours'],
	['what was taken less the fee', { ...TZS, amount: '1502.50', fee: '2.00' }, 'ours'],
	['what arrived', { ...TZS, ...arrived, amount: '1503.00' }, 'ours'],
	['what arrived after an exchange into our currency', { ...exchanged, ...arrived }, 'ours'],
	['what was taken before an exchange', exchanged, 'ours', USD],
	['another fee before an exchange', { ...exchanged, fee: '2.00' }, 'another', USD],
	['another order', { order: { amount: '1500.51' }, amount: '1500.50' }, 'another'],
	['a cent more', { ...TZS, amount: '1500.51' }, 'another'],
	// The beneficiary may bear a part of it.
	['another fee', { ...TZS, amount: '1502.50', fee: '2.01' }, 'nobody knows'],
	['too small a fee', { ...TZS, amount: '1502.50', fee: '1.99' }, 'another'],
	['a fee that cannot be read', { ...TZS, amount: '1502.50', fee: 'two' }, 'nobody can say'],
	['ours, whatever the fee', { ...TZS, amount: '1500.50', fee: 'two' }, 'ours'],
	['ours with the whole fee of the beneficiary', { amount: '1500.50', fee: '2.00' }, 'ours'],
	['100 times ours', { ...TZS, amount: '150050.00', fee: '2.00' }, 'another'],
	['a hundredth of ours', { ...TZS, amount: '15.00', fee: '2.00' }, 'another'],
	['more than ours, arrived', { ...TZS, ...large }, 'another'],
	['less than ours, arrived', { ...TZS, beneficiary: { amount: '1498.50' } }, 'nobody knows'],
	['ours in another currency', { ...USD, amount: '1500.50' }, 'another'],
	['ours after an exchange', { amount: '2.00', exchanged: true, ...arrived }, 'another'],
	['ours, arrived in another currency', { ...USD, ...arrived }, 'another'],
	['an order in the currency of another account', { order, ...USD }, 'another'],
	['what was taken, in a code in small letters', { currency: 'tzs', amount: '1500.50' }, 'ours'],
	['ours in another currency in small letters', { currency: 'usd', amount: '1500.50' }, 'another'],
	['of no currency', { currency: 'TZS ', amount: '1500.50' }, 'nobody can say'],
	['of a currency that is not text', { currency: 834, amount: '1500.50' }, 'nobody can say'],
	['of a currency without a text', { currency: textless, amount: '1500.50' }, 'nobody can say'],
	['ordered in no currency', { order: { ...order, currency: 'shillings' } }, 'nobody can say'],
	['none', {}, 'nobody knows'],
	['a fee alone', { fee: '2.00' }, 'nobody knows'],
	['an order in another currency', { order: { ...order, ...USD } }, 'nobody knows'],
	['text', { amount: '1,500.50', order: { amount: 'x' } }, 'nobody can say'],
	['text in one place', { amount: '1500.50', order: { amount: 'x' } }, 'nobody can say'],
	['of three decimals', { beneficiary: { amount: 1500.505 } }, 'nobody can say'],
	['empty', { amount: null, order: { amount: '' } }, 'nobody can say'],
	['null', { amount: null, order: null }, 'nobody knows'],
])('an amount that is %s, as %j, is that of %s', (_, record, owner, changes = {}) => {
	expect(whose(record, payment(1, changes))).toBe(owner);
});

describe('with our account number', () => {
	it('nobody can say whose it is where more was taken, and the fee is not shown', () => {
		const more = { ...TZS, amount: '1501.50' };
		for (const fee of [{}, { fee: null }]) {
			expect(whose({ ...more, ...fee, ...to('*********6789') })).toBe('nobody can say');
			expect(whose({ ...more, ...fee, ...to('*********789') })).toBe('another');
		}
	});

	it.each<[string, IDataObject]>([
		['ours', {}],
		['ours', { ...TZS, amount: '1500.50', fee: '2.00' }],
		['ours', { ...TZS, amount: '1501.50', fee: '2.00' }],
		['ours', { ...TZS, amount: '1502.50', fee: '2.00' }],
		['another', { ...TZS, amount: '1502.51', fee: '2.00' }],
		['another', { ...TZS, amount: '1500.49', fee: '2.00' }],
		['another', { order: { amount: '150050.00' } }],
		['nobody can say', { amount: '1,500.50' }],
		['nobody can say', { ...TZS, amount: '1501.50', fee: '-' }],
	])('it is that of %s, whoever bears the fee: %j', (owner, record) => {
		expect(whose({ ...record, ...to('*********6789') })).toBe(owner);
		// Too few digits add nothing.
		const fewer = { ...record, ...to('*********789') };
		const isProven = owner !== 'ours' || [1500.5, 1502.5].includes(Number(record.amount));
		expect(whose(fewer)).toBe(isProven ? owner : 'nobody knows');
	});

	it('is another’s with our amount to another account', () => {
		expect(whose({ order, ...to('0150123456780') })).toBe('another');
		expect(whose({ amount: '1,500.50', ...to('0150123456780') })).toBe('another');
	});
});

const good = { ...SUCCESS, ...to('0150123456789') };
const another = 'knows another payout with this order reference: its ';

it.each<[string, string | undefined, string, IDataObject[]]>([
	['unknown', 'service', 'neither its amount nor its account number', [SUCCESS]],
	['unknown', 'service', 'knows 2 payments with this order reference', [good, good]],
	[
		...(['alreadySent', 'reference', `${another}account number is another`] as const),
		[{ ...to('0999'), status: 'REVERSED' }],
	],
	[
		...(['alreadySent', 'reference', `${another}amount is another`] as const),
		[{ ...good, amount: '1' }],
	],
	[
		...(['unknown', 'service', 'amounts cannot be read or contradict each other'] as const),
		[{ ...good, amount: 'x' }],
	],
	['unknown', 'service', 'gives no status', [{ ...good, status: undefined }]],
	['unknown', 'service', 'gives no status', [{ ...good, status: null }]],
	['unknown', 'service', 'the status "", which this node does not', [{ ...good, status: '' }]],
	['unknown', 'service', 'the status "success"', [{ ...good, status: 'success' }]],
	['unknown', 'service', 'the status 200', [{ ...good, status: 200 }]],
	['unknown', 'service', 'the status "__proto__"', [{ ...good, status: '__proto__' }]],
	...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'].map(
		(status): [string, undefined, string, IDataObject[]] => [
			...(['accepted', undefined, 'The service accepted the request'] as const),
			[{ ...good, status }],
		],
	),
	...['REVERSED', 'REFUNDED', 'FAILED'].map((status): [string, string, string, IDataObject[]] => [
		...(['reversed', 'item', `was reversed (status ${status})`] as const),
		[{ ...good, status }],
	]),
])('a look-up says %s (%s), "… %s", of %j', (outcome, cause, says, records) => {
	const verdict = judgeRecords(records, sent, 'payout');
	expect(verdict).toMatchObject({ outcome, says: expect.stringContaining(says) });
	expect(verdict.cause).toBe(cause);
	// Only one that is ours is shown.
	expect(verdict.records).toEqual(/status|accepted/.test(says) ? records : undefined);
	expectGoodWording(verdict.says);
});

it('a record that is shown twice is one', () => {
	const twice = [
		{ ...good, id: 'P1' },
		{ ...good, id: 'P1' },
	] as IDataObject[];
	expect(judgeRecords(twice, sent, 'payout')).toMatchObject({
		outcome: 'accepted',
		records: [{ id: 'P1' }],
	});
	for (const other of [{ id: 'P2' }, { id: 'P1', status: 'REVERSED' }, { id: '' }]) {
		const two = [twice[0], { ...good, ...other }] as IDataObject[];
		expect(judgeRecords(two, sent, 'payout').says).toContain('knows 2 payments');
	}
});

describe('a payout that was made before this run', () => {
	const since: Since = { at: Date.UTC(2026, 10, 21, 12), isUndatedEarlier: false };
	const of = (createdAt: unknown, status = 'SUCCESS', one?: Since) =>
		judgeRecords([{ ...good, status, createdAt } as IDataObject], sent, 'payout', one);

	it.each<[unknown, boolean]>([
		['2026-10-21T12:00:00.000Z', true],
		['2026-11-21T11:59:57.999Z', true],
		// Cut to whole seconds, and two machines of one service differ a little.
		['2026-11-21T11:59:58.000Z', false],
		['2026-11-21T12:00:01Z', false],
		['2026-11-21T14:00:00+03:00', true],
		['2026-11-21T14:00:00+0300', true],
		['2026-11-21T15:00:01+0300', false],
		['2026-11-21T05:00:00-03:00', true],
		['2026-11-21T10:00:00-03:00', false],
		// In some zone it is later still.
		['2026-11-20T21:59:57', true],
		['2026-11-20 21:59:57', true],
		['2026-11-20T22:00:00', false],
		['2026-11-20', false],
		['2026-10-21', true],
		// Not as the service writes a time: it may be any of that day.
		['on 2026-11-20 21:59:57', false],
		['last month at 10:00', false],
		['', false],
		['2026-11-21T11:59Z', false],
		['2026-11-21T11:58Z', true],
		[Date.UTC(2026, 9, 21), true],
		[Date.UTC(2026, 9, 21) / 1000, true],
		[Date.UTC(2026, 10, 21, 12), false],
		[String(Date.UTC(2026, 9, 21)), true],
		[`${Date.UTC(2026, 9, 21) / 1000}.5`, true],
		// The 11th of December in most countries, and the 12th of November in some.
		['11/12/2026 10:00', false],
		['11.12.2026', false],
		...[0, 1, 20261021, '0001-01-01T00:00:00Z', '1970-01-01', -5, Infinity].map(
			(none): [unknown, boolean] => [none, false],
		),
		[undefined, false],
	])('was created at %j: %p', (createdAt, isEarlier) => {
		for (const status of ['SUCCESS', 'AUTHORIZED', 'FAILED', 'anything']) {
			const verdict = of(createdAt, status, since);
			const outcome = isEarlier ? 'alreadySent' : of(createdAt, status).outcome;
			expect(verdict).toMatchObject({ outcome, records: [{ createdAt }] });
			expect(verdict.anothers).toBeUndefined();
			if (isEarlier) expect(verdict).toMatchObject({ cause: 'reference' });
		}
	});

	it.each(['', undefined, 'yesterday'])('may say so by no date at all: %j', (createdAt) => {
		const one = of(createdAt, 'SUCCESS', { ...since, isUndatedEarlier: true });
		expect(one.outcome).toBe('alreadySent');
	});

	it.each([
		['2026-11-21T13:00:00Z', 'alreadySent'],
		// In some zone it is earlier.
		['2026-11-21T13:00:00', 'accepted'],
		['2026-11-22T02:00:03', 'alreadySent'],
	])(
		'is another run’s where it was surely made after ours was refused at noon: %s',
		(at, outcome) => {
			const refusedAt = Date.UTC(2026, 10, 21, 12);
			expect(of(at, 'SUCCESS', { ...since, refusedAt }).outcome).toBe(outcome);
		},
	);

	it('is nobody’s before it is ours', () => {
		const [month, record] = ['2026-10-21T12:00:00Z', { ...good, ...to('0999') }];
		const verdict = judgeRecords([{ ...record, createdAt: month }], sent, 'payout', since);
		expect(verdict).toMatchObject({ outcome: 'alreadySent', anothers: true });
	});
});

it('compares of a card payment the order reference only', () => {
	const records = [{ amount: '1' }];
	expect(judgeRecords(records, sent, 'payment')).toEqual({
		outcome: 'alreadySent',
		cause: 'reference',
		says: 'The service knows a payment with this order reference',
		records,
	});
	expect(judgeRecords([{}, {}], sent, 'payment')).toMatchObject({ outcome: 'unknown' });
	expect(judgeRecords([{}, {}], sent, 'payment').records).toBeUndefined();
});
