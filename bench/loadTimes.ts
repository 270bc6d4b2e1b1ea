import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { node24, packageName, privatePackage } from '../workbench/install/paths';

/** Loads node and credential as n8n does, which has loaded `n8n-workflow` long before. */
const loadScript = `
	require('n8n-workflow');
	const start = performance.now();
	const folder = process.argv[1];
	const { CardBankPayments } = require(folder + '/dist/nodes/CardBankPayments/CardBankPayments.node.js');
	const { CardBankPaymentsApi } = require(folder + '/dist/credentials/CardBankPaymentsApi.credentials.js');
	new CardBankPayments();
	new CardBankPaymentsApi();
	console.log(performance.now() - start);
`;

/**
 * Loads the package in one fresh process after the other.
 *
 * @param modules folder that the package is installed in
 * @returns milliseconds, by process
 */
export async function loadTimes(modules: string, count: number): Promise<number[]> {
	const times: number[] = [];
	// The first one also reads the files from the disk for all others.
	for (let process = 0; process <= count; process++) {
		const { stdout } = await promisify(execFile)(
			node24,
			['-e', loadScript, path.join(modules, packageName)],
			{
				cwd: privatePackage,
				env: { NODE_PATH: path.join(privatePackage, 'node_modules') },
			},
		);
		times.push(Number(stdout));
	}
	return times.slice(1);
}
