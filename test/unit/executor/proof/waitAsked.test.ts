import { waitAsked } from '../../../../nodes/CardBankPayments/executor/proof/waitAsked';

const says = (message: unknown, status = 400) => waitAsked({ status, body: { message } });
const header = (value: unknown, status = 400) =>
	waitAsked({ status, headers: { 'retry-after': value } });

it.each([
	['One payout every 60 seconds. Remaining wait time: 43 seconds', 43_000],
	['Please wait 43s', 43_000],
	['Please wait for 5 mins', 300_000],
	['Retry in 1 sec', 1_000],
	['Retry in 1 minute', 60_000],
	['Try again in 2 Minutes', 120_000],
	['Retry after 0 seconds', 1],
	['Retry after 0.36 seconds', 360],
	[['Amount is fine', 'retry after 9 s'], 9_000],
])('asks to wait: %p', (message, wait) => {
	expect(says(message)).toBe(wait);
	expect(says(message, 429)).toBe(wait);
});

it.each([
	['Retry after 43 seconds', 43_000],
	['{"message":"Retry after 43 seconds', undefined],
])('takes the words of a text, and none of what was cut off: %j', (body, wait) => {
	expect(waitAsked({ status: 400, body })).toBe(wait);
});

it.each([
	...['Only one payout per 60 seconds', 'Try again in 5 days', 'Try again after 2026-11-22'],
	...['Try again with amounts in 1000 steps', 'Please wait 30 more minutes', 43, null],
])('is a refusal: %p', (message) => {
	expect(says(message)).toBeUndefined();
});

it.each<[string, number?]>([
	['43', 43_000],
	['0', 1],
	['soon 5'],
	['1e9'],
	['Sat, 21 Nov 2026 12:00:43 GMT'],
])('reads of the header Retry-After %p: %p ms', (value, wait = undefined) => {
	expect(header(value)).toBe(wait);
	expect(header(value, 429)).toBe(wait ?? 0);
});

it('waits after refusals only, and after none that may come after the money has moved', () => {
	const asking = [...Array(600).keys()].filter((status) => header('5', status) !== undefined);
	expect(asking).toEqual([400, 403, 405, 407, 409, 413, 415, 422, 429]);
	expect(waitAsked({ code: 'ECONNREFUSED' })).toBeUndefined();
	expect(waitAsked({ status: 429 })).toBe(0);
});
