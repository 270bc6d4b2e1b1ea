import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { sendOf } from '../../nodes/CardBankPayments/wire/field';
import { findInContract, readContract } from '../../workbench/contract/contract';
import { execute } from '../../workbench/engine/engine';
import {
	filledFields,
	parametersFromItem,
	goodItems,
	keyFieldOf,
	operationsUnderTest,
} from '../../workbench/engine/operations';
import { proofOf } from '../../workbench/servers/proof';
import { useSandbox } from './useSandbox';

// Payouts stay as they were answered.
const sandbox = useSandbox();

const JSON_TYPE = 'application/json';

const byItem = operationsUnderTest.filter((one) => keyFieldOf(one) !== undefined);

it.each(byItem)('$name keeps the order of items and their whole answers', async (operation) => {
	const items = goodItems(operation, 20);
	await sandbox.know(operation, items);
	const key = keyFieldOf(operation)!;
	const expected: IDataObject[] = [];
	for (const [index, item] of items.entries()) {
		const only = { [key]: String(item[key]) };
		const more = { nested: { list: [index, null, 'x'], text: '漢字' }, empty: null };
		const whole = { ...proofOf(item.orderReference), status: 'PROCESSING', ...more };
		const { form } = operation.operation.response;
		const body = form === 'page' ? { data: [whole], totalCount: 1 } : whole;
		expected.push(whole as IDataObject);
		// Pseudo-random, up to 36 ms.
		await sandbox.control.addFault({ ...only, kind: 'delay', delayMs: (index * 17) % 37 });
		await sandbox.control.addFault({ ...only, kind: 'answer', body });
	}
	const parameters = parametersFromItem(operation, { options: { concurrency: 10 } });
	const execution = await execute(sandbox.scenario(operation, items, { parameters }));
	expect(execution.items.map(({ json }) => json)).toEqual(expected);
	expect(execution.items.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
});

const withFields = operationsUnderTest.filter((one) => filledFields(one).length > 0);

it.each(withFields)(
	'$name sends nothing where an item is invalid, not even for a token',
	async (operation) => {
		const fields = filledFields(operation);
		for (const field of fields) {
			const [first, second] = goodItems(operation, 2);
			// A row with nothing in it is left out.
			const items = [first!, { ...second, [field.name]: fields.length === 1 ? '#N/A' : '' }];
			const credential = sandbox.credential();
			const { error } = await execute(sandbox.scenario(operation, items, { credential }));
			expect(error?.message).toMatch(
				/^Nothing was sent: 1 of 2 items .* (Item 2|\S+ \(item 2\)): /,
			);
			expect(error?.message).toContain(`: ${field.displayName} `);
		}
		expect(await sandbox.requests()).toEqual([]);
	},
);

it.each(operationsUnderTest)(
	'$name shows with Validate Only the very requests that a real run sends',
	async (operation) => {
		const given = goodItems(operation, 4);
		const altered = { baseUrl: `${sandbox.baseUrl}/ `, checksum: 'hmacSha256Json' };
		const credential = sandbox.pastedToken(altered);
		const run = async (validateOnly: boolean) => {
			const options = { validateOnly, simplify: true, concurrency: 1 };
			const parameters = parametersFromItem(operation, { options });
			return await execute({ credential, parameters, items: given });
		};
		await sandbox.know(operation, given);
		// From now on it refuses what is not signed.
		await sandbox.control.settings({ checksum: 'hmacSha256Json' });
		const { items } = await run(true);
		expect(await sandbox.requests()).toEqual([]);

		await run(false);
		// A list is asked once more, for what stands behind its last record, and a payout is asked for before.
		const requests = (await sandbox.requests()).filter(
			({ path, method }) => !/skip=[1-9]/.test(path) && method === operation.request.method,
		);
		// A list that all items ask for is read once.
		const isList = ['page', 'items'].includes(operation.operation.response.form);
		const isAskedOnce = isList && keyFieldOf(operation) === undefined;
		expect(items).toHaveLength(isAskedOnce ? 1 : given.length);
		expect(requests.map(({ status }) => status)).toEqual(items.map(() => 200));
		for (const [index, { method, path, headers, rawBody }] of requests.entries()) {
			const { request, outcome } = items[index]!.json as {
				request: Record<string, unknown>;
				outcome: string;
			};
			expect(outcome).toBe('notSent');
			const [address, query] = path.split('?');
			expect(request).toMatchObject({ method, url: `${sandbox.url}${address}` });
			const shown = new URLSearchParams((request.query ?? {}) as Record<string, string>);
			expect(shown.toString()).toBe(query ?? '');
			expect(JSON.stringify(request.body) ?? '').toBe(rawBody);
			expect(headers).toMatchObject({ accept: JSON_TYPE, 'content-type': JSON_TYPE });
			for (const [name, value] of Object.entries(request.headers as object)) {
				expect(headers[name.toLowerCase()]).toBe(value);
			}
		}
	},
);

const contract = readContract();
const listed = operationsUnderTest.filter(({ operation }) =>
	['page', 'items'].includes(operation.response.form),
);

it.each(listed)('$name asks for all that is set, and for nothing else', async (list) => {
	const { operation, chosen, required, optional } = list;
	const isPage = operation.response.form === 'page';
	const { url, properties } = findInContract(contract, list)!;
	const values = Object.fromEntries(
		properties.map(({ path, enum: choices }) => {
			const text = path.endsWith('Date') ? '2026-11-23' : 'A&B=C/1';
			return [path, String(choices?.at(-1) ?? text)];
		}),
	);
	const valueOf = (field: INodeProperties) => [field.name, values[sendOf(field).property!]!];
	const isAdded = (field: INodeProperties) => !operation.fields.includes(field);
	const parameters = {
		...{ ...chosen, filters: Object.fromEntries(optional.filter(isAdded).map(valueOf)) },
		...Object.fromEntries([...required, ...optional].filter((one) => !isAdded(one)).map(valueOf)),
	};
	await execute(sandbox.scenario(list, [{}], { parameters }));
	const [asked] = await sandbox.requests();
	const limit = chosen.returnAll === true ? '100' : '50';
	const page = isPage && { sortBy: 'createdAt', orderBy: 'ASC', limit, skip: '0' };
	const { pathname, searchParams } = new URL(asked!.path, sandbox.baseUrl);
	expect(pathname).toBe(`/third-parties${url}`);
	expect(Object.fromEntries(searchParams)).toEqual({ ...values, ...page });
});

const lists = listed.filter(({ operation }) => operation.response.form === 'page');

it.each(lists)('$name is read once where all items ask for the same, and says so', async (list) => {
	const three = goodItems(list, 3);
	await sandbox.know(list, three);
	const options = { simplify: true };
	const parameters = parametersFromItem(list, { filters: { startDate: '2020-01-01' }, options });
	const run = async (given: typeof three) =>
		await execute(sandbox.scenario(list, given, { parameters }));
	const { items, hints } = await run(three);
	const references = items.map(({ json }) => json.orderReference);
	expect(references).toEqual(three.map(({ orderReference }) => orderReference));
	expect(Object.keys(items[0]!.json).length).toBeLessThanOrEqual(10);
	expect(hints).toEqual([expect.stringContaining('it is read once')]);
	expect(await sandbox.requests()).toHaveLength(1);
	expect((await run(three.slice(2))).hints).toEqual([]);
});
