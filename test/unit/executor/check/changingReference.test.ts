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
	['$now', '={{ $now.toMillis() }}'],
	['$now', "={{ $now.format('yyyyMMddHHmm') }}"],
	['$now', '={{ $now.format($json.format) }}'],
	['$now', '={{ $now.monthly() }}'],
	['$now', "={{ $now.format('yyyyMM') }}{{ $now.toMillis() }}"],
	['$execution', '=INV-{{ $execution.id }}'],
	['$runIndex', '=INV-{{ $runIndex }}'],
	['currentRunIndex', "={{ $('Loop Over Items').context.currentRunIndex }}"],
	['Math.random', '={{ Math.random() }}'],
	['randomItem', '={{ [1, 2].randomItem() }}'],
	['crypto.randomUUID', '={{ crypto.randomUUID() }}'],
	['Date.now', '={{ Date.now() }}'],
	['new Date', '={{ +new Date }}'],
	['new Date', '={{ new Date ( ) }}'],
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
])('a payout is refused whose reference is made of %s: %s', (found, expression) => {
	const error = thrownBy(() => check(expression));
	expect(error).toBeInstanceOf(NodeOperationError);
	// Which of the two a pattern is: node/staticHints.test.ts.
	const told = [everyRun, position].map((says) => refused({ changes: says({ found }) }));
	expect(told).toContainEqual({ says: error.message, nextStep: error.description });
});

it.each([
	"={{ $now.format('yyyyMMdd') }}",
	'={{ $now.toISODate() }}',
	"={{ $now.startOf('day').toMillis() }}",
	'={{ $today }}',
	'={{ new Date().toISOString().slice(0, 10) }}',
	"={{ $now.toISO().split('T')[0] }}",
])('a day is a hint in the editor, and is paid: %s', (expression) => {
	expect(() => check(expression)).not.toThrow();
	expect(isOfDay(expression)).toBe(true);
});

it.each<unknown>([
	// A month or a year, as of salaries.
	...['=SAL{{ $now.toFormat("MM.yyyy") }}', '={{ $now.month }}{{ $json.emp }}'],
	"={{ $now.minus({ months: 1 }).setZone('utc').format('yyyy-MM') + $json.emp }}",
	...["={{ DateTime.now().toFormat('yyyyMM') }}", "={{ $now.startOf('month').toISODate() }}"],
	...['={{ new Date().getFullYear() }}', '={{ new Date().toISOString().slice(0, 7) }}'],
	// What is made from data.
	...['={{ DateTime.fromISO($json.date).toISODate() }}', '={{ new Date($json.date).getTime() }}'],
	...['={{ new Date ( $json.date ) }}', '={{ DateTime.utc ( 2026 ) }}', '={{ $json.random }}'],
	...['={{ DateTime.utc(2026) }}', '={{ $json.payment_uuid + $json.uuidOfOrder }}'],
	// No expression.
	...['INV={{ $now }}', 204],
])('nothing is said of %p', (raw) => {
	expect(() => check(raw)).not.toThrow();
	expect(isOfDay(typeof raw === 'string' ? raw : '')).toBe(false);
});

it.each(['paymentLink', 'none'] as const)('only payouts are refused (%s)', (effect) => {
	const context = contextOf({ parameters: { orderReference: '={{ $now }}' } });
	expect(() => assertReferenceStays(context, effect)).not.toThrow();
});
