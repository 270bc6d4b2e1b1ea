import {
	attentionHint,
	changingReferenceHint,
	runHints,
} from '../../../../nodes/CardBankPayments/executor/report/hints';
import { ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

describe('the hint on an order reference that changes with every run', () => {
	it.each([
		['$now', '={{ $now.toMillis() }}'],
		['$today', '=INV-{{ $today }}'],
		['$execution', '=INV-{{ $execution.id }}'],
		['$runIndex', '=INV-{{ $runIndex }}'],
		['Math.random', '={{ Math.random() }}'],
		['Date.now', '={{ Date.now() }}'],
		['new Date', '={{ new Date().getTime() }}'],
		['new Date', '={{ +new Date }}'],
		['new Date', '={{ new Date ( ) }}'],
		['DateTime.now', '={{ DateTime.now() }}'],
		['DateTime.local', '={{ DateTime.local() }}'],
		['DateTime.local', "={{ DateTime.local({ zone: 'utc' }).toMillis() }}"],
		['DateTime.utc', '={{ DateTime.utc( ) }}'],
		['uuid', '={{ $uuid(1) }}'],
		['uuidv4', '={{ uuidv4() }}'],
		['randomUUID', '={{ crypto.randomUUID() }}'],
		['nanoid', '={{ nanoid() }}'],
		['randomInt', '={{ [1].randomInt() }}'],
		['randomString', '={{ randomString() }}'],
	])('names %s in %s', (found, expression) => {
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
		...['INV-204', 'Math.random', 'INV={{ $now }}', '', 204, undefined, { toString: 'A-1' }],
	])('is not given for %p', (raw) => {
		expect(changingReferenceHint(raw, 'payout')).toBeUndefined();
	});
});

it('counts the outcomes that need attention, what has to be looked up first', () => {
	const results = outcomes.map((outcome, index) => result(index, outcome));
	const [hint = ''] = attentionHint(ended(results));
	expect(hint).toBe(
		'7 of 8 items need your attention: 1 unknown, 1 reversed, 1 rejected, 1 already sent, 1 invalid, 1 not found, 1 not sent. Each says in message what happened, and in details what to do next.',
	);
	expectGoodWording(hint);
	expect(attentionHint(ended(results.slice(0, 2)))[0]).toContain('1 of 2 items needs your');
	expect(attentionHint(ended(results.slice(0, 1)))).toEqual([]);
});

it('names both references of each item that was sent under another one', () => {
	const results = [
		result(0, 'accepted', { insteadOf: 'INV-0b' }),
		result(1, 'accepted'),
		result(2, 'unknown', { insteadOf: '<b>\nX' }),
	];
	const [hint = ''] = runHints(results, 0);
	expect(hint).toMatch(
		/first one counts: item 1 as INV-0 instead of INV-0b, item 3 as INV-2 instead of b X\.$/,
	);
	expectGoodWording(hint);
});

it.each([
	[43_000, ['This run waited 43 s in all, because the service asked for it.']],
	[500, [expect.stringContaining('waited 1 s')]],
	[499, []],
])('says how long the run waited (%i ms)', (waitedMs, says) => {
	expect(runHints([result(0, 'accepted')], waitedMs)).toEqual(says);
});
