import {
	attentionHint,
	rowsHint,
	changingReferenceHints,
	numericAccountHint,
	waitedHint,
	usedBeforeHint,
} from '../../../../nodes/CardBankPayments/executor/report/hints';
import { ended, outcomes, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** The only hint on an order reference that is the same for all runs of a payout; and what one of a link says. */
function hintsOf(orderReference: string): [ofPayout: string, ofLink: string] {
	const [hint = '', ...others] = changingReferenceHints(orderReference, 'payout');
	expect(others).toEqual([]);
	expectGoodWording(hint);
	return [hint, changingReferenceHints(orderReference, 'paymentLink')[0] ?? ''];
}

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
	const [hint, ofLink] = hintsOf(expression);
	expect(hint).toContain(`The Order Reference uses ${found}, which changes with every run`);
	expect(hint).toContain('would then pay again');
	expect(hint).toMatch(/ Use something from your data instead, such as an invoice number\.$/);
	expect(ofLink).toContain('make another link.');
	expect(changingReferenceHints(expression, 'none')).toEqual([]);
});

it.each([
	['$json.row_number', '=ROW{{ $json.row_number }}'],
	['$json["row_number"]', '=ROW{{ $json["row_number"] }}'],
	["$json?.['row_number']", "={{ $json?.['row_number'] }}"],
	['$itemIndex', '={{ $itemIndex }}'],
	['$thisItemIndex', '={{ $thisItemIndex + 1 }}'],
	['$position', '={{ $position }}'],
	// Of a loop: n8n's own way to number its turns.
	['currentRunIndex', "={{ $('Loop Over Items').context.currentRunIndex }}"],
	['currentRunIndex', '=ROW{{ $node["Loop"].context["currentRunIndex"] }}'],
])('%s is a position, and so would be the order reference %s', (found, expression) => {
	const [hint, ofLink] = hintsOf(expression);
	expect(hint).toContain(`The Order Reference uses ${found}, which is the position of a row`);
	expect(hint).toContain('would pay one person twice and another never');
	expect(ofLink).toContain('one link twice');
});

it.each([
	["$now.format('yyyyMM')", "={{ $json.id }}{{ $now.format('yyyyMM') }}", 'month'],
	['$now.toFormat("MM.yyyy")', '=SAL{{ $now.toFormat("MM.yyyy") }}{{ $json.emp }}', 'month'],
	['$today.toFormat(`LLLL`)', '={{ $today.toFormat(`LLLL`) }}', 'month'],
	['$now.month', '={{ $now.month }}{{ $json.emp }}', 'month'],
	[
		"$now.minus({ months: 1 }).setZone('utc').format('yyyy-MM')",
		"={{ $now.minus({ months: 1 }).setZone('utc').format('yyyy-MM') + $json.emp }}",
		'month',
	],
	["DateTime.now().toFormat('yyyyMM')", "={{ DateTime.now().toFormat('yyyyMM') }}", 'month'],
	["$now.startOf('month')", "={{ $now.startOf('month').toISODate() }}{{ $json.emp }}", 'month'],
	["$now.format('yyyy')", "=BONUS{{ $now.format('yyyy') }}{{ $json.emp }}", 'year'],
	['$today.year', '=BONUS{{ $today.year }}{{ $json.emp }}', 'year'],
])('%s in %s changes with the %3$s', (found, expression, unit) => {
	const [hint, ofLink] = hintsOf(expression);
	expect(hint).toContain(
		`The Order Reference uses ${found}, which changes with the ${unit}: a retry after its end would pay again.`,
	);
	expect(hint).toContain(`Take the ${unit} from your data instead`);
	expect(ofLink).toContain('a retry after its end would make another link.');
});

it.each([
	"={{ $now.format('yyyyMMdd') }}",
	"={{ $now.toFormat('yyyyMM HH') }}",
	"={{ $now.toFormat('kkkkWW') }}",
	"={{ $now.toFormat('yyyyo') }}",
	'={{ $now.format($json.format) }}',
	'={{ $now.monthly() }}',
	"={{ $now.format('yyyyMM') }}{{ $now.toMillis() }}",
])('%s has a day or a time, too', (expression) => {
	const hints = changingReferenceHints(expression, 'payout');
	expect(hints[0]).toContain('changes with every run');
});

it('warns of all that an order reference changes with', () => {
	const raw = "={{ $now.format('yyyyMM') }}{{ $json.row_number }}{{ $execution.id }}";
	const found = changingReferenceHints(raw, 'payout').map((hint) => /uses (\S+),/.exec(hint)?.[1]);
	expect(found).toEqual(['$execution', '$json.row_number', "$now.format('yyyyMM')"]);
});

it.each<unknown>([
	...['={{ $json.invoice }}', '={{ DateTime.fromISO($json.date).toISODate() }}'],
	...['={{ new Date($json.date).getTime() }}', '={{ DateTime.local( 2026, 1).year }}'],
	...['={{ new Date ( $json.date ) }}', '={{ DateTime.utc ( 2026 ) }}'],
	...['={{ DateTime.utc(2026) }}', '={{ $json.uuid }}', "={{ $json['uuid'].trim() }}"],
	...['={{ $json.payment_uuid + $json.uuidOfOrder }}', '={{ $json.nanoid }}'],
	...['Math.random', 'INV={{ $now }}', 204, { toString: 'A-1' }],
])('the order reference %p stays the same', (raw) => {
	expect(changingReferenceHints(raw, 'payout')).toEqual([]);
});

it('counts the outcomes that need attention, what has to be looked up first', () => {
	const results = outcomes.map((outcome, index) => result(index, outcome));
	expect(attentionHint(ended(results))).toBe(
		'7 of 8 items need your attention: 1 unknown, 1 reversed, 1 rejected, 1 already sent, 1 invalid, 1 not found, 1 not sent. Each says in message what happened, and in details what to do next.',
	);
	expect(attentionHint(ended(results.slice(0, 2)))).toContain('1 of 2 items needs your');
	expect(attentionHint(ended(results.slice(0, 1)))).toBeUndefined();
});

it('says of how many items that passed nothing was sent now', () => {
	const results = outcomes.map((outcome, index) => result(index, outcome));
	const passes = ended(results, ({ outcome }) => outcome === 'rejected');
	expect(usedBeforeHint(passes)).toBe(
		'Nothing was sent now for 1 of 8 items: the order reference was used before.',
	);
	expect(usedBeforeHint(ended(results))).toBeUndefined();
});

it('says how long the service made the run wait', () => {
	expect(waitedHint(43_000)).toBe('This run waited 43 s in all, because the service asked for it.');
	expect(waitedHint(499)).toBeUndefined();
});

const zeros = 'leading zeros may be missing\\. .*again\\.$';

it.each<[number, string[], string?]>([
	[0, ['accountNumber']],
	[1, ['accountNumber', 'amount'], `^Account Number arrived as a number in 1 item: .*${zeros}`],
	[3, ['accountNumber', 'amount'], `^Account Number arrived as a number in 3 items: .*${zeros}`],
	// The reference in the first of them alone.
	[
		2,
		['accountNumber', 'orderReference'],
		'zeros .*Order Reference is a number, too: .* paid again\\.$',
	],
	// A shop numbers its orders so.
	[1, ['orderReference']],
])('says once that numbers, in %i items the %j, may miss their leading zeros', (...of) => {
	const [count, numbers, text] = of;
	const numericOf = (index: number) => new Set(index === 0 ? numbers : ['accountNumber']);
	const item = (index: number) => ({
		...{ index, says: [] },
		...(index < count && { numeric: numericOf(index) }),
	});
	const hint = numericAccountHint([0, 1, 2, 3].map(item));
	if (text === undefined) return expect(hint).toBeUndefined();
	expect(hint).toMatch(new RegExp(text));
	expectGoodWording(hint ?? '');
});

it('counts the rows that need somebody by their status', () => {
	const rows = ['paid', 'unknown', 'rejected', 'unknown', ''].map((status) => ({
		json: { status, needsYou: status !== 'paid' },
	}));
	expect(rowsHint(rows)).toBe(
		'4 of 5 rows need you: 2 unknown, 1 rejected, 1 without a status. The note of each says what to do.',
	);
	expect(rowsHint(rows.slice(0, 2))).toMatch(/^1 of 2 rows needs you: 1 unknown\./);
	expect(rowsHint(rows.slice(0, 1))).toBeUndefined();
});
