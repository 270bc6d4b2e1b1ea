import { momentOf } from '../../../../nodes/CardBankPayments/executor/proof/moment';

it.each([
	['2026-11-25T12:00:00+03', Date.UTC(2026, 10, 25, 9)],
	['2026-11-25 12:00:00,250+03', Date.UTC(2026, 10, 25, 9) + 250],
	['2026-11-25T12:00:00-0330', Date.UTC(2026, 10, 25, 15, 30)],
	['2026-11-25T12:00-03', Date.UTC(2026, 10, 25, 15)],
	['2026-11-25T12:00:00', Date.UTC(2026, 10, 25, 12)],
	['2026-11-25', Date.UTC(2026, 10, 25)],
	['2026-11-25T12:00:00.123456+03', Date.UTC(2026, 10, 25, 9) + 123],
])('a moment may be written as %s', (text, at) => {
	expect(momentOf(text)?.at).toBe(at);
});
