import fc from 'fast-check';
import { quote } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { allWords, shownWords } from '../../../../nodes/CardBankPayments/wire/words';
import { shown } from '../../../../nodes/CardBankPayments/wire/shown';
import { MAXIMUM_LEVELS as MOST } from '../../../../nodes/CardBankPayments/wire/readBody';
import { UNSHOWABLE } from '../../support/wording';

const message = (words: string, accountNumber: unknown = '') =>
	shownWords(allWords({ message: words }), { accountNumber });

it('text from outside is shown as one line of up to 200 characters, all of which can be seen', () => {
	expect(shown(' a\r\nb\u0000c\u200bd\u202ee<script>f ')).toBe('a b c d e script f');
	expect(shown(`${'<'.repeat(400)}x`)).toBe('');
	expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
	expect(shown('x'.repeat(1_000_000))).toBe(`${'x'.repeat(200)}…`);
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
			expect(shown(text)).not.toMatch(UNSHOWABLE);
			expect(shown(text).length).toBeLessThanOrEqual(201);
		}),
	);
});

describe('the words of a refusal', () => {
	it.each<[string, unknown, string]>([
		['its message', { message: 'No balance.', statusCode: 400 }, 'No balance'],
		['all of a list', { message: ['No balance', 'Ask the bank'] }, 'No balance. Ask the bank'],
		['the field that a list is about', { errors: { bic: ['is unknown'] } }, 'bic: is unknown'],
		[
			'the fields that objects name',
			{ message: 'Not valid', errors: [{ field: 'bic', message: 'must have 8 letters' }] },
			'Not valid. bic: must have 8 letters',
		],
		['a list of objects', [{ message: 'No balance', errorCode: 'X' }], 'No balance'],
		['a description', { description: 'No balance' }, 'No balance'],
		['an errorDescription', { errorDescription: 'No balance' }, 'No balance'],
		['an errorMessage', { errorMessage: 'No balance' }, 'No balance'],
		['OAuth', { error: 'no_keys', error_description: 'No such key' }, 'no_keys. No such key'],
		[
			'a fault',
			{ fault: { faultstring: 'No quota', detail: { errorcode: 'a.b' } } },
			'No quota. errorcode: a.b',
		],
		[
			'problem+json',
			{ type: 'about:blank', title: 'No balance', status: 403, detail: 'It is 30' },
			'No balance. It is 30',
		],
		[
			'JSON:API',
			{ errors: [{ status: '422', title: 'Not valid', detail: 'No such bank' }] },
			'Not valid. No such bank',
		],
		['XML', '\n<error><code>7</code><message>No balance</message></error>', '7 No balance'],
		['text', 'No balance', 'No balance'],
		['the title of a page', '<html><title lang="en">\nBad gateway\n</title><p>x', 'Bad gateway'],
		['a page without a title', '<html><h1>Bad</h1>gateway</ht', 'Bad gateway'],
		['the first of a long text', `<p ${'x'.repeat(5_000)}>No balance`, ''],
		['markup in a value', { message: '<title>Bad gateway</title>' }, 'Bad gateway'],
		['each only once', { error: 'No balance', message: 'No balance' }, 'No balance'],
		['a sentence without its dots', { message: 'Please wait...' }, 'Please wait'],
		['those behind a blank', { message: ' ', error: { message: 'No balance' } }, 'No balance'],
		// In none of these places: whatever it says.
		['a deeper one', { data: { message: 'No balance' } }, 'No balance'],
		['another key', { responseText: 'No balance', code: 'X' }, 'responseText: No balance. code: X'],
		['no number of somebody', { code: 'X1', account: '0150-999-999' }, 'code: X1'],
		['a number in words', { x: '07123456 is not 07123457' }, 'x: 07123456 is not 07123457'],
		['nothing in an empty body', undefined, ''],
		['nothing in nothing', { message: ' ', errors: [], data: null, ok: true }, ''],
	])('are %s', (_, body, words) => {
		expect(shownWords(allWords(body))).toBe(words);
	});

	it.each([
		['a body of many values', { errors: Array(1_000_000).fill({ message: 'Too many' }) }],
		[
			'a wide one',
			Object.fromEntries(Array.from({ length: 300_000 }, (_, key) => [`k${key}`, 'a b'])),
		],
		['a long text', { message: '0 '.repeat(2_500_000) }],
		['a page without an end', '<title'.repeat(800_000)],
		['a long key', { ['message'.repeat(700_000)]: 'a b' }],
		['many levels', JSON.parse(`${'['.repeat(MOST)}${']'.repeat(MOST)}`) as unknown],
		[
			'what is no plain object',
			JSON.parse('{"__proto__":{"toString":"x"},"constructor":"a b"}') as unknown,
		],
	])('are found in time in %s', (_, body) => {
		expect(allWords(body).length).toBeLessThanOrEqual(1_000);
		const words = shownWords(allWords(body), { accountNumber: '0000000000000', key: '0 0' });
		expect(words.length).toBeLessThanOrEqual(201);
	});

	it('stand behind what is said, and the status behind them', () => {
		const body = { errors: { bic: ['is unknown'] } };
		const says = 'The service refused';
		expect(quote(says, { status: 422, body })).toBe(`${says}: bic: is unknown (HTTP 422)`);
		expect(quote(says, { status: 502 })).toBe(`${says} (HTTP 502)`);
		expect(quote(says, { code: 'ECONNRESET' })).toBe(says);
		// It may be a record, and that of somebody else.
		const record = { accountName: 'Asha Mushi', message: 'No balance' };
		expect(quote(says, { status: 200, body: record })).toBe(`${says}: No balance`);
		expect(quote(says, { status: 200, body: 'Try [later]' })).toBe(`${says}: Try [later]`);
		const cut = ['[{"cut', '[ {"cut', ' {"cut'];
		for (const body of [[record], { data: record }, { accountTitle: 'Asha' }, ...cut]) {
			expect(quote(says, { status: 200, body })).toBe(says);
		}
	});
});

describe('the service’s own words', () => {
	it.each([
		['12345', '12345'],
		['0150123456789', '0150 1234 56789'],
		['AB-0150123', 'ab 0150 123'],
		['0150-1234 56789', '0150123456789'],
		['0150  1234 - 56789', '0150  1234 - 56789'],
		['0150123456789', '0150.1234.56789'],
		['0150123456789', '0150\u00a01234\u202f56789'],
		['0150123456789', '0150–1234\u200b56789'],
		['0150123456789', '150123456789'],
		['0150123456789', '000 150-123456789'],
		['CRDB 0150', 'crdb.0150'],
		[`7-${'7'.repeat(100)}`, `7-${'7'.repeat(80)}`],
		['A$&B1234', 'A$&B1234'],
		['00150123456', '150123456'],
	])('show no more than the last four digits of %s, written as %s', (accountNumber, written) => {
		const said = message(`Account ${written} is closed (${written})`, accountNumber);
		const hidden = `…${accountNumber.slice(-4)}`;
		expect(said).toBe(`Account ${hidden} is closed (${hidden})`);
	});

	it('hide the account number even where the cut would fall into it', () => {
		const words = `${'x'.repeat(195)}0150123456789`;
		expect(message(words, '0150123456789')).toBe(`${'x'.repeat(195)}…6789`);
		expect(message(words)).toBe(`${words.slice(0, 200)}…`);
	});

	it.each(['1500', '15-00 ', '-- -- --', undefined, 15001500])(
		'keep the account number %p, which every amount might contain, or is none',
		(accountNumber) => expect(message('Fee 1500', accountNumber)).toBe('Fee 1500'),
	);

	it('show no number that is not ours as a value', () => {
		const body = { message: 'Used before', accountNumber: '0150999999999', phone: 255712345678 };
		expect(shownWords(allWords(body))).toBe('Used before');
	});

	it('show no token, and no key', () => {
		const words = 'Authorization: Bearer  abc.DEF-1 was refused, and bearer xyz';
		expect(message(words)).toBe('Authorization: Bearer … was refused, and bearer …');
		expect(message('Not eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln-x_!')).toBe('Not …!');
		const says = ['The key secret.key$& is undefined'];
		expect(shownWords(says, { key: 'secret.key$&' })).toBe('The key … is undefined');
		expect(shownWords(says, { key: 'Bearer secret.key$&' })).toBe('The key … is undefined');
		expect(shownWords(['A Bearer b'], { key: 'A Bearer b' })).toBe('…');
		expect(shownWords([`eyJ${'x'.repeat(5_000)} is old`])).toBe('…');
		for (const key of ['', 'Bearer ', undefined]) expect(shownWords(says, { key })).toBe(says[0]);
	});
});
