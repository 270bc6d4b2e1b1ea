import { execute } from '../../workbench/engine/engine';
import { fromItem, goodItems, operationsUnderTest } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

describe('Validate Only', () => {
	it.each(operationsUnderTest)(
		'sends nothing for $name and shows the very requests that a real run sends',
		async (operation) => {
			const given = goodItems(operation, 4);
			const altered = { baseUrl: `${sandbox.baseUrl}/ `, checksum: 'hmacSha256Json' };
			const scenario = (validateOnly: boolean) => ({
				credential: sandbox.pastedToken(altered),
				parameters: fromItem(operation, { options: { validateOnly, concurrency: 1 } }),
				items: given,
			});
			await sandbox.know(operation, given);
			const { items } = await execute(scenario(true));
			expect(await sandbox.requests()).toEqual([]);
			expect((await processedStore()).calls).toEqual([]);

			await execute(scenario(false));
			const requests = await sandbox.requests();
			expect(requests.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
			for (const [index, { method, path, headers, rawBody }] of requests.entries()) {
				const { request } = items[index]?.json as { request: Record<string, unknown> };
				const [address, query] = path.split('?');
				const more = [query && 'query', method === 'POST' && 'body'].filter(Boolean);
				expect(Object.keys(request)).toEqual(['method', 'url', 'headers', ...more]);
				expect(request).toMatchObject({ method, url: `${sandbox.url}${address}` });
				const shown = new URLSearchParams((request.query ?? {}) as Record<string, string>);
				expect(shown.toString()).toBe(query ?? '');
				expect(JSON.stringify(request.body) ?? '').toBe(rawBody);
				for (const [name, value] of Object.entries(request.headers as object)) {
					expect(headers[name.toLowerCase()]).toBe(value);
				}
			}
			const places = items.map(({ pairedItem }) => pairedItem);
			expect(places).toEqual([0, 1, 2, 3].map((item) => ({ item })));
		},
	);
});
