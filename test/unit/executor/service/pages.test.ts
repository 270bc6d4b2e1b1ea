import type { IDataObject } from 'n8n-workflow';
import {
	readList,
	type PageRequest,
} from '../../../../nodes/CardBankPayments/executor/service/pages';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { rejected } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { responses } from '../../../../nodes/CardBankPayments/sentences/responses';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';
import { capped, leave, ListService, rows } from '../../support/listService';
import { payment } from '../../support/payments';

const CHANGED = responses.list.changed.says;

it.each([
	[0, undefined, '0,100'],
	[100, undefined, '0,100'],
	[101, undefined, '0,100 99,100'],
	[250, undefined, '0,100 99,100 198,100'],
	[30, 50, '0,50'],
	[50, 50, '0,50'],
	[1000, 120, '0,100 99,21'],
])('reads of %i records up to %p, and asks for no page more than that', async (...each) => {
	const [count, limit, pages] = each;
	const service = new ListService(rows(count));
	await service.expectWhole(limit);
	expect(service.asked.join(' ')).toBe(pages);
});

it('puts out no more than was asked for, also where the service gives more', async () => {
	const service = new ListService(rows(100), () => ({ data: rows(100), totalCount: 100 }));
	expect((await service.read(50)).records).toEqual(rows(50));
});

it('reads a list whole from a service that gives fewer records than it is asked for', async () => {
	const service = new ListService(rows(45), capped(20));
	await service.expectWhole();
	expect(service.asked.join(' ')).toBe('0,100 19,100 38,100');
});

it.each<[string, number, (service: ListService) => unknown]>([
	['goes on where records are added', 3, ({ rows: all }) => all.push(...rows(5, 250))],
	['goes on where a status changes', 3, ({ rows: all }) => (all[99]!.status = 'SUCCESS')],
	['reads anew where one leaves in front', 5, (service) => leave(service, 0)],
	['reads anew where one comes in front', 5, ({ rows: all }) => all.unshift({ id: 'new' })],
])('%s', async (_, requests, change) => {
	const service = new ListService(rows(250));
	service.afterwards = (request) => {
		if (request === 1) change(service);
	};
	await service.expectWhole();
	expect(service.asked).toHaveLength(requests);
});

it('reads anew where a page is empty', async () => {
	const empty = { data: [], totalCount: 250 };
	const service = new ListService(rows(250), (page, request) => (request === 2 ? empty : page));
	await service.expectWhole();
	expect(service.asked).toHaveLength(5);
});

/** Each page begins with the last record of the one before. */
const endless = (_: IDataObject, request: number) => ({
	data: rows(100, (request - 1) * 99),
	totalCount: 1e6,
});

it.each<[string, ConstructorParameters<typeof ListService>[1], string, number]>([
	['ignores the page', () => ({ data: rows(100), totalCount: 250 }), CHANGED, 6],
	['counts more than it has', (page) => ({ ...page, totalCount: 251 }), CHANGED, 12],
	['counts less than it has', (page) => ({ ...page, totalCount: 99 }), CHANGED, 3],
	['gives one record at a time', capped(1), CHANGED, 6],
	['never ends', endless, 'The list did not end within 500 requests', 500],
])('puts nothing out from a service that %s', async (_, alter, says, requests) => {
	const service = new ListService(rows(250), alter);
	const { outcome, nextStep } = await service.expectNothing(says);
	expect(outcome).toBe('unknown');
	expect(nextStep).toContain(
		alter === endless ? 'Narrow the list with Filters' : 'Run it again. A record that is missing',
	);
	// A Limit can be too high as well, where Return All is off.
	expect(nextStep).not.toContain('Return All');
	expect(service.asked).toHaveLength(requests);
});

it('counts an id once that comes twice', async () => {
	const all = [{ id: 1 }, { id: 1 }, { id: 2 }];
	const service = new ListService(all, (page) => ({ ...page, totalCount: 2 }));
	expect((await service.read()).records).toEqual([{ id: 1 }, { id: 2 }]);
});

it.each<unknown>([
	...[undefined, rows(3), { data: {}, totalCount: 0 }],
	...[{ data: [{ id: 1 }, 'x'], totalCount: 2 }, { data: rows(3) }],
])('puts nothing out where a page is %j', async (body) => {
	for (const at of [1, 2]) {
		const service = new ListService(rows(250), (page, request) => (request === at ? body : page));
		const { outcome } = await service.expectNothing(
			body === undefined ? 'The response was cut off' : 'The service answered with something',
		);
		expect([outcome, service.asked.length]).toEqual(['unknown', at]);
	}
});

it.each([
	['status', 'Status', { status: 'FAILED' }, { status: 'SUCCESS' }],
	['orderReference', 'Order Reference', { orderReference: 'A' }, { orderReference: 'a' }],
])('puts nothing out where the service does not keep to the filter %s', async (...each) => {
	const [, label, query, other] = each;
	const all = [
		{ id: 1, ...query },
		{ id: 2, ...other },
	];
	const pageAt = async () =>
		await Promise.resolve({ status: 200, body: { data: all, totalCount: 2 } });
	const { outcome, says, records } = await readList(payment(0, { query }), pageAt);
	expect([outcome, records]).toEqual(['unknown', undefined]);
	const value = Object.values(other)[0];
	expect(says).toBe(
		`The service did not keep to the filter ${label}, and gave a record with "${value}"`,
	);
});

it.each<[ServiceResponse, string, string]>([
	[{ status: 500, body: { data: [] } }, 'unknown', 'failed while it handled the request (HTTP'],
	// All waiting is over.
	[{ status: 429 }, 'rejected', 'The service refused the request'],
	[{ notLeft: rejected('account', 'No token') }, 'rejected', 'No token'],
])('tells of a page that is refused: %j', async (response, outcome, says) => {
	for (const at of [0, 99]) {
		const pageAt = async ({ skip }: PageRequest): Promise<ServiceResponse> => {
			const page = { status: 200, body: { data: rows(100), totalCount: 250 } };
			return await Promise.resolve(skip === at ? response : page);
		};
		const result = await readList(payment(0), pageAt);
		expect(result).toMatchObject({ outcome, says: expect.stringContaining(says) });
		expect([result.records, result.waitMs]).toEqual([undefined, undefined]);
		expect(result.endsRun).toBe(response.notLeft && true);
		// What to do goes by the refusal.
		expect(result.nextStep).toBeUndefined();
	}
});

it('tells of a page that is refused for longer than anybody waits, for how long', async () => {
	const response = { status: 400, body: { message: 'Please retry after 3600 seconds' } };
	const ask = async () => await Promise.resolve(response);
	expect(await readList(payment(0), ask)).toMatchObject({
		...{ outcome: 'rejected', cause: 'service', waitMs: 3_600_000 },
	});
});

it('asks for no further page once the execution is cancelled', async () => {
	const cancel = new AbortController();
	const service = new ListService(rows(250));
	service.afterwards = () => cancel.abort();
	const { outcome } = await service.expectNothing(sending.canceled.says, cancel.signal);
	expect([outcome, service.asked.length]).toEqual(['notSent', 1]);
});
