import { filterNotKept } from '../../../../nodes/CardBankPayments/executor/proof/filters';
import { expectBuildersWording } from '../../support/wording';

const days = { startDate: '2026-11-10', endDate: '2026-11-20' };
const made = (createdAt: unknown) => ({ createdAt });

it.each<[object, object]>([
	[{ orderReference: 'MINE' }, { orderReference: 'MINE' }],
	// A reference of digits may come as a number.
	[{ orderReference: '7718' }, { orderReference: 7718 }],
	[
		{ status: 'FAILED', currency: 'TZS' },
		{ status: 'FAILED', currency: 'TZS' },
	],
	// What was ordered in one currency may be paid from another.
	[{ currency: 'USD' }, { currency: 'TZS', order: { currency: 'USD' } }],
	[{ collectedCurrency: 'USD' }, { collectedCurrency: 'USD', currency: 'TZS' }],
	// What is not shown proves nothing.
	...[{}, { status: null }, { status: '' }, { status: { toString: 'x' } }].map(
		(record): [object, object] => [{ status: 'FAILED' }, record],
	),
	[{}, { status: 'FAILED', ...made('2001-01-01') }],
	[{ status: 'SUCCESS' }, { status: 'Success' }],
	[
		{ source: 'usd', target: 'TZS' },
		{ source: 'USD', target: 'TZS' },
	],
	// Which day of a record its filters mean is not documented.
	[days, made('2001-01-01')],
])('a list by %j may hold %j', (query, record) => {
	expect(filterNotKept([{ ...record }], { ...query })).toBeUndefined();
});

it.each<[string, object, object]>([
	[
		'Order Reference, and gave a record with "OTHER"',
		{ orderReference: 'MINE' },
		{ orderReference: 'OTHER' },
	],
	[
		'Order Reference, and gave a record with "mine"',
		{ orderReference: 'MINE' },
		{ orderReference: 'mine' },
	],
	['Status, and gave a record with "SUCCESS"', { status: 'FAILED' }, { status: 'SUCCESS' }],
	['Currency, and gave a record with "USD"', { currency: 'TZS' }, { currency: 'USD' }],
	[
		'Currency, and gave a record with "TZS"',
		{ collectedCurrency: 'USD' },
		{ collectedCurrency: 'TZS' },
	],
	['Source, and gave a record with "TZS"', { source: 'USD' }, { source: 'TZS', target: 'USD' }],
	['Target, and gave a record with "USD"', { target: 'TZS' }, { source: 'TZS', target: 'USD' }],
])('the service did not keep to the filter %s', (says, query, record) => {
	const { outcome, cause, ...told } = filterNotKept([{}, { ...record }], { ...query })!;
	expect([outcome, cause]).toEqual(['unknown', 'service']);
	expect(told.says).toBe(`The service did not keep to the filter ${says}`);
	expectBuildersWording(told.says, told.nextStep!);
});
