import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { changingReferenceHints } from '../../../nodes/CardBankPayments/executor/report/hints';
import type { Effect } from '../../../nodes/CardBankPayments/resources/operation';
import { description, inEditor } from '../support/editor';
import { expectGoodWording } from '../support/wording';

const hints = description.hints ?? [];

/** The messages that n8n's editor shows before a run: it evaluates the conditions in the same way. */
function shown(parameters: INodeParameters, inputs: IDataObject[] = []): string[] {
	const { workflow, node } = inEditor(parameters);
	const items: INodeExecutionData[] = inputs.map((json) => ({ json }));
	return hints.flatMap(({ displayCondition = '', message }) => {
		try {
			const { expression } = workflow;
			const isShown = expression.getParameterValue(
				...([displayCondition, null, 0, 0, node.name, items, 'manual', {}] as const),
			);
			expect(typeof isShown).toBe('boolean');
			return isShown === true ? [message] : [];
		} catch {
			// n8n then shows nothing.
			return [];
		}
	});
}

const payout = { resource: 'payout', operation: 'createBankPayout' };
const limited = { options: { maximumAmount: 100 } };

it('stands in the output panel until the node has run', () => {
	for (const { message, location, whenToDisplay, displayCondition = '' } of hints) {
		expect([location, whenToDisplay]).toEqual(['outputPane', 'beforeExecution']);
		// Two of these end an expression.
		expect(displayCondition.slice('={{'.length, -'}}'.length)).not.toMatch(/\{\{|\}\}/);
		// n8n's own labels have a word that we avoid.
		expectGoodWording(message.replace(/On Error | \(using error output\)/g, ''));
	}
});

it.each<[object, INodeParameters]>([
	[{ payout: true }, payout],
	[{ paymentLink: true }, { resource: 'cardPayment', operation: 'initiate' }],
	[{ none: true }, { resource: 'payout', operation: 'previewBankPayout' }],
])('warns of an order reference as a run does (%j)', (of, chosen) => {
	const [effect] = Object.keys(of) as [Effect];
	const withoutValue = (texts: string[]) =>
		texts.map((text) => text.replace(/uses .*?, which/, 'uses this, which'));
	for (const orderReference of [
		...['={{ $json.invoice }}', 'INV{{ $now }}', '', '=INV{{ $execution.id }}', '={{ $uuid(1) }}'],
		...['=ROW{{ $json.row_number }}', '={{ $itemIndex }}', "={{ $now.format('yyyyMM') }}"],
		...["={{ $now.format('yyyyMM') }}{{ $json.row_number }}{{ $now }}", '={{ $now.year }}'],
		...["={{ DateTime.utc(2026) }}{{ $today.toFormat('MM/yyyy') }}", '={{ new Date }}'],
	]) {
		const expected = withoutValue(changingReferenceHints(orderReference, effect));
		expect(withoutValue(shown({ ...chosen, ...limited, orderReference }))).toEqual(expected);
	}
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
	const lost = expect.stringMatching(/^Account Number arrives as a number: leading zeros/);
	expect(shown(mapped, [{ account: 150_123_456 }])).toEqual([lost]);
	expect(shown(mapped, [{ account: '0150123456' }])).toEqual([]);
	const both = { ...mapped, orderReference: '={{ $json.ref }}' };
	const reference = expect.stringMatching(/^Order Reference is a number, too: .*paid again\.$/);
	expect(shown(both, [{ account: 150_123_456, ref: 7718 }])).toEqual([lost, reference]);
	expect(shown(both, [{ account: '0150123456', ref: 7718 }])).toEqual([]);
	expect(shown(mapped)).toEqual([]);
});
