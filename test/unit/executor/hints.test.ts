import { changingReferenceHint } from '../../../nodes/CardBankPayments/executor/hints';
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
	])('is not given for %s', (_, raw) => {
		expect(changingReferenceHint(raw)).toBeUndefined();
	});
});
