import type { NodeHint } from 'n8n-workflow';
import {
	ANOTHER_LINK,
	changesTo,
	CHANGES,
	FROM_DATA,
	PAID_AGAIN,
	type Change,
} from './changingReference';
import { initiate } from './cardPayment/initiate';
import type { Operation } from './operation';
import { createBankPayout } from './payout/createBankPayout';

/** Of account numbers that are no text. */
export const ZEROS =
	'leading zeros may be missing. Format the column as text, and type the numbers again.';

/** Of order references, where account numbers are no text either. */
export const OTHER_REFERENCE =
	'Order Reference is a number, too: without its leading zeros it is another one, and who was paid under it would be paid again.';

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
function changes({ pattern, without }: Change): string {
	const raw = '$rawParameter.orderReference';
	const rest = without.map((other) => `.replace(${other}, "")`).join('');
	return `/^=/.test(${raw}) && ${pattern}.test(${raw}${rest})`;
}

const changingReference = (operation: Operation, consequenceOf: (change: Change) => string) =>
	CHANGES.map((change) =>
		before(
			operation,
			changes(change),
			`${changesTo(`a value such as ${change.example}`, change)}: ${consequenceOf(change)}`,
		),
	);

/** What the node warns of before anything runs. It cannot see the settings of the node, such as On Error. */
export const staticHints: NodeHint[] = [
	...changingReference(
		createBankPayout,
		({ isRefused }) => `${isRefused ? 'nothing will be sent' : PAID_AGAIN}. ${FROM_DATA}`,
	),
	...changingReference(initiate, () => ANOTHER_LINK),
	before(
		createBankPayout,
		'$rawParameter.options?.maximumAmount === undefined',
		'No Maximum Amount is set: a payout of any amount goes out.',
	),
	before(
		createBankPayout,
		'typeof $parameter.accountNumber === "number"',
		`Account Number arrives as a number: ${ZEROS}`,
	),
	// Most numbers of bills have no leading zeros; those of accounts say that the sheet has been through Excel.
	before(
		createBankPayout,
		'typeof $parameter.accountNumber === "number" && typeof $parameter.orderReference === "number"',
		OTHER_REFERENCE,
	),
	before(
		createBankPayout,
		'$input.all().length > 1 && $rawParameter.options?.output !== "row"',
		'With On Error at Stop Workflow, one row that fails stops the workflow: the rows that were sent do not reach the next node. For several rows, add the option Output, and choose The Row With Its Status.',
		'info',
	),
];
