import { DateTime } from 'luxon';
import { asDay, asLimit } from '../../../nodes/CardBankPayments/wire/queryField';
import { refusedBy } from '../support/wording';

describe('a day', () => {
	it.each([
		['2026-11-23', '2026-11-23'],
		// As the editor writes it, and as n8n writes a DateTime: in another zone it is another day.
		['2026-11-23T00:00:00', '2026-11-23'],
		['2026-11-23T23:30:00.000-05:00', '2026-11-23'],
		['2026-11-23T00:30:00.000+14:00', '2026-11-23'],
		['2026-11-23T22:30:00.000Z', '2026-11-23'],
		['2026-11-23 12:00', '2026-11-23'],
		['2028-02-29', '2028-02-29'],
	])('%s goes out as %s', (value, day) => {
		expect(asDay(value)).toBe(day);
	});

	it.each(['Pacific/Kiritimati', 'Pacific/Niue'])('is that of its own time zone (%s)', (zone) => {
		const lastMinute = DateTime.fromISO('2026-11-23T23:59', { zone });
		expect(asDay(lastMinute)).toBe('2026-11-23');
	});

	it.each([
		...['', ' 2026-11-23', '2026-11-23 ', '23.11.2026', '2026-11-3', '2026-02-30', '2026-13-01'],
		...['2026-11-23x', 'today', 20261123, true, ['2026-11-23'], {}, new Date(NaN)],
		new Date('2026-11-23T22:30:00Z'),
	])('is not %p', (value) => {
		const { message } = refusedBy(() => asDay(value));
		expect(message).toContain('YYYY-MM-DD');
	});
});

describe('a limit', () => {
	it.each([
		[1, 1],
		[10_000, 10_000],
		['50', 50],
	])('%p is %i records', (value, limit) => expect(asLimit(value)).toBe(limit));

	it.each([0, -1, 1.5, Infinity, '', '0', '1e3', '1.5', ' 1', true, [1]])('is not %p', (value) => {
		const { message } = refusedBy(() => asLimit(value));
		expect(message).toContain('whole number');
	});
});
