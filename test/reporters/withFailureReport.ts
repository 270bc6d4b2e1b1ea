import { afterEach } from 'node:test';
import { failureReport } from '../../workbench/instance/failureReport';

// Import it where a test that fails is to be told with its last steps, the sandbox's ledger and n8n's log.
afterEach(async (context) => {
	// The types are of an older Node.js, whose tests could not tell.
	const { name, passed } = context as unknown as { name: string; passed: boolean };
	if (!passed) console.log(await failureReport(name));
});
