import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of this repository. */
export const repositoryRoot = path.resolve(__dirname, '../..');

/** The private package that holds the n8n under test, the Node.js it needs, and the browser driver. */
export const privatePackage = path.resolve(__dirname, '../n8n');

/** The private package that holds n8n's own checkers. */
export const lintPackage = path.join(repositoryRoot, 'test/lint');

/** @returns the version of n8n that the tests run, e.g. `2.40.7` */
export function n8nVersion(): string {
	const manifest = readFileSync(path.join(privatePackage, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** n8n's command line, run with {@link node24}. */
export const n8nCommand = path.join(privatePackage, 'node_modules/n8n/bin/n8n');

/** n8n needs Node.js 24, whatever version runs the tests. */
export const node24 = path.join(privatePackage, 'node_modules/node/bin/node');

export const packageName = 'n8n-nodes-card-bank-payments';
export const nodeType = `${packageName}.cardBankPayments`;
export const credentialType = 'cardBankPaymentsApi';

/** Takes a module of the n8n under test, or one that it brings along, which the root package cannot see. */
export function requireFromN8n<Module>(name: string): Module {
	const paths = [path.join(privatePackage, 'node_modules/n8n')];
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	return require(require.resolve(name, { paths })) as Module;
}
