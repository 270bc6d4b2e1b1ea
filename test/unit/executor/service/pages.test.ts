import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../../../../nodes/CardBankPayments/executor/common/clock';
import type { PageRequest } from '../../../../nodes/CardBankPayments/executor/service/listSoFar';
import { readList } from '../../../../nodes/CardBankPayments/executor/service/pages';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { rejected } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import {
	capped,
	leave,
	ListService,
	rows,
	uncounted,
	type ListedRow,
} from '../../support/listService';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const CHANGED = 'The list changed each time that it was read';

it.each([
	[0, undefined, '0,100'],
	[99, undefined, '0,100 99,100'],
	[100, undefined, '0,100 100,100'],
	[250, undefined, '0,100 99,100 198,100 250,100'],
	[30, 50, '0,50 30,20'],
	[50, 50, '0,50'],
	[1000, 120, '0,100 99,21'],
])('reads of %i records up to %p, and once behind the last one', async (...each) => {
	const [count, limit, pages] = each;
	const service = new ListService(rows(count));
	await service.expectWhole(limit);
	expect(service.asked.join(' ')).toBe(pages);
});

it.each<[string, ListedRow[], (page: IDataObject) => unknown]>([
	['does not count, and has none', [], uncounted],
	['does not count, and has a full page', rows(100), uncounted],
	['does not count, and has several pages', rows(230), uncounted],
	['caps its pages', rows(95), capped(10)],
	['caps its pages and counts nothing', rows(95), (page) => uncounted(capped(10)(page))],
	['counts too few', rows(250), (page) => ({ ...page, totalCount: 100 })],
	[
		'caps its pages and counts one of them',
		rows(45),
		(page) => ({ ...capped(20)(page), totalCount: 20 }),
	],
	[
		'caps its pages and counts each by itself',
		rows(250),
		(page) => {
			const data = (page.data as ListedRow[]).slice(0, 20);
			return { data, totalCount: data.length };
		},
	],
	['knows no pages', rows(250), () => ({ data: rows(250), totalCount: 250 })],
	['names no ids', Array.from({ length: 150 }, (_, place) => ({ place })), (page) => page],
])('reads a list whole from a service that %s', async (_, all, alter) => {
	const service = new ListService(all, alter);
	await service.expectWhole();
	await service.expectWhole(50);
});

it.each<[string, number, (service: ListService) => unknown]>([
	['goes on where records are added', 4, ({ rows: all }) => all.push(...rows(5, 250))],
	['goes on where a status changes', 4, ({ rows: all }) => (all[99]!.status = 'SUCCESS')],
	['reads anew where one leaves in front', 6, (service) => leave(service, 0)],
	['reads anew where the last of a page leaves', 6, (service) => leave(service, 99)],
	['reads anew where its count falls, although pages fit', 6, (service) => leave(service, 120)],
	['reads anew where one comes in front', 6, ({ rows: all }) => all.unshift({ id: 'new' })],
])('%s', async (_, requests, change) => {
	const service = new ListService(rows(250));
	service.afterwards = (request) => {
		if (request === 1) change(service);
	};
	await service.expectWhole();
	expect(service.asked).toHaveLength(requests);
});

it('leaves out what is added while it asks for the end', async () => {
	const service = new ListService(rows(250));
	service.afterwards = (request) => {
		if (request === 3) service.rows.push(...rows(5, 250));
	};
	expect((await service.read()).records).toEqual(rows(250));
	expect(service.asked).toHaveLength(4);
});

it('reads anew where more is counted at the end than is shown', async () => {
	const service = new ListService(rows(250), (page, request) =>
		request === 4 ? { ...page, totalCount: 251 } : page,
	);
	await service.expectWhole();
	expect(service.asked).toHaveLength(8);
});

it('reads whole what a service counts too low, where one comes in front meanwhile', async () => {
	const service = new ListService(rows(250), (page) => ({ ...page, totalCount: 100 }));
	service.afterwards = (request) => {
		if (request === 1) service.rows.unshift({ id: 'new' });
	};
	await service.expectWhole();
});

it('puts each record out once by its id, and all that have none', async () => {
	const nameless = [{ amount: '1' }, { amount: '1' }];
	const all = [{ id: 1 }, { id: 1 }, { id: 2 }, ...nameless];
	const service = new ListService(all, (page) => ({ ...page, totalCount: 4 }));
	expect((await service.read()).records).toEqual([{ id: 1 }, { id: 2 }, ...nameless]);
});

/** Shows two records of the same moment the other way round, in the requests that are named. */
const swapped =
	(one: number, other: number, ...requests: number[]) =>
	(service: ListService) =>
	(request: number) => {
		if (!requests.includes(request)) return;
		const { rows: all } = service;
		[all[one], all[other]] = [all[other]!, all[one]!];
	};

describe.each([
	['that counts', undefined],
	['that does not count', uncounted],
])('where ties change their order between the pages of a service %s', (_, alter) => {
	it.each<[string, number, number, number | undefined]>([
		['beside the end of a page', 98, 100, undefined],
		['far away from it', 3, 140, undefined],
		['within the wanted records', 98, 100, 120],
	])('reads anew: %s', async (_where, one, other, limit) => {
		const service = new ListService(rows(150), alter);
		service.afterwards = swapped(one, other, 1)(service);
		await service.expectWhole(limit);
		expect(service.asked.length).toBeGreaterThan(3);
	});

	it('puts nothing out where they do so each time', async () => {
		const service = new ListService(rows(150), alter);
		service.afterwards = swapped(98, 100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)(service);
		expect((await service.expectPart(CHANGED)).outcome).toBe('unknown');
	});
});

it('puts nothing out where an id comes twice and takes the place of another record', async () => {
	const service = new ListService([{ id: 1 }, { id: 1 }, { id: 2 }]);
	expect((await service.expectPart(CHANGED)).outcome).toBe('unknown');
});

it.each<unknown>([
	...[undefined, '<html>', rows(3), { totalCount: 0 }, { data: {}, totalCount: 0 }],
	{ data: [{ id: 1 }, 'x'], totalCount: 2 },
])('puts nothing out where the second page is %j', async (body) => {
	const service = new ListService(rows(250), (page, request) => (request === 2 ? body : page));
	const { outcome, says } = await service.expectPart('. 100 of 250 records were read before that');
	expect(outcome).toBe('unknown');
	expect(says).toMatch(body === undefined ? /^The response was cut off/ : /^The service answered /);
});

it('tells what the service answers where the end is asked for', async () => {
	const service = new ListService(rows(30), (page, request) => (request === 2 ? '<html>' : page));
	const { outcome, says } = await service.expectPart('. 30 of 30 records were read before that');
	expect([outcome, says.startsWith('The service answered ')]).toEqual(['unknown', true]);
});

it('puts nothing out where the service does not keep to a filter', async () => {
	const all = [...rows(120), { id: 'other', status: 'SUCCESS' }];
	const pageAt = async ({ skip, limit: most }: PageRequest) =>
		await Promise.resolve({ status: 200, body: { data: all.slice(skip, skip + most) } });
	const wanted = payment(0, { query: { status: 'FAILED' } });
	const { outcome, says, records } = await readList(wanted, pageAt, false, {
		clock: systemClock,
	});
	expect([outcome, records]).toEqual(['unknown', undefined]);
	expect(says).toMatch(
		/the filter Status, .*\. 100 records were read before that, and none is put out$/,
	);
	expectGoodWording(says);
});

it.each([{ success: false }, { error: 'Timed out' }])(
	'reads anew where a page is empty, whatever its words are: %j',
	async (words) => {
		const empty = { ...words, data: [], totalCount: 0 };
		const service = new ListService(rows(250), (page, request) => (request === 2 ? empty : page));
		await service.expectWhole();
		expect(service.asked).toHaveLength(6);
	},
);

it.each<[ServiceResponse, string, string]>([
	[{ status: 500, body: { data: [] } }, 'unknown', 'failed while it handled the request (HTTP'],
	// All waiting is over.
	[{ status: 429 }, 'rejected', 'The service refused the request'],
	[{ notLeft: rejected('account', 'No token') }, 'rejected', 'No token'],
])('tells of a page that is refused: %j', async (response, outcome, says) => {
	const result = await readList(payment(0), async () => await Promise.resolve(response), false, {
		clock: systemClock,
	});
	expect(result).toMatchObject({ outcome, says: expect.stringContaining(says) });
	expect([result.records, result.waitMs]).toEqual([undefined, undefined]);
	expect(result.endsRun).toBe(response.notLeft && true);
	// What to do goes by the refusal, and there is no part of which nothing is put out.
	expect(result.nextStep).toBeUndefined();
	expect(result.says).not.toContain('records were read');
});

it('tells of a page that is refused for longer than anybody waits, for how long', async () => {
	const response = { status: 400, body: { message: 'Please retry after 3600 seconds' } };
	const ask = async () => await Promise.resolve(response);
	expect(await readList(payment(0), ask, false, { clock: systemClock })).toMatchObject({
		...{ outcome: 'rejected', cause: 'service', waitMs: 3_600_000 },
	});
});

it('tells of a page that is refused until a date, for how long', async () => {
	const now = Date.UTC(2026, 11, 1, 12);
	const headers = { 'retry-after': new Date(now + 7_200_000).toUTCString() };
	const ask = async () => await Promise.resolve({ status: 429, headers, body: {} });
	const clock = { ...systemClock, wallTime: () => now };
	expect(await readList(payment(0), ask, false, { clock })).toMatchObject({
		waitMs: 7_200_000,
	});
});

it('says of a later page that is refused what was read before, and what to do about the refusal', async () => {
	const pageAt = async ({ skip }: PageRequest) => {
		const first = { status: 200, body: { data: rows(100), totalCount: 250 } };
		return await Promise.resolve(skip === 0 ? first : { status: 403, body: { message: 'No' } });
	};
	const { says, nextStep, outcome } = await readList(payment(0), pageAt, false, {
		clock: systemClock,
	});
	expect([outcome, nextStep]).toEqual(['rejected', undefined]);
	expect(says).toMatch(/No \(HTTP 403\)\. 100 of 250 records were read before that, and none/);
});

/** Behind the end as well. */
const lastForEver = ({ data }: IDataObject) => ({
	data: (data as ListedRow[]).length > 0 ? data : rows(1, 249),
});

/** Each page begins with the last record of the one before. */
const endless = (_: IDataObject, request: number) => ({ data: rows(100, request * 99) });

it.each<[string, ConstructorParameters<typeof ListService>[1], string, number]>([
	['ignores the page', () => ({ data: rows(100), totalCount: 250 }), CHANGED, 10],
	['counts more than it has', (page) => ({ ...page, totalCount: 251 }), CHANGED, 20],
	['gives one record at a time', capped(1), CHANGED, 10],
	['gives one at a time and no count', (page) => uncounted(capped(1)(page)), CHANGED, 15],
	['shows the last one for ever and counts nothing', lastForEver, CHANGED, 25],
	['never ends', endless, 'The list did not end within 500 requests', 500],
])('puts nothing out from a service that %s', async (_, alter, says, requests) => {
	const service = new ListService(rows(250), alter);
	const { outcome, nextStep } = await service.expectPart(says);
	expect(outcome).toBe('unknown');
	expect(nextStep).toContain(
		alter === endless ? 'Narrow the list with Filters' : 'Run it again. A record that is missing',
	);
	// A Limit can be too high as well, where Return All is off.
	expect(nextStep).not.toContain('Return All');
	expect(service.asked).toHaveLength(requests);
});

it('asks for no further page once the execution is cancelled', async () => {
	const cancel = new AbortController();
	const service = new ListService(rows(250));
	service.afterwards = () => cancel.abort();
	const { outcome } = await service.expectPart('The execution was canceled', cancel.signal);
	expect([outcome, service.asked.length]).toEqual(['notSent', 1]);
});

describe('a refusal behind the last record', () => {
	const readWith = async (status: number, totalCount?: number, body: unknown = {}) => {
		const pageAt = async ({ skip }: PageRequest) =>
			await Promise.resolve(
				skip < 3
					? { status: 200, body: { data: rows(3).slice(skip), totalCount } }
					: { status, body },
			);
		return await readList(payment(0), pageAt, false, { clock: systemClock });
	};

	it.each([400, 404, 416, 422])(
		'says that nothing is there, where all was counted: %i',
		async (status) => {
			expect(await readWith(status, 3)).toMatchObject({ outcome: 'accepted', records: rows(3) });
		},
	);

	it.each([
		[204, ''],
		[200, { data: null }],
	])('may have other forms: %i, %j', async (status, body) => {
		expect(await readWith(status, 3, body)).toMatchObject({ records: rows(3) });
	});

	it.each<[number, number?, unknown?]>([
		[500, 3],
		[401, 3],
		[404, undefined],
		[404, 4],
		[404, 3, '<html>'],
		[500, 3, { data: null }],
	])('proves nothing: %i, with %p counted', async (...each) => {
		expect((await readWith(...each)).records).toBeUndefined();
	});
});
