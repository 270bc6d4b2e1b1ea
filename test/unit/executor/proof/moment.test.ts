import { momentOf, serviceTime } from '../../../../nodes/CardBankPayments/executor/proof/moment';

it.each([
	['2026-11-25T12:00:00.000Z', Date.UTC(2026, 10, 25, 12)],
	['2026-11-25T12:00:00.123456Z', Date.UTC(2026, 10, 25, 12) + 123],
	['2000-01-01T00:00:00Z', Date.UTC(2000, 0)],
	['2026-11-25T12:00-0330', Date.UTC(2026, 10, 25, 15, 30)],
])('a moment is written as ISO 8601 with its zone: %s', (text, at) => {
	expect(momentOf(text)).toBe(at);
});

it.each([
	...['2026-11-25T12:00:00', '2026-11-25', '11/12/2026', null],
	...['1999-12-31T23:59:59Z', Date.UTC(2026, 10, 25), '2026-13-45T12:00Z'],
	'+002026-11-25T12:00:00Z',
])('%p names no moment', (text) => expect(momentOf(text)).toBeUndefined());

describe('the time by the service’s clock', () => {
	const now = Date.UTC(2026, 10, 21, 12);

	it('is told by its header Date', () => {
		const date = 'Sat, 21 Nov 2026 11:00:13 GMT';
		expect(serviceTime({ headers: { date } }, now)).toBe(Date.UTC(2026, 10, 21, 11, 0, 13));
	});

	it.each([
		...[undefined, 'some day', 'on Sat, 21 Nov 2026 12:00:13 GMT', '2026-11-21T12:00:13Z'],
		'Sat, 21 Nov 2026 12:00:13 GMT+0100',
		// A clock that is years wrong trusts no certificate.
		...['Thu, 21 Nov 2024 12:00:13 GMT', 'Tue, 21 Nov 2028 12:00:13 GMT'],
	])('is not told by %p', (date) => {
		expect(serviceTime({ headers: { date } }, now)).toBeUndefined();
	});
});
