import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CHANGES } from '../../../nodes/CardBankPayments/resources/changingReference';
import { changingReference } from '../../../nodes/CardBankPayments/sentences/changingReference';
import { numbers } from '../../../nodes/CardBankPayments/sentences/numbers';
import { description, inEditor } from '../support/editor';

const hints = description.hints ?? [];

/** The messages that n8n's editor shows before a run: it evaluates the conditions in the same way. */
function shown(parameters: INodeParameters, inputs: IDataObject[] = []): string[] {
	const { workflow, node } = inEditor(parameters);
	const items: INodeExecutionData[] = inputs.map((json) => ({ json }));
	return hints.flatMap(({ displayCondition = '', message }) => {
		const { expression } = workflow;
		let isShown: unknown = false;
		try {
			isShown = expression.getParameterValue(
				...([displayCondition, null, 0, 0, node.name, items, 'manual', {}] as const),
			);
		} catch {
			// n8n then shows nothing.
		}
		expect(typeof isShown).toBe('boolean');
		return isShown === true ? [message] : [];
	});
}

const payout = { resource: 'payout', operation: 'createBankPayout' };
const limited = { options: { maximumAmount: 100 } };

it('stands in the output panel until the node has run', () => {
	for (const { location, whenToDisplay, displayCondition = '' } of hints) {
		expect([location, whenToDisplay]).toEqual(['outputPane', 'beforeExecution']);
		// Two of these end an expression.
		expect(displayCondition.slice('={{'.length, -'}}'.length)).not.toMatch(/\{\{|\}\}/);
	}
});

const link = { resource: 'cardPayment', operation: 'initiate' };
const preview = { resource: 'payout', operation: 'previewBankPayout' };

// All forms are in check/changingReference.test.ts, for which the patterns are the same.
describe('an order reference that changes', () => {
	const shownFor = (chosen: INodeParameters, orderReference: string) =>
		shown({ ...chosen, ...limited, orderReference });
	const [everyRun, position, day] = CHANGES.map(({ says, example }) =>
		says({ found: `a value such as ${example}` }),
	) as [string, string, string];
	const { willBeRefused, paidAgain, anotherLink } = changingReference;

	it.each([
		['=INV{{ $execution.id }}', everyRun, willBeRefused],
		['=ROW{{ $json.row_number }}', position, willBeRefused],
		["={{ $now.format('yyyyMMdd') }}", day, paidAgain],
	])('is told before anything runs: %s', (orderReference, changes, says) => {
		expect(shownFor(payout, orderReference)).toEqual([says({ changes })]);
		expect(shownFor(link, orderReference)).toEqual([anotherLink({ changes })]);
		expect(shownFor(preview, orderReference)).toEqual([]);
	});

	it('is told in all ways in which it changes', () => {
		const raw = "={{ $now.format('yyyyMMdd') }}{{ $json.row_number }}{{ $now }}";
		expect(shownFor(payout, raw)).toHaveLength(3);
	});

	it.each(["=SAL{{ $now.format('yyyyMM') }}", '={{ $now.year }}', '={{ $json.invoice }}', ''])(
		'is not one of the month, or of data: %s',
		(raw) => {
			for (const chosen of [payout, link]) expect(shownFor(chosen, raw)).toEqual([]);
		},
	);
});

it('warns of a payout without a limit, and of many rows', () => {
	const noLimit = expect.stringMatching(/^No Maximum Amount is set/);
	const many = expect.stringMatching(/Stop Workflow.*Output, and choose The Row With Its Status/);
	expect(shown(payout)).toEqual([noLimit]);
	expect(shown({ ...payout, options: { maximumTotal: 5, validateOnly: true } }, [{}])).toEqual([
		noLimit,
	]);
	expect(shown({ ...payout, ...limited }, [{}, {}])).toEqual([many]);
	const asRows = { options: { ...limited.options, output: 'row' } };
	expect(shown({ ...payout, ...asRows }, [{}, {}])).toEqual([]);
	expect(shown({ ...payout, options: { maximumAmount: '={{ $json.limit }}' } })).toEqual([]);
	expect(shown({ resource: 'payout', operation: 'get' }, [{}, {}])).toEqual([]);
});

it('warns of an account number that has lost its zeros before it is paid', () => {
	const mapped = { ...payout, ...limited, accountNumber: '={{ $json.account }}' };
	const lost = expect.stringContaining(numbers.zerosMissing);
	expect(shown(mapped, [{ account: 150_123_456 }])).toEqual([lost]);
	expect(shown(mapped, [{ account: '0150123456' }])).toEqual([]);
	const both = { ...mapped, orderReference: '={{ $json.ref }}' };
	expect(shown(both, [{ account: 150_123_456, ref: 7718 }])).toEqual([
		lost,
		numbers.otherReference,
	]);
	expect(shown(both, [{ account: '0150123456', ref: 7718 }])).toEqual([]);
	expect(shown(mapped)).toEqual([]);
});
