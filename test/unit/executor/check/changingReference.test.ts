import { NodeOperationError } from 'n8n-workflow';
import { assertReferenceStays } from '../../../../nodes/CardBankPayments/executor/check/changingReference';
import { CHANGES, changesIn } from '../../../../nodes/CardBankPayments/resources/changingReference';
import { changingReference } from '../../../../nodes/CardBankPayments/sentences/changingReference';
import { contextOf } from '../../support/context';
import { thrownBy } from '../../support/wording';

const { everyRun, position, refused } = changingReference;

const check = (orderReference: unknown) =>
	assertReferenceStays(contextOf({ parameters: { orderReference } }), 'payout');

const isOfDay = (raw: string) =>
	CHANGES.some((change) => !change.isRefused && changesIn(raw, change) !== undefined);

it.each([
	['$now', '={{ $now }}'],
	['$now', '={{ $now.toMillis() }}'],
	['$now', "={{ $now.format('yyyyMMddHHmm') }}"],
	['$now', "={{ $now.toFormat('yyyyMM HH') }}"],
	['$now', '={{ $now.format($json.format) }}'],
	['$now', '={{ $now.monthly() }}'],
	['$now', '={{ $now.hour }}'],
	['$now', "={{ $now.format('yyyyMM') }}{{ $now.toMillis() }}"],
	['$now', '={{ $json.ref || $now.toISO() }}'],
	['$execution', '=INV-{{ $execution.id }}'],
	['$runIndex', '=INV-{{ $runIndex }}'],
	['currentRunIndex', "={{ $('Loop Over Items').context.currentRunIndex }}"],
	['currentRunIndex', '=ROW{{ $node["Loop"].context["currentRunIndex"] }}'],
	['Math.random', '={{ Math.random() }}'],
	['randomItem', '={{ [1, 2].randomItem() }}'],
	['crypto.randomUUID', '={{ crypto.randomUUID() }}'],
	['Date.now', '={{ Date.now() }}'],
	['new Date', '={{ +new Date }}'],
	['new Date', '={{ new Date ( ) }}'],
	['new Date', '={{ new Date().toISOString() }}'],
	['new Date', '={{ new Date().getTime() }}'],
	['DateTime.now', '={{ DateTime.now() }}'],
	['DateTime.local', "={{ DateTime.local({ zone: 'utc' }).toMillis() }}"],
	['DateTime.utc', '={{ DateTime.utc( ) }}'],
	['uuid', '={{ $uuid(1) }}'],
	['uuidv4', '={{ uuidv4() }}'],
	['nanoid', '={{ nanoid() }}'],
	['$itemIndex', '={{ $itemIndex }}'],
	['$thisItemIndex', '={{ $thisItemIndex + 1 }}'],
	['$position', '={{ $position }}'],
	['row_number', '=ROW{{ $json.row_number }}'],
	['row_number', "={{ $json?.['row_number'] }}"],
	['row_number', "={{ $('Get the rows').item.json.row_number }}"],
])('a payout is refused whose reference is made of %s: %s', (found, expression) => {
	const error = thrownBy(() => check(expression));
	expect(error).toBeInstanceOf(NodeOperationError);
	// Which of the two a pattern is: node/staticHints.test.ts.
	const told = [everyRun, position].map((says) => refused({ changes: says({ found }) }));
	expect(told).toContainEqual({ says: error.message, nextStep: error.description });
});

it.each([
	"={{ $now.format('yyyyMMdd') }}",
	"={{ $now.toFormat('yyyyo') }}",
	'={{ $now.toISODate() }}',
	"={{ $now.toISODate().replaceAll('-', '') }}{{ $json.emp }}",
	"={{ $now.startOf('day').toMillis() }}",
	'={{ $today }}',
	"={{ $today.minus({ days: 1 }).toFormat('ddMMyy') }}",
	'={{ new Date().toISOString().slice(0, 10) }}',
	"={{ new Date().toISOString().split('T')[0] }}",
	"={{ $now.toISO().split('T')[0] }}",
])('a day is a hint in the editor, and is paid: %s', (expression) => {
	expect(() => check(expression)).not.toThrow();
	expect(isOfDay(expression)).toBe(true);
});

it.each<unknown>([
	// A month or a year, as of salaries.
	...["={{ $json.id }}{{ $now.format('yyyyMM') }}", '=SAL{{ $now.toFormat("MM.yyyy") }}'],
	...['={{ $today.toFormat(`LLLL`) }}', '={{ $now.month }}{{ $json.emp }}', '={{ $today.year }}'],
	"={{ $now.minus({ months: 1 }).setZone('utc').format('yyyy-MM') + $json.emp }}",
	...["={{ DateTime.now().toFormat('yyyyMM') }}", "={{ $now.startOf('month').toISODate() }}"],
	...["=BONUS{{ $now.format('yyyy') }}", "=WAGE{{ $now.format('kkkkWW') }}{{ $json.emp }}"],
	...['={{ new Date().getFullYear() }}', '={{ new Date().toISOString().slice(0, 7) }}'],
	// What is made from data.
	...['={{ $json.invoice }}', '={{ DateTime.fromISO($json.date).toISODate() }}'],
	...['={{ new Date($json.date).getTime() }}', '={{ DateTime.local( 2026, 1).year }}'],
	...['={{ new Date ( $json.date ) }}', '={{ DateTime.utc ( 2026 ) }}', '={{ $json.random }}'],
	...['={{ DateTime.utc(2026) }}', '={{ $json.uuid }}', "={{ $json['uuid'].trim() }}"],
	...['={{ $json.payment_uuid + $json.uuidOfOrder }}', '={{ $json.nanoid }}'],
	// No expression.
	...['Math.random()', 'INV={{ $now }}', 204, { toString: 'A-1' }, undefined],
])('nothing is said of %p', (raw) => {
	expect(() => check(raw)).not.toThrow();
	expect(isOfDay(typeof raw === 'string' ? raw : '')).toBe(false);
});

it.each(['paymentLink', 'none'] as const)('only payouts are refused (%s)', (effect) => {
	const context = contextOf({ parameters: { orderReference: '={{ $now }}' } });
	expect(() => assertReferenceStays(context, effect)).not.toThrow();
});
