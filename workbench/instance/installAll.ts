import { ensureChromium } from '../editor/chromium';
import { ensureCheckers, ensureN8n, ensureN8n1 } from './install';

/*
 * Installs everything that the tests on the real n8n need, in the order in which they need it, so
 * that it can go on beside the tests that need none of it.
 */

async function main(): Promise<void> {
	await ensureN8n(console.log);
	await ensureChromium(console.log);
	await ensureCheckers(console.log);
	await ensureN8n1(console.log);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
