import {
	attentionHint,
	changingReferenceHint,
	runHints,
} from '../../../../nodes/CardBankPayments/executor/report/hints';
import { ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

it.each([
	['$now', '={{ $now.toMillis() }}'],
	['$today', '=INV-{{ $today }}'],
	['$execution', '=INV-{{ $execution.id }}'],
	['$runIndex', '=INV-{{ $runIndex }}'],
	['Math.random', '={{ Math.random() }}'],
	['Date.now', '={{ Date.now() }}'],
	['new Date', '={{ +new Date }}'],
	['new Date', '={{ new Date ( ) }}'],
	['DateTime.now', '={{ DateTime.now() }}'],
	['DateTime.local', "={{ DateTime.local({ zone: 'utc' }).toMillis() }}"],
	['DateTime.utc', '={{ DateTime.utc( ) }}'],
	['uuid', '={{ $uuid(1) }}'],
	['uuidv4', '={{ uuidv4() }}'],
	['randomUUID', '={{ crypto.randomUUID() }}'],
	['nanoid', '={{ nanoid() }}'],
	['randomInt', '={{ [1].randomInt() }}'],
	['randomString', '={{ randomString() }}'],
])('%s changes with every run, and so would the order reference %s', (found, expression) => {
	const hint = changingReferenceHint(expression, 'payout') ?? '';
	expect(hint).toContain(`The Order Reference uses ${found}, which changes with every run`);
	expect(hint).toContain('would then pay again');
	expect(changingReferenceHint(expression, 'paymentLink')).toContain('make another link.');
	expect(changingReferenceHint(expression, 'none')).toBeUndefined();
	expectGoodWording(hint);
});

it.each<unknown>([
	...['={{ $json.invoice }}', '={{ DateTime.fromISO($json.date).toISODate() }}'],
	...['={{ new Date($json.date).getTime() }}', '={{ DateTime.local( 2026, 1).year }}'],
	...['={{ DateTime.utc(2026) }}', '={{ $json.uuid }}', "={{ $json['uuid'].trim() }}"],
	...['={{ $json.payment_uuid + $json.uuidOfOrder }}', '={{ $json.nanoid }}'],
	...['Math.random', 'INV={{ $now }}', 204, { toString: 'A-1' }],
])('the order reference %p stays the same', (raw) => {
	expect(changingReferenceHint(raw, 'payout')).toBeUndefined();
});

it('counts the outcomes that need attention, what has to be looked up first', () => {
	const results = outcomes.map((outcome, index) => result(index, outcome));
	expect(attentionHint(ended(results))).toBe(
		'7 of 8 items need your attention: 1 unknown, 1 reversed, 1 rejected, 1 already sent, 1 invalid, 1 not found, 1 not sent. Each says in message what happened, and in details what to do next.',
	);
	expect(attentionHint(ended(results.slice(0, 2)))).toContain('1 of 2 items needs your');
	expect(attentionHint(ended(results.slice(0, 1)))).toBeUndefined();
});

it('says under which other reference items were sent, and how long the run waited', () => {
	const results = [
		result(0, 'accepted', { insteadOf: 'INV-0b' }),
		result(1, 'accepted'),
		result(2, 'unknown', { insteadOf: '<b>\nX' }),
	];
	expect(runHints(results, 43_000)).toEqual([
		expect.stringMatching(
			/first one counts: item 1 as INV-0 instead of INV-0b, item 3 as INV-2 instead of b X\.$/,
		),
		'This run waited 43 s in all, because the service asked for it.',
	]);
	expect(runHints([], 500)).toEqual([expect.stringContaining('waited 1 s')]);
	expect(runHints([], 499)).toEqual([]);
});
