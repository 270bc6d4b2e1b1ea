import { ProcessedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from './useSandbox';
import { playOnEngine } from '../scenarios/engineDriver';
import { errorModeScenarios } from '../scenarios/errorModes';
import { guardScenarios } from '../scenarios/guard';
import { operationScenarios } from '../scenarios/operations';
import { storeContract } from '../scenarios/processedStore';
import { retryScenarios } from '../scenarios/retry';
import { unclearScenarios } from '../scenarios/unclear';

// A service that pays whatever it is sent, and payouts that stay as they were answered.
const sandbox = useSandbox({ uniqueOrderReferences: false, settlementMs: 600_000 });

describe('a retry', () => playOnEngine(retryScenarios, sandbox));
describe('the guard', () => playOnEngine(guardScenarios, sandbox));
describe('an unclear payout', () => playOnEngine(unclearScenarios, sandbox));
describe('a run', () => playOnEngine(errorModeScenarios, sandbox));
describe('an operation', () => playOnEngine(operationScenarios, sandbox));

describe("the tests' own store of processed items, which stands for n8n's", () => {
	it.each(Object.entries(storeContract))('%s', async (_, holds) => {
		const workflowId = 'workflow-1';
		await holds({ store: new ProcessedStore((id) => id === workflowId), workflowId });
	});
});
