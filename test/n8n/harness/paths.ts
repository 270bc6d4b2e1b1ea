import path from 'node:path';

/** The folder of this repository. */
export const repositoryRoot = path.resolve(__dirname, '../../..');

/** The private package that holds the real n8n, the Node.js it needs, and the browser driver. */
export const privatePackage = path.resolve(__dirname, '..');

/** n8n's command line, run with {@link node24}. */
export const n8nCommand = path.join(privatePackage, 'node_modules/n8n/bin/n8n');

/** n8n 2 needs Node.js 24, whatever version runs the tests. */
export const node24 = path.join(privatePackage, 'node_modules/node/bin/node');

export const packageName = 'n8n-nodes-card-bank-payments';
export const nodeType = `${packageName}.cardBankPayments`;
export const credentialType = 'cardBankPaymentsApi';

/** Takes a module from the private package, which the root package cannot see. */
export function requirePrivate<Module>(name: string): Module {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	return require(require.resolve(name, { paths: [privatePackage] })) as Module;
}
