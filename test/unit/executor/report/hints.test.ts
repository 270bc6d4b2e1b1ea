import {
	attentionHint,
	changingReferenceHints,
	executeOnceHint,
	numericAccountHint,
	waitedHint,
	rowsHint,
	usedBeforeHint,
	validatedHint,
} from '../../../../nodes/CardBankPayments/executor/report/hints';
import { changingReference } from '../../../../nodes/CardBankPayments/sentences/changingReference';
import { hints } from '../../../../nodes/CardBankPayments/sentences/hints';
import { ended, outcomes, payment, result } from '../../support/payments';

it('warns of a link whose reference changes', () => {
	const expression = '={{ $itemIndex }}';
	const changes = changingReference.position({ found: '$itemIndex' });
	const hint = changingReference.anotherLink({ changes });
	expect(changingReferenceHints(expression, 'paymentLink')).toEqual([hint]);
	// A payout is refused, and what only reads may have any.
	expect(changingReferenceHints(expression, 'payout')).toEqual([]);
	expect(changingReferenceHints(expression, 'none')).toEqual([]);
});

it.each(['INV{{ $now }}', 204])('but not of %j', (raw) =>
	expect(changingReferenceHints(raw, 'paymentLink')).toEqual([]),
);

describe('Validate Only', () => {
	it.each<[Array<[bigint, string]>, string]>([
		[[], 'nothing was sent.'],
		[[[100_000n, 'TZS']], 'nothing was sent. It would send 1 payout of 1,000.00 TZS.'],
		[
			[
				[124_000_000n, 'TZS'],
				[5_000n, 'USD'],
				[10_000n, 'TZS'],
			],
			'It would send 3 payouts of 1,240,100.00 TZS and 50.00 USD.',
		],
	])('says what it would send: %j', (amounts, says) => {
		const payouts = amounts.map(([cents, currency], index) => payment(index, { cents, currency }));
		const hint = validatedHint(payouts, 'payout');
		expect(hint).toContain(says);
		expect(hint.includes('The balance was not checked.')).toBe(amounts.length > 0);
	});

	it('shows requests of other operations', () =>
		expect(validatedHint([payment(0)], 'none')).toBe(hints.validated.requests));
});

describe('Execute Once', () => {
	const hintOf = (
		executeOnce: boolean,
		reach: number,
		form: 'record' | 'page' | 'items' = 'record',
	) =>
		executeOnceHint(
			{
				getNode: () => ({ executeOnce }),
				getWorkflowDataProxy: () => ({ $input: { all: () => Array(reach).fill({}) } }),
			} as never,
			{ form } as never,
		);

	it('is told where several items reach the node', () => {
		expect(hintOf(true, 2)).toBe(hints.executeOnce({ items: 2 }));
	});

	it.each<[boolean, number, 'record' | 'page' | 'items']>([
		[false, 7, 'record'],
		[true, 1, 'record'],
		// Of a list, it is meant so.
		[true, 7, 'page'],
		[true, 7, 'items'],
	] as const)('is none where it is %p, with %i items for a %s', (executeOnce, reach, form) =>
		expect(hintOf(executeOnce, reach, form)).toBeUndefined(),
	);
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
	expect(usedBeforeHint(passes)).toBe(hints.usedBefore({ items: '1 of 8' }));
	expect(usedBeforeHint(ended(results))).toBeUndefined();
});

it('says how long the service made the run wait', () => {
	expect(waitedHint(43_000)).toBe(hints.waited({ seconds: 43 }));
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
