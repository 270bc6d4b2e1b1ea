import type { IDataObject } from 'n8n-workflow';
import { readList } from '../../../../nodes/CardBankPayments/executor/service/pages';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
import { startSandbox, type Fault, type Sandbox } from '../../../../sandbox';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

type Row = IDataObject & { id?: unknown; status?: string };

const rule = { form: 'page', kind: 'payout' } as const;

/** A service with a list, and the pages that it was asked for. */
class ListService {
	readonly asked: Array<[skip: number, limit: number]> = [];

	/** Alters a page that is about to be answered. */
	alter: (page: IDataObject, request: number) => unknown = (page) => page;

	/** Happens after the request with this number. */
	afterwards: (request: number) => void = () => {};

	constructor(public rows: Row[]) {}

	async read(limit?: number, cancelSignal?: AbortSignal) {
		const ask = async (skip: number, most: number): Promise<Reply> => {
			const request = this.asked.push([skip, most]);
			const page = { data: this.rows.slice(skip, skip + most), totalCount: this.rows.length };
			const reply = { status: 200, body: this.alter(page, request) };
			this.afterwards(request);
			return await Promise.resolve(reply);
		};
		return await readList(payment(0, { limit }), ask, rule, cancelSignal);
	}

	/** The list comes back whole, each record once and in its order. */
	async expectWhole(limit?: number) {
		const { outcome, records } = await this.read(limit);
		expect([outcome, records]).toEqual(['accepted', this.rows.slice(0, limit)]);
	}

	/** Nothing of the list comes back, but what is said of it. */
	async expectPart(says: string, cancelSignal?: AbortSignal) {
		const result = await this.read(undefined, cancelSignal);
		expect(result.records).toBeUndefined();
		expect(result.says).toContain(says);
		expect(result.says).toMatch(/: \d+( of \d+)? records were read, and none is put out$/);
		expectGoodWording(result.says);
		expectGoodWording(String(result.nextStep));
		return result;
	}
}

const rows = (count: number, from = 0): Row[] =>
	Array.from({ length: count }, (_, index) => ({ id: `id-${from + index}` }));

const withoutCount = ({ data }: IDataObject) => ({ data });
const capped =
	(most: number) =>
	({ data, ...rest }: IDataObject) => ({ ...rest, data: (data as Row[]).slice(0, most) });

describe('a list that stays as it is', () => {
	it.each([
		[0, 1],
		[1, 1],
		[99, 1],
		// A full page may not be the last one, whatever the count says.
		[100, 2],
		[101, 2],
		[1000, 11],
	])('of %i records is read whole with %i requests', async (count, requests) => {
		const service = new ListService(rows(count));
		await service.expectWhole();
		expect(service.asked).toHaveLength(requests);
	});

	it.each([
		[250, undefined, '0,100 99,100 198,100'],
		[1000, 50, '0,50'],
		[1000, 120, '0,100 99,21'],
	])('of %i records is read up to %p, each page from the last record on', async (...each) => {
		const [count, limit, pages] = each;
		const service = new ListService(rows(count));
		await service.expectWhole(limit);
		expect(service.asked.join(' ')).toBe(pages);
	});

	it.each([0, 5, 100, 230])('of %i records is read whole without a count', async (count) => {
		const service = new ListService(rows(count));
		service.alter = withoutCount;
		await service.expectWhole();
		// To an empty page.
		expect(service.asked.at(-1)?.[0]).toBe(count);
	});

	it.each([
		['caps its pages', 95, capped(10)],
		[
			'caps its pages and counts nothing',
			95,
			(page: IDataObject) => withoutCount(capped(10)(page)),
		],
		['counts too few', 250, (page: IDataObject) => ({ ...page, totalCount: 100 })],
		['knows no pages', 250, () => ({ data: rows(250), totalCount: 250 })],
	])('is read whole from a service that %s', async (_, count, alter) => {
		const service = new ListService(rows(count));
		service.alter = alter;
		await service.expectWhole();
		await service.expectWhole(50);
	});

	it('holds each record once by its id, and all that have none', async () => {
		const twice = [{ id: 1 }, { id: '1' }, { id: 2, last: true }];
		const nameless = [{ id: null }, { id: null }, { id: '' }, {}, {}];
		const { records } = await new ListService([...twice, ...nameless]).read();
		expect(records).toEqual([{ id: '1' }, twice[2], ...nameless]);
		const unnamed = Array.from({ length: 150 }, (_, place) => ({ place }));
		await new ListService(unnamed).expectWhole();
	});
});

describe('a list that changes while it is read', () => {
	const leave = (service: ListService, from: number, count = 1) =>
		(service.rows = service.rows.filter((_, index) => index < from || index >= from + count));

	it.each<[string, number, (service: ListService) => unknown]>([
		['goes on where records are added', 3, ({ rows: all }) => all.push(...rows(5, 250))],
		['goes on where a status changes', 3, ({ rows: all }) => (all[99]!.status = 'SUCCESS')],
		['is read anew where one leaves it in front', 5, (service) => leave(service, 0)],
		['is read anew where the last of a page leaves', 5, (service) => leave(service, 99)],
		['is read anew where one comes in front', 5, ({ rows: all }) => all.unshift({ id: 'new' })],
		[
			'is read anew where one leaves and one is added',
			5,
			(service) => (leave(service, 7), service.rows.push({ id: 'new' })),
		],
		['is read anew where its count falls, although pages fit', 5, (service) => leave(service, 120)],
	])('%s', async (_, requests, change) => {
		const service = new ListService(rows(250));
		service.afterwards = (request) => {
			if (request === 1) change(service);
		};
		await service.expectWhole();
		expect(service.asked).toHaveLength(requests);
	});

	it('is given up where it changes each time', async () => {
		const service = new ListService(rows(250));
		service.afterwards = () => leave(service, 0);
		const { outcome } = await service.expectPart('The list changed each time that it was read');
		expect(outcome).toBe('unknown');
		expect(service.asked).toHaveLength(10);
	});
});

describe('a part of a list', () => {
	it.each<[string, unknown]>([
		['nothing', undefined],
		['text', '<html>'],
		['a list without a frame', rows(3)],
		['an object without data', { totalCount: 0 }],
		['data that are no list', { data: {}, totalCount: 0 }],
		['what is no record', { data: [{ id: 1 }, 'x'], totalCount: 2 }],
		['a page that says that it did not succeed', { success: false, data: [], totalCount: 0 }],
		['a page with another no', { error: 'Timed out', data: [], totalCount: 0 }],
	])('is none where a page holds %s', async (_, body) => {
		const service = new ListService(rows(250));
		service.alter = (page, request) => (request === 2 ? body : page);
		const { outcome, says } = await service.expectPart('Before that: 100 of 250 records');
		expect([outcome, says.startsWith('The service answered ')]).toEqual(['unknown', true]);
	});

	it.each<[Reply, string, string]>([
		[{ status: 500, body: { data: [] } }, 'unknown', 'failed while it handled the request (HTTP'],
		[{ status: 429 }, 'rejected', 'The service refused the request'],
		[{ tokenRefused: 'No token' }, 'rejected', 'No token'],
	])('is none where a page is refused, and the refusal is told: %j', async (reply, ...told) => {
		const [outcome, says] = told;
		const result = await readList(payment(0), async () => await Promise.resolve(reply), rule);
		expect(result).toMatchObject({ outcome, says: expect.stringContaining(says) });
		expect(result.says).toContain('Before that: 0 records were read');
		// All waiting is over.
		expect([result.records, result.waitMs]).toEqual([undefined, undefined]);
		expect(result.endsRun).toBe(reply.tokenRefused ? true : undefined);
	});

	it.each([
		['ignores which page is asked for', () => ({ data: rows(100), totalCount: 250 })],
		['counts more than it has', (page: IDataObject) => ({ ...page, totalCount: 251 })],
		['gives one record at a time', capped(1)],
		['gives one at a time and no count', (page: IDataObject) => withoutCount(capped(1)(page))],
	])('is none from a service that %s', async (_, alter) => {
		const service = new ListService(rows(250));
		service.alter = alter;
		await service.expectPart('The list changed each time that it was read');
		expect(service.asked.length).toBeLessThanOrEqual(25);
	});

	it('is none where the list never ends', async () => {
		const service = new ListService([]);
		let made = 0;
		let last: Row[] = [];
		service.alter = (_, request) => {
			last = [...last.slice(-1), ...rows(request === 1 ? 100 : 99, made)];
			made += 100;
			return { data: last };
		};
		const { nextStep } = await service.expectPart('The list did not end within 500 requests');
		expect(nextStep).toContain('Narrow the list with Filters');
		expect(service.asked).toHaveLength(500);
	});

	it('is none where the execution is cancelled, which asks for no further page', async () => {
		const cancel = new AbortController();
		const service = new ListService(rows(250));
		service.afterwards = () => cancel.abort();
		const { outcome } = await service.expectPart('The execution was canceled', cancel.signal);
		expect(outcome).toBe('notSent');
		expect(service.asked).toHaveLength(1);
		// What was whole by then stays so.
		const late = new AbortController();
		const last = new ListService(rows(30));
		last.afterwards = () => late.abort();
		expect((await last.read(undefined, late.signal)).outcome).toBe('accepted');
	});
});

describe('a list of the sandbox', () => {
	let sandbox: Sandbox;
	const all = Array.from({ length: 130 }, (_, index) => `r${index}`);
	const call = async (path: string, body?: object): Promise<Reply> =>
		await fetch(sandbox.baseUrl + path, {
			method: body ? 'POST' : 'GET',
			headers: {
				authorization: 'Bearer sandbox-access-token',
				'content-type': 'application/json',
			},
			...(body && { body: JSON.stringify(body) }),
		}).then(
			async (answer) => ({ status: answer.status, body: await answer.json().catch(() => '') }),
			() => ({}),
		);
	beforeAll(async () => {
		sandbox = await startSandbox();
		for (const orderReference of all) {
			await call('/payouts/create-bank-payout', {
				...{ amount: 100, accountNumber: '0150123456', accountName: 'Asha Mushi', orderReference },
				...{ currency: 'TZS', bic: 'CORUTZTZ', transferType: 'ACH' },
			});
			await sandbox.control.setPayoutStatus(orderReference, 'PENDING');
		}
	});
	afterEach(async () => await sandbox.control.clearFaults());
	afterAll(async () => await sandbox.close());

	it.each<[string, Omit<Fault, 'operation'> | undefined, string[] | string]>([
		['as it is', undefined, all],
		['in capped pages', { kind: 'pageCapped', records: 30, times: 99 }, all],
		['whose count falls', { kind: 'pageAltered', body: { totalCount: 140 } }, all],
		['cut off', { kind: 'malformedJson', skip: 1 }, 'Before that: 100 of 130 records'],
		['without a response', { kind: 'dropAfter', skip: 1 }, 'Before that: 100 of 130 records'],
		['without an end', { kind: 'pageEndless', times: 999 }, 'The list changed each time'],
		// Last, since they stay gone.
		[
			'that some leave',
			{ kind: 'recordsLeave', records: 20, payoutStatus: 'SUCCESS' },
			all.slice(20),
		],
	])('%s is read whole or not at all', async (_, fault, wanted) => {
		if (fault) await sandbox.control.addFault({ operation: 'getManyPayouts', ...fault });
		const query = 'status=PENDING&sortBy=createdAt&orderBy=ASC';
		const ask = async (skip: number, limit: number) =>
			await call(`/payouts/all?${query}&skip=${skip}&limit=${limit}`);
		const { records, says } = await readList(payment(0), ask, rule);
		if (typeof wanted === 'string') {
			expect(records).toBeUndefined();
			return expect(says).toContain(wanted);
		}
		expect(records?.map(({ orderReference }) => orderReference)).toEqual(wanted);
	});
});
