import type { INodeProperties } from 'n8n-workflow';
import { inQuery } from '../wire/field';
import type { RecordKind } from '../wire/pathField';
import { asDay, asLimit, asReference } from '../wire/text';
import { orderReference, type Field } from './commonFields';
import type { Operation } from './operation';

/** How many records one request asks for at most. */
export const PAGE_SIZE = 100;

/** How the lists of two resources differ. */
interface List {
	kind: RecordKind;
	/** What its records are called, e.g. `payouts`. */
	records: string;
	url: string;
	/** The field, sent as the service calls it in a list. */
	currency: INodeProperties;
	/** The statuses that the service filters by, SUCCESS among them. */
	statuses: readonly string[];
}

/**
 * The operation Get Many: oldest first, so that what is made meanwhile moves nothing, and page by page.
 * n8n's own routing engine reads the pages by `operations`, our executor by `service/pages.ts`.
 */
export const listOperation = (list: List): Operation => ({
	effect: 'none',
	response: { form: 'page', kind: list.kind },
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: `Get many ${list.records}`,
		description: `List ${list.records} with their present status, oldest first`,
		routing: {
			request: { method: 'GET', url: list.url, qs: { sortBy: 'createdAt', orderBy: 'ASC' } },
			send: { paginate: true },
			operations: {
				pagination: {
					type: 'offset',
					properties: {
						type: 'query',
						limitParameter: 'limit',
						offsetParameter: 'skip',
						pageSize: PAGE_SIZE,
						rootProperty: 'data',
					},
				},
			},
		},
	},
	fields: [returnAll, limit, filtersOf(list)],
});

/** Not sent itself: it says whether Limit is shown. */
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
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
	// Each page has a limit of its own.
	routing: { send: inQuery('limit', asLimit), output: { maxResults: '={{ $value }}' } },
};

/** A day of the service: what it shows of a moment is not always the day that the builder has. */
const day = (field: Field): INodeProperties => ({
	...field,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	routing: { send: inQuery(field.name, asDay) },
});

const filtersOf = ({ currency, statuses }: List): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{ ...currency, required: false, description: 'Only records in this currency' },
		day({
			displayName: 'End Date',
			name: 'endDate',
			placeholder: 'e.g. 2026-11-30',
			description:
				"The last day to list, in the service's time zone; where that is not yours, end a day later",
		}),
		{
			...orderReference,
			required: false,
			description: 'Only records with exactly this order reference',
			routing: { send: inQuery('orderReference', asReference) },
		},
		day({
			displayName: 'Start Date',
			name: 'startDate',
			placeholder: 'e.g. 2026-11-01',
			description:
				"The first day to list, in the service's time zone; where that is not yours, start a day earlier",
		}),
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statuses.map((value) => ({ name: value, value })),
			default: 'SUCCESS',
			description: 'Only records that have this status now',
			routing: { send: inQuery('status') },
		},
	],
});
