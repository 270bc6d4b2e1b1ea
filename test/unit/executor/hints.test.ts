import {
	attentionHint,
	changingReferenceHint,
} from '../../../nodes/CardBankPayments/executor/hints';
import type { ItemResult } from '../../../nodes/CardBankPayments/executor/types';
import { outcomes, result } from '../support/payments';
import { expectGoodWording } from '../support/wording';

describe('the hint on an order reference that changes with every run', () => {
	it.each([
		['={{ $now.toMillis() }}', '$now'],
		['=INV-{{ $today }}', '$today'],
		['=INV-{{ $execution.id }}', '$execution'],
		['=INV-{{ $runIndex }}', '$runIndex'],
		['={{ Math.random() }}', 'Math.random'],
		['={{ Date.now() }}', 'Date.now'],
		['={{ new Date().getTime() }}', 'new Date'],
		['={{ DateTime.now() }}', 'DateTime.now'],
		['={{ DateTime.local() }}', 'DateTime.local'],
		['={{ DateTime.utc() }}', 'DateTime.utc'],
		['={{ $uuid() }}', 'uuid'],
		['={{ $uuid(1) }}', 'uuid'],
		['={{ uuidv4() }}', 'uuidv4'],
		['={{ $UUID() }}', 'UUID'],
		['={{ crypto.randomUUID() }}', 'randomUUID'],
		['={{ randomUUID() }}', 'randomUUID'],
		['={{ nanoid() }}', 'nanoid'],
		['={{ [1, 2].randomInt() }}', 'randomInt'],
		['={{ randomString() }}', 'randomString'],
	])('names what changes in %s', (expression, found) => {
		const hint = changingReferenceHint(expression);
		expect(hint).toContain(`The Order Reference uses ${found}, which changes with every run`);
		expect(hint).toContain('would then pay again');
		expect(hint).toContain('such as an invoice number');
		expectGoodWording(hint as string);
	});

	it.each([
		['an expression on the data', '={{ $json.invoice }}'],
		['an expression on a date in the data', '={{ DateTime.fromISO($json.date).toISODate() }}'],
		['a column named uuid', '={{ $json.uuid }}'],
		['a column named uuid in brackets', "={{ $json['uuid'].trim() }}"],
		['a column whose name has uuid in it', '={{ $json.payment_uuid + $json.uuidOfOrder }}'],
		['a column named nanoid', '={{ $json.nanoid }}'],
		['a uuid of another node', "={{ $('Orders').item.json.uuid }}"],
		['fixed text', 'INV-204'],
		['fixed text that looks alike', 'Math.random'],
		['an expression mark inside of text', 'INV={{ $now }}'],
		['empty text', ''],
		['a number', 204],
		['nothing', undefined],
		['null', null],
		['an object that has no text', { toString: 'A-1' }],
	])('is not given for %s', (_, raw) => {
		expect(changingReferenceHint(raw)).toBeUndefined();
	});
});

describe('the hint on items that need attention', () => {
	const isFailure = ({ outcome }: ItemResult) => outcome !== 'accepted';

	it('counts each outcome, what has to be looked up first', () => {
		const results = [...outcomes, 'rejected' as const].map((outcome, index) =>
			result(index, outcome),
		);
		expect(attentionHint(results, isFailure)).toMatch(
			/^6 of 7 items need your attention: 1 unknown, 2 refused, 1 already sent before, 1 not valid, 1 not sent\. /,
		);
	});

	it('says in good words where to read on', () => {
		const hint = attentionHint([result(0, 'accepted'), result(1, 'rejected')], isFailure);
		expect(hint).toBe(
			'1 of 2 items needs your attention: 1 refused. Each says in message what happened, and in details what to do next.',
		);
		expectGoodWording(hint as string);
	});

	it('leaves out what the builder lets pass', () => {
		const fails = ({ outcome }: ItemResult) => outcome === 'unknown';
		const hint = attentionHint([result(0, 'alreadySent'), result(1, 'unknown')], fails);
		expect(hint).toMatch(/^1 of 2 items needs your attention: 1 unknown\. /);
	});

	it('is not given when all items went well', () => {
		expect(attentionHint([result(0, 'accepted')], isFailure)).toBeUndefined();
		expect(attentionHint([], isFailure)).toBeUndefined();
	});
});
