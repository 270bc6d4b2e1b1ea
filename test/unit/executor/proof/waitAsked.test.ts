import { waitAsked } from '../../../../nodes/CardBankPayments/executor/proof/waitAsked';

const now = Date.UTC(2026, 10, 21, 12);
const says = (message: unknown, status = 400) => waitAsked({ status, body: { message } }, now);
const header = (value: unknown, status = 400, date?: string) =>
	waitAsked({ status, headers: { 'retry-after': value, date } }, now);

it.each([
	['Payout request is already in progress, please retry after 43 seconds', 43_000],
	['One payout every 60 seconds. Remaining wait time: 43 seconds', 43_000],
	['Please wait. Waiting time is 43 s', 43_000],
	['Retrying in parallel is not allowed, retry after 7.5 seconds', 7_500],
	['Retry after 7.125 seconds', 7_125],
	['Please try  again later, in about 2 Minutes', 120_000],
	['Try again in 2 Minutes', 120_000],
	['Please wait 15 mins', 900_000],
	['Retry in 2 min', 120_000],
	['Retry in 1 hr', 3_600_000],
	['Retry in 2 hrs', 7_200_000],
	['Retry in 1 second', 1_000],
	['Retry in 1 sec', 1_000],
	['Retry in 9 secs', 9_000],
	['Try again in 1 minute', 60_000],
	['Try again in 1 hour', 3_600_000],
	['Retry after 2 hours', 7_200_000],
	['Retry after 0 seconds', 1],
	[['Amount is fine', 'retry-after: 9s'], 9_000],
])('asks to wait: %p', (message, wait) => {
	expect(says(message)).toBe(wait);
	expect(says(message, 429)).toBe(wait);
});

it.each([
	['Busy<br>Retry after 43 seconds', 43_000],
	['<p>Retry after 43 seconds', undefined],
	[' \n<p>Retry after 43 seconds', undefined],
])('takes the words of a text, and none of a page: %j', (body, wait) => {
	expect(waitAsked({ status: 400, body }, now)).toBe(wait);
});

it.each([
	...['The request took longer than 30 seconds', 'Only one payout per 60 seconds'],
	...['Please try again in USD', 'Try again in 5 days', 'Try again after 2026-11-22'],
	...['Try again with amounts in 1000 steps', 'Do not retry after 3 attempts'],
	...['Already used. Do not retry within 24 hours', 'Try again with at most 20 M'],
	...['Insufficient funds. Remaining balance: 5000', '15 min left in session'],
	// Of the beneficiary.
	...['Beneficiary must wait 24 hours', 'A new account must wait 30 minutes'],
	...['', 43, null],
])('is a refusal: %p', (message) => {
	expect(says(message)).toBeUndefined();
});

it.each<[string, number?]>([
	['43', 43_000],
	[' 1.25 ', 1_250],
	['0', 1],
	['Sat, 21 Nov 2026 12:00:43 GMT', 43_000],
	['Sat, 21 Nov 2026 11:00:00 GMT', 1],
	...['soon 5', 'never', '-5', '', '1e9', '12 10:30'].map((none): [string] => [none]),
])('reads of the header Retry-After %p: %p ms', (value, wait = undefined) => {
	expect(header(value)).toBe(wait);
	expect(header(value, 429)).toBe(wait ?? 0);
});

it('holds a date against the service’s own clock, where the response has one', () => {
	const until = 'Sat, 21 Nov 2026 12:00:43 GMT';
	expect(header(until, 400, 'Sat, 21 Nov 2026 12:00:13 GMT')).toBe(30_000);
	const noTimes = [
		...['some day', 'on Sat, 21 Nov 2026 12:00:13 GMT', 'Sat, 21 Nov 2026 12:00:13 GMT+0100'],
		// A clock that is years wrong trusts no certificate.
		...['Thu, 21 Nov 2024 12:00:13 GMT', 'Tue, 21 Nov 2028 12:00:13 GMT'],
	];
	for (const none of noTimes) expect(header(until, 400, none)).toBe(43_000);
});

it('waits after refusals only, and after none that may come after the money has moved', () => {
	const asking = [...Array(600).keys()].filter((status) => header('5', status) !== undefined);
	expect(asking).toEqual(expect.arrayContaining([400, 403, 409, 429]));
	for (const status of [401, 404, 408, 424, 499]) expect(asking).not.toContain(status);
	expect(asking.every((status) => status >= 400 && status <= 499)).toBe(true);
	expect(waitAsked({ code: 'ECONNREFUSED' }, now)).toBeUndefined();
	// A 429 may name any time, and none.
	expect(says('Please wait 2 hours', 429)).toBe(7_200_000);
	expect(waitAsked({ status: 429 }, now)).toBe(0);
});
