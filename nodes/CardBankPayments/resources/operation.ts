import type {
	ICredentialDataDecryptedObject,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyRouting,
} from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import type { RecordKind } from '../wire/pathField';
import { oneOf } from './kinds';

/**
 * What an accepted request changes at the service, which decides how careful the executor is: `none`
 * may be repeated at will, a `paymentLink` uses up its order reference, and a `payout` moves money and
 * is never sent again while its outcome is unknown.
 */
export type Effect = 'none' | 'paymentLink' | 'payout';

/** The type of a value in a response: a text is not empty, a link leads somewhere, an amount may be text. */
export type ValueType = 'link' | 'text' | 'amount' | 'list';

/** What the service's own 404 means. */
interface NotFound {
	/** The service's own; any other 404 is that of a proxy, or of a wrong path. */
	sentence: string;
	says: string;
	nextStep: string;
	/** Set where the 404 is about the whole account: it has no balance yet, so no item can be paid. */
	cause?: 'account';
}

/** A list that comes whole, by itself or in an object, and gives an item for each entry. */
export interface ItemsRule {
	form: 'items';
	/** As messages call it, e.g. `a list of banks`. */
	name: string;
	/** The key under which an object holds the list; without one, any key may. */
	key?: string;
	/** What every entry has. */
	each: Record<string, ValueType>;
	/** What the response says of the list as a whole, and under which key each item has it, too. */
	whole?: { key: string; as: string };
	notFound?: NotFound;
}

/** What an accepted response holds. One without it proves nothing: a proxy may have given it. */
export type ResponseRule =
	/** At least one of these keys with a value of this type. */
	| { form: 'fields'; anyOf: Record<string, ValueType>; notFound?: NotFound }
	/**
	 * The `record` of the payment: it repeats the order reference, and its status decides. Of a list of
	 * `records`, those with the order reference count. A `page` of a list has `data` and the number of all
	 * records, `totalCount`.
	 */
	| { form: 'record' | 'page' }
	| { form: 'records'; kind: RecordKind }
	| ItemsRule;

/** The columns and statuses of rows: of a payout or a link that is made, looked up, or only tried out. */
export type RowKind = 'payout' | 'payoutLookUp' | 'preview' | 'link' | 'cardLookUp';

export interface Operation {
	/** Its entry in the Operation list, and its request. */
	option: INodePropertyOptions & { routing: Required<Pick<INodePropertyRouting, 'request'>> };
	effect: Effect;
	response: ResponseRule;
	/**
	 * What Simplify keeps of a record, ten values at most: paths, whose last part becomes the key; of
	 * two with the same key, the last that has a value counts.
	 */
	simplified?: readonly string[];
	/** The kind of rows that its items become with the option Output; without it, they cannot be rows. */
	rows?: RowKind;
	/** What the editor shows above the fields. */
	notice?: string;
	/** Where the credential says so, a path below the Base URL, e.g. `/payouts/S042INV001`. */
	path?(credentials: ICredentialDataDecryptedObject, orderReference: string): string;
	fields: INodeProperties[];
}

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}

const noticeOf = (displayName?: string): INodeProperties[] =>
	displayName === undefined ? [] : [{ displayName, name: 'notice', type: 'notice', default: '' }];

/** The Operation list of one resource, and its fields, each shown for its own operation only. */
export function propertiesOf({ option, operations }: Resource): INodeProperties[] {
	const resource = [option.value as string];
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			noDataExpression: true,
			displayOptions: { show: { resource } },
			...oneOf(...operations.map((operation) => operation.option)),
		},
		...operations.flatMap(({ option: { value }, notice, fields }) =>
			updateDisplayOptions({ show: { resource, operation: [value as string] } }, [
				...noticeOf(notice),
				...fields,
			]),
		),
	];
}
