import type { INodeParameters } from 'n8n-workflow';
import { execute, type Execution, type Scenario } from '../../workbench/engine/engine';
import {
	fromItem,
	goodItems,
	initiate,
	operationsUnderTest,
	payoutItems,
	preview,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();
const onError = 'continueRegularOutput';

/** Payouts of these amounts, in this order. */
const pay = async (
	amounts: number[],
	options: INodeParameters,
	changes: Partial<Scenario> = {},
) => {
	const items = payoutItems(amounts.length).map((item, at) => ({ ...item, amount: amounts[at]! }));
	return await execute(sandbox.payouts(amounts.length, { options, items, ...changes }));
};

const messages = ({ items }: Execution) => items.map(({ json }) => json.message);

describe('Maximum Amount', () => {
	it('sends nothing when one payout is a cent above it', async () => {
		const { error } = await pay([1, 500.01], { maximumAmount: 500 });
		expect(error?.message).toMatch(
			/Item 2, order reference INV-1: Amount is 500\.01 TZS, above the Maximum Amount of 500\.00/,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('leaves out only what is above it in continue mode', async () => {
		const execution = await pay([501, 500, 502], { maximumAmount: 500 }, { onError });
		expect(messages(execution)[2]).toContain('above the Maximum Amount');
		expect(await sandbox.paid()).toEqual({ 'INV-1': 1 });
	});
});

it('Maximum Total sends none of them when they are a cent above it, in any error mode', async () => {
	const { error } = await pay([0.1, 0.2, 0.31], { maximumTotal: 0.6 });
	expect(error?.message).toContain('The payouts of this run total 0.61 TZS');
	const execution = await pay([0.1, 0.2, 0.31], { maximumTotal: 0.6 }, { onError });
	const reason = expect.stringContaining('above the Maximum Total of 0.60');
	expect(messages(execution)).toEqual([reason, reason, reason]);
	expect(await sandbox.requests()).toEqual([]);
});

describe('an order reference that is used twice in one run', () => {
	const run = async (operation: OperationUnderTest) => {
		const [first, second, third] = goodItems(operation, 3);
		const again = { ...third, orderReference: first!.orderReference };
		return await execute(sandbox.scenario(operation, [first!, second!, again]));
	};
	const clash = (one: number, other: number) =>
		`Item ${one + 1}, order reference INV-0: Order Reference is the same as that of item ${other + 1}`;

	it.each(operationsUnderTest.filter(({ operation }) => operation.effect !== 'none'))(
		'is refused by $name before anything is sent',
		async (operation) => {
			const { error } = await run(operation);
			expect(error?.description).toContain(clash(0, 2));
			expect(error?.description).toContain(clash(2, 0));
			expect(await sandbox.requests()).toEqual([]);
		},
	);

	it('is fine in a preview, which uses none up', async () => {
		expect((await run(preview)).items).toHaveLength(3);
		expect((await run(initiate)).error).toBeDefined();
	});
});

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

	it('shows what would be refused, too', async () => {
		const execution = await pay([1, -1, 2], { validateOnly: true }, { onError });
		const shown = execution.items.map(({ json }) => Object.keys(json)[0]);
		expect(shown).toEqual(['request', 'error', 'request']);
		expect((await pay([1, -1], { validateOnly: true })).error?.message).toContain('Item 2');
	});
});
