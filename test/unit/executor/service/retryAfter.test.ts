import fc from 'fast-check';
import { waitAsked } from '../../../../nodes/CardBankPayments/executor/service/retryAfter';

const now = Date.UTC(2026, 10, 21, 12);
const says = (message: unknown, status = 400) => waitAsked({ status, body: { message } }, now);
const header = (value: unknown, status = 400) =>
	waitAsked({ status, headers: { 'retry-after': value } }, now);

describe('a refusal that names a time to try again', () => {
	it.each([
		...[
			...['retry after 43', 'Retry-After: 43', 'retry after: 43.', 'retry after 43s'],
			...['You must wait 43 seconds', 'Waiting time is 43 s', 'Remaining time 43'],
			'Payout request is already in progress, please retry after 43 seconds',
			'Please wait 43 seconds before creating another payout',
			'One payout every 60 seconds. Remaining wait time: 43 seconds',
			'Please wait. Remaining wait time: 43 seconds',
			'Retry after the remaining wait time of 43 seconds',
		].map((message): [unknown, number] => [message, 43_000]),
		['Try again in 2 minutes', 120_000],
		['try again in 1 minute and 30 seconds', 90_000],
		['retry in 1m 30s', 90_000],
		['retry after 500 ms', 500],
		['Try again in 1.5 hours.', 5_400_000],
		['Please try again later, in about 20 seconds', 20_000],
		['Retrying in parallel is not allowed, retry after 7 seconds', 7_000],
		['Wait 30 minutes before you try again', 1_800_000],
		['Please wait another 5 s and retry', 5_000],
		['Wait 1 minute before making another request', 60_000],
		['Please wait 15 minutes', 900_000],
		['Retry after 0 seconds', 1],
		[['Amount is fine', 'retry after 9 seconds'], 9_000],
	])('asks to wait: %p', (message, wait) => {
		expect(says(message)).toBe(wait);
		expect(says(message, 429)).toBe(wait);
	});

	it('is a sentence, and no essay', () => {
		expect(says(`${'x'.repeat(970)} Retry after 5 seconds.`)).toBe(5_000);
		expect(says(`${'x'.repeat(1_000)} Retry after 5 seconds.`)).toBeUndefined();
	});

	it('may name any time where it is a 429', () => {
		expect(says('Please wait 2 hours', 429)).toBe(7_200_000);
	});
});

describe('a refusal that only mentions a number', () => {
	it.each([
		'The request took longer than 30 seconds',
		'Transfers settle within 60 seconds',
		...['Please try again in USD', 'Try again in amounts of 500', 'Try again in 5 days'],
		...['Try again with amounts in 1000 steps', 'Retry after correcting 3 fields'],
		...['Try again after 14:30', 'Try again after 2026-11-22', 'Do not retry after 3 attempts'],
		...['At most 1 request in 60 seconds', 'Only one payout per 60 seconds'],
		...['Insufficient funds. Remaining balance: 5000', 'Insufficient balance: 2M remaining'],
		...['You can create another payout in 43 seconds', 'Payout in progress: 43 seconds left'],
		...['Beneficiary must wait 24 hours', 'New beneficiary: payouts are allowed after 24 hours'],
		'A new account must wait 30 minutes before its first payout',
		'Please wait 24 hours after adding a beneficiary',
		...['TZS 3 m left', '15 min left in session', 'The request is too old, time left 0'],
		...['Use another account or register in 5 minutes', 'Send another amount in 500'],
		...['Insufficient balance', '', 43, null],
	])('is a refusal: %p', (message) => {
		expect(says(message)).toBeUndefined();
	});
});

describe('the Retry-After of a refusal', () => {
	it.each([
		['43', 43_000],
		[43, 43_000],
		[' 1.5 ', 1_500],
		['1.25', 1_250],
		[['7', '9'], 7_000],
		['0', 1],
		['Sat, 21 Nov 2026 12:00:43 GMT', 43_000],
		['Saturday, 21-Nov-26 12:00:43 GMT', 43_000],
		['2026-11-21T12:00:43Z', 43_000],
		['Sat, 21 Nov 2026 11:00:00 GMT', 1],
	])('names a time: %p', (value, wait) => {
		expect(header(value)).toBe(wait);
	});

	it('is a date by the service’s own clock, where the answer has one', () => {
		const until = (date: unknown) => {
			const headers = { 'retry-after': 'Sat, 21 Nov 2026 12:00:43 GMT', date };
			return waitAsked({ status: 400, headers }, now);
		};
		expect(until('Sat, 21 Nov 2026 12:00:13 GMT')).toBe(30_000);
		expect(until('Sat, 21 Nov 2026 12:20:00 GMT')).toBe(1);
		expect(until('some day')).toBe(43_000);
	});

	it.each([
		...['soon 5', 'never', '-5', '', '1e9', '12 10:30', `${' '.repeat(100)}5`],
		...[undefined, null, {}, []],
	])('names none: %p', (value) => {
		expect(header(value)).toBeUndefined();
		expect(header(value, 429)).toBe(0);
	});
});

describe('which replies ask to wait', () => {
	it('are refusals only, and none that may come after the money has moved', () => {
		const statuses = Array.from({ length: 600 }, (_, status) => status);
		const asking = statuses.filter((status) => header('5', status) !== undefined);
		expect(asking).toEqual(expect.arrayContaining([400, 403, 409, 429]));
		for (const status of [401, 408, 424, 499]) expect(asking).not.toContain(status);
		expect(asking.every((status) => status >= 400 && status <= 499)).toBe(true);
	});

	it('are a 429 without a time, and nothing that never arrived', () => {
		expect(waitAsked({ status: 429 }, now)).toBe(0);
		expect(waitAsked({ status: 409 }, now)).toBeUndefined();
		expect(waitAsked({ code: 'ECONNREFUSED' }, now)).toBeUndefined();
	});
});

it('reads hostile texts, and gives no time or a good one', () => {
	const words = ['retry', 'wait ', 'after ', 'in ', ' again', 'try', 'next ', ' s left', 'time '];
	const pieces = [...words, '1', '9'.repeat(40), ':', '.'];
	const hostile = fc
		.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 200 })
		.map((parts) => parts.join('').repeat(20));
	fc.assert(
		fc.property(hostile, (message) => {
			const wait = says(message);
			expect(wait === undefined || (Number.isFinite(wait) && wait >= 0)).toBe(true);
		}),
	);
});
