import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { node24, packageName, privatePackage } from '../workbench/install/paths';

/** What n8n loads, by its class. */
const loaded = {
	node: {
		CardBankPayments: `${packageName}/dist/nodes/CardBankPayments/CardBankPayments.node.js`,
		CardBankPaymentsApi: `${packageName}/dist/credentials/CardBankPaymentsApi.credentials.js`,
	},
	beside: { HttpRequest: 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js' },
};

/** n8n has loaded `n8n-workflow` long before any node. */
const scriptFor = (modules: object) => `
	require('n8n-workflow');
	const start = performance.now();
	for (const [name, file] of Object.entries(${JSON.stringify(modules)})) new (require(file)[name])();
	console.log(performance.now() - start);
`;

/**
 * Loads the package, and n8n's own HTTP Request node, each in a fresh process.
 *
 * @param userFolder of an n8n that the package is installed in
 * @returns what measures the milliseconds
 */
export function loadTimes(userFolder: string) {
	const modules = path.join(userFolder, '.n8n/nodes/node_modules');
	const NODE_PATH = [modules, path.join(privatePackage, 'node_modules')].join(path.delimiter);
	const load = async (what: object) => {
		const options = { cwd: privatePackage, env: { NODE_PATH } };
		const { stdout } = await promisify(execFile)(node24, ['-e', scriptFor(what)], options);
		return Number(stdout);
	};
	return {
		node: async () => await load(loaded.node),
		beside: async () => await load(loaded.beside),
	};
}
