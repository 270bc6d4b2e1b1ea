import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { node24, packageName, privatePackage } from '../workbench/install/paths';

/** What is loaded, as n8n does it, which has loaded `n8n-workflow` long before: modules by their class. */
const loaded = {
	package: {
		CardBankPayments: `${packageName}/dist/nodes/CardBankPayments/CardBankPayments.node.js`,
		CardBankPaymentsApi: `${packageName}/dist/credentials/CardBankPaymentsApi.credentials.js`,
	},
	httpRequest: { HttpRequest: 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js' },
};

/** Milliseconds to load something in a fresh process, by process. */
export type LoadTimes = Record<keyof typeof loaded, number[]>;

const scriptFor = (modules: object) => `
	require('n8n-workflow');
	const start = performance.now();
	for (const [name, file] of Object.entries(${JSON.stringify(modules)})) new (require(file)[name])();
	console.log(performance.now() - start);
`;

/**
 * Loads the package and n8n's own HTTP Request node in turn, each in one fresh process after the other.
 *
 * @param modules folder that the package is installed in
 */
export async function loadTimes(modules: string, count: number): Promise<LoadTimes> {
	const times: LoadTimes = { package: [], httpRequest: [] };
	const NODE_PATH = [modules, path.join(privatePackage, 'node_modules')].join(path.delimiter);
	// The first ones also read the files from the disk for all others.
	for (let process = 0; process <= count; process++) {
		for (const what of ['package', 'httpRequest'] as const) {
			const script = ['-e', scriptFor(loaded[what])];
			const options = { cwd: privatePackage, env: { NODE_PATH } };
			const { stdout } = await promisify(execFile)(node24, script, options);
			if (process > 0) times[what].push(Number(stdout));
		}
	}
	return times;
}
