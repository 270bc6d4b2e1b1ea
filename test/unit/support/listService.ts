import type { IDataObject } from 'n8n-workflow';
import { readList, type PageRequest } from '../../../nodes/CardBankPayments/executor/service/pages';
import { payment } from './payments';

export type ListedRow = IDataObject & { id?: unknown; status?: string };

/** A service with a list, and the pages that it was asked for. */
export class ListService {
	readonly asked: Array<[skip: number, limit: number]> = [];

	/** Happens after the request with this number. */
	afterwards: (request: number) => void = () => {};

	constructor(
		public rows: ListedRow[],
		/** Alters a page that is about to be sent. */
		private readonly alter: (page: IDataObject, request: number) => unknown = (page) => page,
	) {}

	async read(most?: number, cancelSignal?: AbortSignal) {
		const pageAt = async ({ skip, limit }: PageRequest) => {
			const request = this.asked.push([skip, limit]);
			const page = { data: this.rows.slice(skip, skip + limit), totalCount: this.rows.length };
			const response = { status: 200, body: this.alter(page, request) };
			this.afterwards(request);
			return await Promise.resolve(response);
		};
		const wanted = payment(0, { limit: most });
		return await readList(wanted, pageAt, cancelSignal);
	}

	/** The list comes back whole, in its order. */
	async expectWhole(limit?: number) {
		const { outcome, records } = await this.read(limit);
		expect([outcome, records]).toEqual(['accepted', this.rows.slice(0, limit)]);
	}

	/** Nothing of the list comes back, but what is said of it. */
	async expectNothing(says: string, cancelSignal?: AbortSignal) {
		const result = await this.read(undefined, cancelSignal);
		expect(result.records).toBeUndefined();
		expect(result.says).toContain(says);
		return result;
	}
}

export const rows = (count: number, from = 0): ListedRow[] =>
	Array.from({ length: count }, (_, index) => ({ id: `id-${from + index}` }));
export const leave = (service: ListService, from: number) => service.rows.splice(from, 1);
export const capped =
	(most: number) =>
	({ data, ...rest }: IDataObject) => ({ ...rest, data: (data as ListedRow[]).slice(0, most) });
