import { DateTime } from 'luxon';
import {
	asBic,
	asCode,
	asDay,
	asIdentifier,
	asLimit,
	asName,
	asNumberText,
	asReference,
	asText,
} from '../../../nodes/CardBankPayments/wire/text';
import { values } from '../../../nodes/CardBankPayments/sentences/values';
import { describeValue, someOf } from '../../../nodes/CardBankPayments/wire/shown';
import { unseenIn } from '../../../nodes/CardBankPayments/wire/unseen';
import { refusedBy } from '../support/wording';

const { contains, inFront, behind, signs } = values.unseen;

describe.each([asText, asReference])('text for the service ($name)', (read) => {
	it.each([
		...['INV-204', '0150123456789', 'Asha  Mushi', '__proto__', 'a"b\\c'],
		...[204, 10, 999_999_999_999_999],
	])('goes out unchanged: %j', (text) => expect(read(text)).toBe(String(text)));

	it.each([Number.MAX_SAFE_INTEGER + 1, 1e20, 1.5, NaN, -Infinity])(
		'is refused as the number %p, whose digits may have changed',
		(number) => {
			const says = Number.isInteger(number) ? values.inexact : values.notWhole;
			expect(refusedBy(() => read(number)).message).toBe(says);
		},
	);

	it.each([true, ['INV-1'], { value: 'INV-1' }, null, undefined])('is refused as %p', (value) => {
		const says = values.notText({ value: describeValue(value) });
		expect(refusedBy(() => read(value)).message).toBe(says);
	});

	it.each([' INV-1', 'INV-1 ', '\tINV-1', 'INV-1\r\n', 'INV-1\u00a0', '\ufeffINV-1', ' '])(
		'is refused with white space at its ends, which is not removed: %j',
		(text) => expect(refusedBy(() => read(text)).message).toBe(values.whiteSpace),
	);

	// With one, a reference looks like another one.
	it.each([
		...['\n', '\u0085', '\u00ad', '\u115f', '\u200b', '\u2028', '\u2029', '\u2065', '\u2800'],
		...['\u3164', '\ufe0f', '\ufff9', '\u{1d173}', '\u{e0100}'],
	])('is refused with %j inside or at its ends, which nobody sees', (character) => {
		const { message } = refusedBy(() => read(`INV${character}1`));
		const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
		expect(message).toContain(`U+${code} (`);
		expect(message).toContain(values.unseen.behind({ nth: '3rd' }));
		for (const text of [`${character}1`, `1${character}`]) refusedBy(() => read(text));
	});

	it('has 1,000 characters at most', () => {
		expect(read('x'.repeat(1000))).toHaveLength(1000);
		const says = values.tooLong({ length: 1001, most: 1000 });
		expect(refusedBy(() => read('x'.repeat(1001))).message).toBe(says);
	});
});

it.each(['نامه\u200cای', 'क्\u200dष', 'Jean\u00a0Dupont', '山\u3000田'])(
	'a name may have joiners and other spaces, a reference not: %j',
	(text) => {
		expect(asText(text)).toBe(text);
		expect(asName(text)).toBe(text);
		for (const format of [asReference, asIdentifier, asNumberText]) {
			const isJoined = /[\u200c\u200d]/.test(text);
			if (isJoined) expect(refusedBy(() => format(text)).message).toMatch(/^contains U\+200[CD] /);
		}
		expect(() => asReference(text)).toThrow();
	},
);

it('names the place of a sign behind a joiner, too', () => {
	const place = behind({ nth: '3rd' });
	expect(refusedBy(() => asName('a\u200cb\u200e')).message).toContain(place);
});

it.each(['', '.', '..', '\ud800', 'a\udc00b'])(
	'a reference that no address can hold is refused: %j',
	(text) => {
		const says = values.notLookedUp({ value: describeValue(text) });
		expect(refusedBy(() => asReference(text)).message).toBe(says);
	},
);

it.each([
	[asName, ' Asha Mushi\t', 'Asha Mushi'],
	[asBic, ' corutztz ', 'CORUTZTZ'],
	[asCode, 'tzs\u00a0', 'TZS'],
])('what means the same is tidied', (read, text, tidied) => expect(read(text)).toBe(tidied));

it.each([
	['\u200e5', '200E', signs.direction, inFront],
	['12\u200f', '200F', signs.direction, behind({ nth: '2nd' })],
	['123\u2069', '2069', signs.direction, behind({ nth: '3rd' })],
	['\ufeff5', 'FEFF', signs.beginning, inFront],
	['12345678901\t', '0009', signs.tab, behind({ nth: '11th' })],
	['123456789012345678901\u2028', '2028', signs.lineBreak, behind({ nth: '21st' })],
	['\u{1f600}\u200b', '200B', signs.other, behind({ nth: '1st' })],
])('names the sign that nobody sees in %j', (text, code, sign, place) => {
	expect(unseenIn(text)).toBe(contains({ code, sign, place }));
});

it.each(['1\u202f5', '1 5'])('sees a space: %j', (text) => expect(unseenIn(text)).toBeUndefined());

describe('a day', () => {
	// As the editor writes it, and as n8n writes a DateTime: in another zone it is another day.
	it.each(['', 'T00:00:00', 'T23:30:00.000-05:00', 'T00:30:00.000+14:00', 'T22:30Z', ' 12:00'])(
		'goes out as it is written (%j)',
		(time) => {
			expect(asDay(`2026-11-23${time}`)).toBe('2026-11-23');
			expect(asDay(`2028-02-29${time}`)).toBe('2028-02-29');
		},
	);

	it.each(['Pacific/Kiritimati', 'Pacific/Niue'])('is that of its own time zone (%s)', (zone) => {
		expect(asDay(DateTime.fromISO('2026-11-23T23:59', { zone }))).toBe('2026-11-23');
	});

	it.each([
		...['', ' 2026-11-23', '2026-11-23 ', '23.11.2026', '2026-11-3', '2026-02-30', '2026-13-01'],
		...['2026-11-23x', 'today', 20261123, true, null, ['2026-11-23'], {}, new Date(NaN)],
		new Date('2026-11-23T22:30:00Z'),
	])('is not %p', (value) => {
		const says = values.notDay({ value: describeValue(value) });
		expect(refusedBy(() => asDay(value)).message).toBe(says);
	});
});

it.each([1, 10_000, '50'])('a limit is a number of records: %p', (value) =>
	expect(asLimit(value)).toBe(Number(value)),
);

it.each([0, -1, 1.5, Infinity, '', '0', '1e3', '1.5', ' 1', true, [1]])(
	'a limit is not %p',
	(value) => {
		const says = values.notLimit({ value: describeValue(value) });
		expect(refusedBy(() => asLimit(value)).message).toBe(says);
	},
);

it.each([
	[204, '204'],
	[['a'], 'a list'],
	[new Date(0), 'a date'],
	[null, 'null'],
	[{ toString: 'A-1' }, 'an object'],
	['x'.repeat(40), `"${'x'.repeat(40)}"`],
	['x'.repeat(41), `"${'x'.repeat(40)}…"`],
])('a message calls %j %s', (value, words) => expect(describeValue(value)).toBe(words));

it.each([
	[20, /, 20$/],
	[22, /, 20 and 2 more$/],
])('of %i things, 20 are named', (count, end) => {
	expect(someOf([...Array(count).keys()], (key) => String(key + 1))).toMatch(end);
});
