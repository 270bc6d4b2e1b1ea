import {
	execute,
	killedAtFirstRequest,
	retryExecution,
	type Scenario,
} from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { playOnEngine } from '../scenarios/engineDriver';
import { retryScenarios } from '../scenarios/retry';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const COUNT = 7;
const scenario = (changes: Partial<Scenario> = {}): Scenario =>
	sandbox.payouts(COUNT, { credential: sandbox.credential(), ...changes });

playOnEngine(retryScenarios, sandbox);

it('reports as unknown what was under way when n8n was killed, and does not send it again', async () => {
	const oneByOne = { parameters: payoutParameters({ concurrency: 1 }) };
	const killed = await killedAtFirstRequest(scenario(oneByOne));
	// Looked up, it would end as accepted.
	const unasked = { parameters: payoutParameters({ lookUpUnclear: false }) };
	const { error } = await retryExecution(killed, scenario(unasked));
	expect(error?.message).toMatch(/^Item 1, order reference INV-0: .*may or may not/);
	expect(error?.description).toContain('Unknown, look these up (1): INV-0.');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

describe('in a loop', () => {
	it('pays what comes round again only once, and gives back the same answer', async () => {
		const laterItems = [payoutItems(3), payoutItems(1, 'NEW')];
		const { turns, error } = await execute(scenario({ items: payoutItems(2), laterItems }));
		expect(error).toBeUndefined();
		expect(turns.map((items) => items.map(({ json }) => json.orderReference))).toEqual([
			['INV-0', 'INV-1'],
			['INV-0', 'INV-1', 'INV-2'],
			['NEW-0'],
		]);
		expect(turns[1]?.[0]?.json).toEqual(turns[0]?.[0]?.json);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1, 'INV-2': 1, 'NEW-0': 1 });
	});
});
