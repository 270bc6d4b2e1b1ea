import { parse, stringify } from 'flatted';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	execute,
	retryExecution,
	type EngineExecution as Ended,
	type EngineScenario,
} from '../../workbench/engine/engine';
import type { EngineCredential } from '../../workbench/engine/credentials';
import { payoutParameters } from '../../workbench/engine/operations';
import type { TestSandbox } from '../../workbench/engine/sandbox';
import type { Execution } from '../../workbench/executions/executions';
import { pastedToken } from '../../workbench/servers/sandboxClient';
import type { Driver, Order, Scenarios } from './driver';

/** Plays a scenario on n8n-core's engine, which has no workflows and credentials but these. */
export function engineDriver(sandbox: TestSandbox): Driver {
	const runs = new Map<Execution, { scenario: EngineScenario; ended: Ended }>();
	const credentials = new Map<string, EngineCredential>();
	let workflows = 0;

	const credentialOf = ({ credential = pastedToken }: Order) => {
		const key = JSON.stringify(credential);
		const stored =
			credentials.get(key) ?? sandbox.credential(credential as ICredentialDataDecryptedObject);
		credentials.set(key, stored);
		return stored;
	};
	const note = async (scenario: EngineScenario, running: Promise<Ended>): Promise<Execution> => {
		const ended = await running;
		const { status, data } = ended.run;
		const execution = { status, data: parse(stringify(data)) } as Execution;
		runs.set(execution, { scenario, ended });
		return execution;
	};
	const pay = async (order: Order) => {
		const credential = credentialOf(order);
		const workflowId = `workflow-${++workflows}`;
		const scenario = { parameters: payoutParameters(), ...order, credential, workflowId };
		return await note(scenario, execute(scenario));
	};
	return {
		control: sandbox.control,
		// A copy in the realm of the test, whose assertions compare prototypes.
		ledger: async () => JSON.parse(JSON.stringify(await sandbox.ledger())),
		pay,
		async again(execution) {
			const { scenario } = runs.get(execution)!;
			return await note(scenario, execute(scenario));
		},
		async retry(execution) {
			const { scenario, ended } = runs.get(execution)!;
			if (execution.status === 'success') throw new Error('A success cannot be retried');
			return await note(scenario, retryExecution(ended, scenario));
		},
	};
}

/** Plays all of them, each as a test. */
export function playOnEngine(scenarios: Scenarios, sandbox: TestSandbox): void {
	it.each(Object.entries(scenarios))('%s', async (_, play) => await play(engineDriver(sandbox)));
}
