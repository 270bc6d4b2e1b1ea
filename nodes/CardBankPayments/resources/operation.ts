import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/**
 * What an accepted request changes at the service, which decides how careful the executor is:
 * `none` may be repeated at will, a `paymentLink` uses up its order reference, and a `payout`
 * moves money and is never sent again while its outcome is open.
 */
export type Effect = 'none' | 'paymentLink' | 'payout';

/** Which of the service's records an answer holds: they differ in their statuses and amounts. */
export type RecordKind = 'payout' | 'payment';

/** What a value of an answer is; a text is one with something in it. */
export type ValueType = 'text' | 'number' | 'list';

/**
 * What an accepted answer holds. An answer without it proves nothing, whatever its status: somebody
 * in between may have given it.
 */
export type AnswerRule =
	/**
	 * An object with at least one of these keys, holding a value of this type; `notFound` says what a 404
	 * of the service's own means.
	 */
	| { form: 'fields'; anyOf: Readonly<Record<string, ValueType>>; notFound?: string }
	/** The record of what was asked for: it repeats the order reference, and its status decides. */
	| { form: 'record'; kind: RecordKind }
	/** A list of records, of which those count that carry the order reference that was asked for. */
	| { form: 'records'; kind: RecordKind }
	/** One page of a list of records, `data`, and perhaps how many there are on all, `totalCount`. */
	| { form: 'page'; kind: RecordKind };

/** One operation of the node: its entry in the Operation list, its fields, its effect. */
export interface Operation {
	option: INodePropertyOptions;
	effect: Effect;
	answer: AnswerRule;
	fields: INodeProperties[];
	/**
	 * What the option Simplify keeps of the answer, at most ten values, as paths such as
	 * `beneficiary.accountName`; the last part becomes the key. The option is offered where this is set.
	 */
	simplified?: readonly string[];
}

/** One resource of the node: its entry in the Resource list and its operations. */
export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}

/**
 * The node properties of one resource: its Operation list, and its fields, each shown for its own
 * operation only.
 */
export function propertiesOf({ option, operations }: Resource): INodeProperties[] {
	const resource = [option.value as string];
	const options = operations.map((operation) => operation.option);
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource } },
			options,
			default: String(options[0]?.value),
		},
		...operations.flatMap(({ option: { value }, fields }) =>
			updateDisplayOptions({ show: { resource, operation: [value as string] } }, fields),
		),
	];
}
