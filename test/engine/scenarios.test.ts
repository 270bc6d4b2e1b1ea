import { ProcessedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from './useSandbox';
import {
	scenarioCounts,
	scenarioNames,
	scenarios,
	scenariosInN8n,
	serviceOfScenarios,
} from '../scenarios/all';
import { playOnEngine } from '../scenarios/engineDriver';
import { storeContract } from '../scenarios/processedStore';

const sandbox = useSandbox(serviceOfScenarios);

describe.each(Object.entries(scenarios))('%s', (_, those) => playOnEngine(those, sandbox));

it('plays as many scenarios as there are proofs, and so does a whole n8n', () => {
	const inN8n = Object.keys(scenariosInN8n).length;
	expect({ onEngine: scenarioNames.size, inN8n }).toEqual(scenarioCounts);
});

describe("the tests' own store of processed items, which stands for n8n's", () => {
	it.each(Object.entries(storeContract))('%s', async (_, holds) => {
		const workflowId = 'workflow-1';
		await holds({ store: new ProcessedStore((id) => id === workflowId), workflowId });
	});
});
