import { type OnError } from 'n8n-workflow';
import { nodeIn } from '../../workbench/engine/alteredContext';
import { execute } from '../../workbench/engine/engine';
import { operationsUnderTest } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { engineDriver, playOnEngine } from '../scenarios/engineDriver';
import { errorModeScenarios } from '../scenarios/errorModes';
import { sendsNothing } from '../scenarios/operations';

const sandbox = useSandbox();

const continueModes: OnError[] = ['continueRegularOutput', 'continueErrorOutput'];

playOnEngine(errorModeScenarios, sandbox);

describe('stop', () => {
	it.each(operationsUnderTest)(
		'sends nothing for $name when two of four items are invalid, and names each',
		async (operation) => await sendsNothing(engineDriver(sandbox), operation),
	);
});

it.each(continueModes)(
	'keeps all outcomes when n8n answers nothing after sending (%s)',
	async (onError) => {
		let isSent = false;
		const credential = sandbox.credential();
		credential.beforeRequest = () => (isSent = true);
		const nodeType = nodeIn(({ getNodeParameter }) => ({
			getNodeParameter: ((...call: Parameters<typeof getNodeParameter>) => {
				if (isSent) throw new Error('Too late');
				return getNodeParameter(...call);
			}) as typeof getNodeParameter,
		}));
		const options = { concurrency: 1 };
		const { outputs, error } = await execute(
			sandbox.payouts(3, { options, credential, onError, nodeType }),
		);
		expect(error).toBeUndefined();
		const references = outputs.flat().map(({ json }) => json.orderReference);
		expect(references).toEqual(['INV-0', 'INV-1', 'INV-2']);
		expect(Object.values(await sandbox.paid())).toEqual([1, 1, 1]);
	},
);
