import fc from 'fast-check';
import { leave, ListService, rows, uncounted } from '../../support/listService';

describe('a list of the newest first', () => {
	it('loses and repeats nothing of what was there, however it grows meanwhile', async () => {
		const growth = fc.array(fc.nat({ max: 40 }), { minLength: 12, maxLength: 12 });
		const sizes = fc.tuple(fc.nat({ max: 450 }), fc.option(fc.integer({ min: 1, max: 300 })));
		await fc.assert(
			fc.asyncProperty(growth, sizes, fc.boolean(), async (added, [count, limit], counts) => {
				const before = rows(count);
				const service = new ListService([...before], counts ? undefined : uncounted);
				let made = count;
				service.afterwards = (request) => {
					const fresh = rows(added[request - 1] ?? 0, made);
					made += fresh.length;
					service.rows.unshift(...fresh.reverse());
				};
				const { outcome, records } = await service.read(limit ?? undefined, undefined, true);
				// Without a count, nobody knows whether what came in front is new.
				if (!counts && records === undefined) return;
				expect(outcome).toBe('accepted');
				// As it was at the beginning, or at a later one.
				const from = service.rows.findIndex(({ id }) => id === records?.[0]?.id);
				expect(from).toBeLessThanOrEqual(service.rows.length - count);
				const to = limit === null ? undefined : from + limit;
				expect(records).toEqual(
					count === 0 && records?.length === 0 ? [] : service.rows.slice(from, to),
				);
			}),
		);
	});

	/** The second page then begins with two that were read, and the record before them was not. */
	const reorder =
		(added = 0) =>
		({ rows: all }: ListService) => {
			all.splice(98, 0, ...all.splice(100, 1));
			all.unshift(...rows(added, 1000));
		};

	it.each<[string, (service: ListService) => unknown, typeof uncounted?]>([
		['one leaves in front', (service) => leave(service, 0)],
		['the last of a page leaves', (service) => leave(service, 99)],
		['it grows by more than a page', ({ rows: all }) => all.unshift(...rows(150, 1000))],
		['one comes between those that were read', ({ rows: all }) => all.splice(99, 0, { id: 'x' })],
		[
			'one comes in front and one between',
			({ rows: all }) => {
				all.splice(99, 0, { id: 'x' });
				all.unshift({ id: 'y' });
			},
		],
		['ties are ordered anew', reorder()],
		['ties are ordered anew, by a service that does not count', reorder(), uncounted],
		['ties are ordered anew, and there is one more', reorder(1)],
	])('is read anew where %s', async (...of) => {
		const [, change, alter] = of;
		const service = new ListService(rows(250), alter);
		service.afterwards = (request) => {
			if (request === 1) change(service);
		};
		const { outcome, records } = await service.read(undefined, undefined, true);
		expect([outcome, records]).toEqual(['accepted', service.rows]);
		expect(service.asked.filter(([skip]) => skip === 0)).toHaveLength(2);
	});

	it.each([
		['all', undefined, '0,100 99,100 198,100 250,100'],
		['what one page can hold', 50, '0,50'],
		// What came in front meanwhile may fill the beginning of a page.
		['a few more than that', 110, '0,100 99,100'],
	])('reads no page in vain where it does not grow: %s', async (_, limit, pages) => {
		const service = new ListService(rows(250));
		await service.read(limit, undefined, true);
		expect(service.asked.join(' ')).toBe(pages);
	});

	it('goes on where new ones come in front, and begins each page behind them', async () => {
		const service = new ListService(rows(250));
		service.afterwards = (request) => {
			if (request === 1) service.rows.unshift(...rows(5, 1000));
		};
		const { records } = await service.read(undefined, undefined, true);
		expect(records).toEqual(rows(250));
		expect(service.asked.join(' ')).toBe('0,100 99,100 198,100 255,100');
	});
});
