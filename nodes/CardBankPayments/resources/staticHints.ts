import type { NodeHint } from 'n8n-workflow';
import { changingReference } from '../sentences/changingReference';
import { numbers } from '../sentences/numbers';
import { CHANGES, type Change } from './changingReference';
import { initiate } from './cardPayment/initiate';
import type { Operation } from './operation';
import { createBankPayout } from './payout/createBankPayout';

/** Shown where the output will be, until the node has run in the editor: what is told later comes too late. */
const before = (
	{ option }: Operation,
	condition: string,
	message: string,
	type: NodeHint['type'] = 'warning',
): NodeHint => ({
	message,
	type,
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	// n8n's editor evaluates it; `$rawParameter` has expressions as they were typed.
	displayCondition: `={{ $rawParameter.operation === "${String(option.value)}" && ${condition} }}`,
});

/** The same patterns as in a run, so that no warning comes in one place alone. */
function changesSo({ pattern, without }: Change): string {
	const raw = '$rawParameter.orderReference';
	const rest = without.map((other) => `.replace(${other}, "")`).join('');
	return `/^=/.test(${raw}) && ${pattern}.test(${raw}${rest})`;
}

const ofReference = (
	operation: Operation,
	hintOf: (change: Change) => (values: { changes: string }) => string,
) =>
	CHANGES.map((change) => {
		const changes = change.says({ found: `a value such as ${change.example}` });
		return before(operation, changesSo(change), hintOf(change)({ changes }));
	});

/** What the node warns of before anything runs. It cannot see the settings of the node, such as On Error. */
export const staticHints: NodeHint[] = [
	...ofReference(createBankPayout, ({ isRefused }) =>
		isRefused ? changingReference.willBeRefused : changingReference.paidAgain,
	),
	...ofReference(initiate, () => changingReference.anotherLink),
	before(
		createBankPayout,
		'$rawParameter.options?.maximumAmount === undefined',
		'No Maximum Amount is set: a payout of any amount goes out.',
	),
	before(
		createBankPayout,
		'typeof $parameter.accountNumber === "number"',
		`Account Number arrives as a number: ${numbers.zerosMissing}`,
	),
	// Most numbers of bills have no leading zeros; those of accounts say that the sheet has been through Excel.
	before(
		createBankPayout,
		'typeof $parameter.accountNumber === "number" && typeof $parameter.orderReference === "number"',
		numbers.otherReference,
	),
	before(
		createBankPayout,
		'$input.all().length > 1 && $rawParameter.options?.output !== "row"',
		'With On Error at Stop Workflow, one row that fails stops the workflow: the rows that were sent do not reach the next node. For several rows, add the option Output, and choose The Row With Its Status.',
		'info',
	),
];
