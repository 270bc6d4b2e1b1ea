import { ProcessedStore } from '../../workbench/engine/processedStore';
import { storeContract } from './storeContract';

describe("the tests' own store of processed items, which stands for n8n's", () => {
	it.each(Object.entries(storeContract))('%s', async (_, holds) => {
		const workflowId = 'workflow-1';
		await holds({ store: new ProcessedStore((id) => id === workflowId), workflowId });
	});
});
