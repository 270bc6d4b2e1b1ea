import {
	attentionHint,
	changedReferenceHint,
	changingReferenceHint,
	waitHint,
} from '../../../../nodes/CardBankPayments/executor/report/hints';
import { ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

describe('the hint on an order reference that changes with every run', () => {
	it.each<string[]>([
		...[
			['={{ $now.toMillis() }}', '$now'],
			['=INV-{{ $today }}', '$today'],
		],
		...[
			['=INV-{{ $execution.id }}', '$execution'],
			['=INV-{{ $runIndex }}', '$runIndex'],
		],
		...[
			['={{ Math.random() }}', 'Math.random'],
			['={{ Date.now() }}', 'Date.now'],
		],
		...[
			['={{ new Date().getTime() }}', 'new Date'],
			['={{ +new Date }}', 'new Date'],
		],
		...[
			['={{ new Date ( ) }}', 'new Date'],
			['={{ DateTime.now() }}', 'DateTime.now'],
		],
		...[
			['={{ DateTime.local() }}', 'DateTime.local'],
			['={{ DateTime.utc( ) }}', 'DateTime.utc'],
		],
		["={{ DateTime.local({ zone: 'utc' }).toMillis() }}", 'DateTime.local'],
		...[
			['={{ $uuid(1) }}', 'uuid'],
			['={{ uuidv4() }}', 'uuidv4'],
			['={{ $UUID() }}', 'UUID'],
		],
		...[
			['={{ crypto.randomUUID() }}', 'randomUUID'],
			['={{ nanoid() }}', 'nanoid'],
		],
		...[
			['={{ [1].randomInt() }}', 'randomInt'],
			['={{ randomString() }}', 'randomString'],
		],
	])('names what changes in %s', (expression, found) => {
		const hint = changingReferenceHint(expression, 'payout');
		expect(hint).toContain(`The Order Reference uses ${found}, which changes with every run`);
		expect(hint).toContain('would then pay again');
		expectGoodWording(hint as string);
	});

	it.each<unknown>([
		...['={{ $json.invoice }}', '={{ DateTime.fromISO($json.date).toISODate() }}'],
		...['={{ new Date($json.date).getTime() }}', '={{ DateTime.local( 2026, 1).year }}'],
		...['={{ DateTime.utc(2026) }}', '={{ $json.uuid }}', "={{ $json['uuid'].trim() }}"],
		...['={{ $json.payment_uuid + $json.uuidOfOrder }}', '={{ $json.nanoid }}'],
		...["={{ $('Orders').item.json.uuid }}", 'INV-204', 'Math.random', 'INV={{ $now }}'],
		...['', 204, undefined, null, { toString: 'A-1' }],
	])('is not given for %p', (raw) => {
		expect(changingReferenceHint(raw, 'payout')).toBeUndefined();
	});
});

it('says of a payment link what would be made again', () => {
	const hint = changingReferenceHint('={{ $now }}', 'paymentLink');
	expect(hint).toContain('Running this workflow again would then make another link.');
});

describe('the hint on items that need attention', () => {
	it('counts each outcome, what has to be looked up first', () => {
		const results = [...outcomes, 'rejected' as const].map((outcome, index) =>
			result(index, outcome),
		);
		expect(attentionHint(ended(results))).toMatch(
			/^8 of 9 items need your attention: 1 unknown, 1 reversed, 2 rejected, 1 already sent, 1 invalid, 1 not found, 1 not sent\. /,
		);
	});

	it('says in good words where to read on', () => {
		const hint = attentionHint(ended([result(0, 'accepted'), result(1, 'rejected')]));
		expect(hint).toBe(
			'1 of 2 items needs your attention: 1 rejected. Each says in message what happened, and in details what to do next.',
		);
		expectGoodWording(hint as string);
	});

	it('is not given when all items went well', () => {
		expect(attentionHint(ended([result(0, 'accepted')]))).toBeUndefined();
		expect(attentionHint([])).toBeUndefined();
	});
});

describe('the hint on an order reference that changed between two attempts', () => {
	it('names both references of each item', () => {
		const hint = changedReferenceHint([
			result(0, 'accepted', { insteadOf: 'INV-0b' }),
			result(1, 'accepted'),
			result(2, 'unknown', { insteadOf: '<b>\nX' }),
		]);
		expect(hint).toMatch(
			/first one counts: item 1 as INV-0 instead of INV-0b, item 3 as INV-2 instead of b X\.$/,
		);
		expectGoodWording(hint as string);
	});

	it('is not given where none changed', () => {
		expect(changedReferenceHint([result(0, 'accepted')])).toBeUndefined();
	});
});

describe('the hint on waiting', () => {
	it.each([
		[43_000, '43 s'],
		[1_499, '1 s'],
		[500, '1 s'],
	])('says how long the run waited (%i ms)', (waitedMs, says) => {
		expect(waitHint(waitedMs)).toContain(`waited ${says} in all, because the service asked for it`);
		expectGoodWording(waitHint(waitedMs) as string);
	});

	it.each([0, 499])('is not given for %i ms', (waitedMs) => {
		expect(waitHint(waitedMs)).toBeUndefined();
	});
});
