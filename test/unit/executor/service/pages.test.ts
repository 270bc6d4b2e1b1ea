import type { IDataObject } from 'n8n-workflow';
import {
	describePart,
	readAll,
	type ListQuestion,
} from '../../../../nodes/CardBankPayments/executor/service/pages';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
import { startSandbox, type Fault, type Sandbox } from '../../../../sandbox';
import { expectGoodWording } from '../../support/wording';

type Row = IDataObject & { id?: unknown; status?: string };

/** A service with a list, and the pages that it was asked for. */
class ListService {
	readonly asked: Array<[skip: number, limit: number]> = [];

	/** Alters a page that is about to be answered. */
	alter: (page: IDataObject, request: number) => unknown = (page) => page;

	/** Happens after the request with this number. */
	afterwards: (request: number) => void = () => {};

	constructor(public rows: Row[]) {}

	readonly ask: ListQuestion['ask'] = async (skip, limit): Promise<Reply> => {
		this.asked.push([skip, limit]);
		const page = { data: this.rows.slice(skip, skip + limit), totalCount: this.rows.length };
		const reply = { status: 200, body: this.alter(page, this.asked.length) };
		this.afterwards(this.asked.length);
		return reply;
	};

	async read(wanted: ListQuestion['wanted'] = 'all', cancelSignal?: AbortSignal) {
		return await readAll({ ask: this.ask, wanted, cancelSignal });
	}

	/** Whether the list came back whole, each record once and in its order. */
	async isRead(): Promise<boolean> {
		const list = await this.read();
		if (!list.isWhole) return false;
		expect(list.records).toEqual(this.rows);
		return true;
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
		expect(await service.isRead()).toBe(true);
		expect(service.asked).toHaveLength(requests);
	});

	it('is asked for in pages of a hundred, each from the last record of the one before', async () => {
		const service = new ListService(rows(250));
		await service.read();
		expect(service.asked).toEqual([
			[0, 100],
			[99, 100],
			[198, 100],
		]);
	});

	it('is read no further than wanted', async () => {
		const service = new ListService(rows(1000));
		const few = await service.read(50);
		expect(few).toEqual({ isWhole: true, records: rows(50) });
		expect(service.asked.splice(0)).toEqual([[0, 50]]);
		expect(await service.read(120)).toEqual({ isWhole: true, records: rows(120) });
		expect(service.asked).toEqual([
			[0, 100],
			[99, 21],
		]);
	});

	it.each([0, 5, 100, 230])(
		'and whose length nobody tells is read to an empty page (%i records)',
		async (count) => {
			const service = new ListService(rows(count));
			service.alter = withoutCount;
			expect(await service.isRead()).toBe(true);
			expect(await service.ask(...service.asked.at(-1)!)).toMatchObject({ body: { data: [] } });
		},
	);

	it.each([
		['with', (page: IDataObject) => page],
		['without', withoutCount],
	])('is read whole from a service that caps its pages, %s a count', async (_, count) => {
		const service = new ListService(rows(95));
		service.alter = (page) => count(capped(10)(page));
		expect(await service.isRead()).toBe(true);
		expect(await service.read(50)).toEqual({ isWhole: true, records: rows(50) });
	});

	it('is read whole from a service that counts too few', async () => {
		const service = new ListService(rows(250));
		service.alter = (page) => ({ ...page, totalCount: 100 });
		expect(await service.isRead()).toBe(true);
	});

	it('is read whole from a service that knows no pages', async () => {
		const service = new ListService(rows(250));
		service.alter = () => ({ data: service.rows, totalCount: 250 });
		expect(await service.isRead()).toBe(true);
	});

	it('holds each record once by its id, and all that have none', async () => {
		const twice = [{ id: 1 }, { id: '1' }, { id: 2, last: true }];
		const nameless = [{ id: null }, { id: null }, { id: '' }, {}, {}];
		const list = await new ListService([...twice, ...nameless]).read();
		expect(list).toEqual({ isWhole: true, records: [{ id: '1' }, twice[2], ...nameless] });
		const unnamed = Array.from({ length: 150 }, (_, place) => ({ place }));
		expect(await new ListService(unnamed).isRead()).toBe(true);
	});
});

describe('a list that changes while it is read', () => {
	const leave = (service: ListService, from: number, count = 1) =>
		(service.rows = service.rows.filter((_, index) => index < from || index >= from + count));

	it('is not read anew for what is added at its end, or changes its status only', async () => {
		const service = new ListService(rows(250));
		service.afterwards = (request) => {
			if (request === 1) service.rows = [...service.rows, ...rows(5, 250)];
			if (request === 2) service.rows[198] = { id: 'id-198', status: 'SUCCESS' };
		};
		const list = await service.read();
		expect(list.isWhole && list.records.map(({ id }) => id)).toEqual(
			service.rows.map(({ id }) => id),
		);
		expect(service.asked).toHaveLength(3);
	});

	it.each([
		['leaves it in front', (service: ListService) => leave(service, 0)],
		['was the last one of a page and leaves it', (service: ListService) => leave(service, 99)],
		['comes into it in front', (service: ListService) => service.rows.unshift({ id: 'new' })],
		[
			'leaves it while another one is added',
			(service: ListService) => (leave(service, 7), service.rows.push({ id: 'new' })),
		],
	])('is read anew where a record %s', async (_, change) => {
		const service = new ListService(rows(250));
		service.afterwards = (request) => {
			if (request === 1) change(service);
		};
		expect(await service.isRead()).toBe(true);
		expect(service.asked).toHaveLength(5);
	});

	it('is read anew where its count falls, although the pages fit', async () => {
		const service = new ListService(rows(250));
		service.afterwards = (request) => {
			if (request === 1) leave(service, 120);
		};
		expect(await service.isRead()).toBe(true);
		expect(service.asked).toHaveLength(5);
	});

	it('is given up where it changes each time', async () => {
		const service = new ListService(rows(250));
		service.afterwards = () => leave(service, 0);
		expect(await service.read()).toEqual({
			isWhole: false,
			because: 'moved',
			read: 100,
			of: expect.any(Number),
		});
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
	])('is none where a page holds %s', async (_, body) => {
		const service = new ListService(rows(250));
		service.alter = (page, request) => (request === 2 ? body : page);
		expect(await service.read()).toEqual({
			isWhole: false,
			because: 'noPage',
			reply: { status: 200, body },
			read: 100,
			of: 250,
		});
	});

	it('is none where a page is refused, and the refusal is handed on', async () => {
		const refusal: Reply = { status: 500, body: { data: [], totalCount: 0 } };
		expect(await readAll({ ask: async () => refusal, wanted: 'all' })).toEqual({
			isWhole: false,
			because: 'noPage',
			reply: refusal,
			read: 0,
		});
	});

	it.each([
		['ignores which page is asked for', () => ({ data: rows(100), totalCount: 250 })],
		['counts more than it has', (page: IDataObject) => ({ ...page, totalCount: 251 })],
		['gives one record at a time', capped(1)],
		[
			'gives one record at a time and no count',
			(page: IDataObject) => withoutCount(capped(1)(page)),
		],
	])('is none from a service that %s', async (_, alter) => {
		const service = new ListService(rows(250));
		service.alter = alter;
		expect(await service.read()).toMatchObject({ isWhole: false, because: 'moved' });
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
		const list = await service.read();
		expect(list).toMatchObject({ isWhole: false, because: 'endless' });
		expect(service.asked).toHaveLength(500);
	});

	it('is none where the execution is cancelled, which asks for no further page', async () => {
		const cancel = new AbortController();
		const service = new ListService(rows(250));
		service.afterwards = () => cancel.abort();
		expect(await service.read('all', cancel.signal)).toEqual({
			isWhole: false,
			because: 'cancelled',
			read: 100,
			of: 250,
		});
		expect(service.asked).toHaveLength(1);
		const late = new ListService(rows(30));
		late.afterwards = () => cancel.abort();
		expect(await late.isRead()).toBe(true);
	});

	it.each(['noPage', 'moved', 'endless', 'cancelled'] as const)(
		'says how far it came, and what to do (%s)',
		(because) => {
			const { says, nextStep } = describePart({ isWhole: false, because, read: 300, of: 950 });
			expect(says).toMatch(/300 of 950 records were read.*, and none is put out$/);
			expectGoodWording(says);
			expectGoodWording(nextStep);
			const uncounted = describePart({ isWhole: false, because, read: 300 });
			expect(uncounted.says).toContain('300 records were read');
		},
	);
});

describe('against the sandbox', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
		for (let index = 0; index < 230; index++) await pay(`r${index}`);
	});
	afterEach(async () => await sandbox.control.clearFaults());
	afterAll(async () => await sandbox.close());

	const request = async (path: string, body?: object) =>
		await fetch(sandbox.baseUrl + path, {
			method: body ? 'POST' : 'GET',
			headers: {
				authorization: 'Bearer sandbox-access-token',
				'content-type': 'application/json',
			},
			...(body && { body: JSON.stringify(body) }),
		});
	const pay = async (orderReference: string) =>
		await request('/payouts/create-bank-payout', {
			...{ amount: 100, accountNumber: '0150123456', accountName: 'Asha Mushi', orderReference },
			...{ currency: 'TZS', bic: 'CORUTZTZ', transferType: 'ACH' },
		});
	const strike = async (fault: Omit<Fault, 'operation'>) =>
		await sandbox.control.addFault({ operation: 'getManyPayouts', ...fault });
	const read = async (filter = '') =>
		await readAll({
			wanted: 'all',
			ask: async (skip, limit) => {
				const order = 'sortBy=createdAt&orderBy=ASC';
				const answer = await request(
					`/payouts/all?${order}&skip=${skip}&limit=${limit}${filter}`,
				).catch(() => undefined);
				const body: unknown = await answer?.json().catch(() => undefined);
				return { status: answer?.status, body };
			},
		});
	const references = async () => {
		const list = await read();
		return list.isWhole && list.records.map(({ orderReference }) => orderReference);
	};
	const all = Array.from({ length: 230 }, (_, index) => `r${index}`);

	it.each<[string, Array<Omit<Fault, 'operation'>>]>([
		['as it is', []],
		['late', [{ kind: 'delay', delayMs: 20 }]],
		['with capped pages', [{ kind: 'pageCapped', records: 30, times: 99 }]],
		['without a count', [{ kind: 'pageAltered', body: { totalCount: null }, times: 99 }]],
		['with a count that falls once', [{ kind: 'pageAltered', body: { totalCount: 240 } }]],
	])('reads a list %s', async (_, faults) => {
		for (const fault of faults) await strike(fault);
		expect(await references()).toEqual(all);
	});

	it.each<[string, Omit<Fault, 'operation'>, object]>([
		['cut off', { kind: 'malformedJson', skip: 1 }, { because: 'noPage', read: 100, of: 230 }],
		['without an answer', { kind: 'dropAfter', skip: 2 }, { because: 'noPage', read: 199 }],
		['endless', { kind: 'pageEndless', times: 999 }, { because: 'moved' }],
		['refused', { kind: 'statusBefore', skip: 1 }, { reply: { status: 500 }, read: 100 }],
	])('puts out no list that is %s', async (_, fault, verdict) => {
		await strike(fault);
		expect(await read()).toMatchObject({ isWhole: false, ...verdict });
	});

	it('reads a list anew that records left meanwhile', async () => {
		for (const one of all.slice(0, 150)) await sandbox.control.setPayoutStatus(one, 'PENDING');
		await strike({ kind: 'recordsLeave', records: 20, payoutStatus: 'SUCCESS' });
		const list = await read('&status=PENDING');
		expect(list.isWhole && list.records.map(({ orderReference }) => orderReference)).toEqual(
			all.slice(20, 150),
		);
	});
});
