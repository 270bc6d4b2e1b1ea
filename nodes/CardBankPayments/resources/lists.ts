import type { INodeProperties } from 'n8n-workflow';
import { inPath, inQuery } from '../wire/field';
import { recordPath, type RecordKind } from '../wire/pathField';
import { PATHS } from '../wire/paths';
import { asDay, asLimit, asReference } from '../wire/text';
import { orderReference, REFERENCE_EXAMPLES } from './commonFields';
import { atLeast, code } from './kinds';
import type { Operation } from './operation';
import { simplifiedRecord } from './simplified';

/** How many records one request asks for at most. */
export const PAGE_SIZE = 100;

/** The operation Get: a list, or 404 where the service knows nothing under the order reference. */
export const lookUpOperation = (
	kind: RecordKind,
	texts: Record<'action' | 'description', string>,
): Operation => ({
	effect: 'none',
	response: { form: 'records', kind },
	simplified: simplifiedRecord[kind],
	rows: kind === 'payout' ? 'payoutLookUp' : 'cardLookUp',
	path: (credentials, reference) => recordPath(credentials, kind, reference),
	option: {
		name: 'Get',
		value: 'get',
		...texts,
		routing: { request: { method: 'GET', url: PATHS[kind].default } },
	},
	fields: [
		{
			...orderReference,
			placeholder: REFERENCE_EXAMPLES[kind],
			description: 'The order reference under which it was sent, in exactly the same spelling',
			builderHint: {
				propertyHint: 'Take it from the same data as the node that sent the payment.',
			},
			routing: { send: inPath },
		},
	],
});

interface List {
	kind: RecordKind;
	/** As in `List payouts`. */
	records: string;
	url: string;
	/** The field, sent as the service calls it in a list. */
	currency: INodeProperties;
	/** The statuses that the service filters by, SUCCESS among them, and the one that it does not. */
	statuses: string[];
	notFiltered: string;
}

/** The operation Get Many: page by page, and oldest first, so that what is made meanwhile moves nothing. */
export const listOperation = (list: List): Operation => ({
	effect: 'none',
	response: { form: 'page' },
	simplified: simplifiedRecord[list.kind],
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: `Get many ${list.records}`,
		description: `List ${list.records} with their present status, oldest or newest first`,
		routing: {
			request: { method: 'GET', url: list.url, qs: { sortBy: 'createdAt', orderBy: 'ASC' } },
		},
	},
	fields: [returnAll, limit, filtersOf(list)],
});

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	...atLeast(1, 50),
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
	routing: { send: inQuery('limit', asLimit) },
};

/** A day of the service: what it shows of a moment is not always the day that the builder has. */
const day =
	(displayName: string, name: string, placeholder: string) =>
	(description: string): INodeProperties => ({
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		placeholder,
		description,
		routing: { send: inQuery(name, asDay) },
	});

export const startDate = day('Start Date', 'startDate', 'e.g. 2026-11-01');

export const endDate = day('End Date', 'endDate', 'e.g. 2026-11-30');

const filtersOf = ({ kind, currency, statuses, notFiltered }: List): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{ ...currency, required: false, description: 'Only records in this currency' },
		endDate(
			"The last day to list, in the service's time zone; where that is not yours, end a day later",
		),
		{
			...orderReference,
			placeholder: REFERENCE_EXAMPLES[kind],
			required: false,
			description: 'Only records with exactly this order reference',
			routing: { send: inQuery('orderReference', asReference) },
		},
		startDate(
			"The first day to list, in the service's time zone; where that is not yours, start a day earlier",
		),
		{
			...code(statuses, inQuery('status'), {
				displayName: 'Status',
				name: 'status',
				description: `Only records that have this status now. The service cannot filter by ${notFiltered}.`,
			}),
			default: 'SUCCESS',
		},
	],
});
