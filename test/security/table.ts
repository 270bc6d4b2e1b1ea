import path from 'node:path';
import { markdown, whole, writeParts } from '../../workbench/generatedParts';
import { readFigures, type Figures } from '../../workbench/figures';

/** Rewrites the table in SECURITY.md from the figures that the tests have left on this machine. */
const file = path.join(__dirname, '../../SECURITY.md');

interface Row {
	threat: string;
	defence: string;
	tests: string[];
	figures: string;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function rows(): Row[] {
	const secrets = readFigures('secrets');
	const tokens = readFigures('tokens');
	const locks = readFigures('locks');
	return [
		{
			threat: 'A token, the API key or the checksum secret leaks into what n8n stores or logs',
			defence:
				'Only our texts, and the service’s words without tokens, are put out; no request is kept',
			tests: ['test/n8n/suites/secrets.test.ts'],
			figures: leaks(secrets),
		},
		{
			threat: 'An account number gets into messages or logs',
			defence: 'Our texts and hints, and the service’s words in them, show its last four digits',
			tests: ['test/n8n/suites/secrets.test.ts', 'test/unit/executor/report/outsideTexts.test.ts'],
			figures: `${whole(secrets.accountNumbers)} account numbers looked for in ${whole(secrets.texts)} texts and the log: 0 found`,
		},
		{
			threat: 'A redirect carries a secret to another host',
			defence: 'No redirect is followed, whichever node asks',
			tests: ['test/unit/credential/authenticate.test.ts', 'test/engine/httpsOnly.test.ts'],
			figures: 'five statuses, to another host and to the same one: none is followed',
		},
		{
			threat: 'The Base URL points elsewhere, or somebody reads along',
			defence:
				'https only, but for this machine; the token goes to the origin of the Base URL alone',
			tests: ['test/engine/accounts.test.ts', 'test/unit/wire/baseUrl.test.ts'],
			figures: 'a plain http address of another host gets nothing from any operation',
		},
		{
			threat: 'Hostile answers: huge, endless, compressed bombs, deeply nested, not HTTP at all',
			defence: 'An answer is read up to 5 MB and 100 levels; what cannot be read is unknown',
			tests: ['test/security/answers/cases.ts', 'test/n8n/suites/hostileAnswers.test.ts'],
			figures: answered(readFigures('answers'), readFigures('realAnswers')),
		},
		{
			threat: 'Hostile input, from a public form, say: injection, prototype keys, huge texts',
			defence: 'Each value is checked by type and form; only declared fields are sent, as JSON',
			tests: ['test/security/fuzz/run.ts', 'test/engine/badInput.test.ts'],
			figures: fuzzed(readFigures('fuzz')),
		},
		{
			threat: 'Requests for tokens get an account locked, or executions break each other’s tokens',
			defence: 'One request for a token serves all executions of a process; a refusal ends the run',
			tests: ['test/n8n/suites/tokens.test.ts', 'test/engine/tokens.test.ts'],
			figures:
				`${tokens.executions} executions of ${tokens.payouts} payouts at once: ${tokens.cold} token request when cold, ` +
				`${tokens.expired} more after an expiry, ${tokens.refused} with a wrong API key`,
		},
		{
			threat: 'A token is used for another account, or at another host, than it was fetched for',
			defence:
				'A proof of Base URL, Token Path, Client ID and API Key stands beside it; without it, there is none',
			tests: ['test/engine/accounts.test.ts', 'test/n8n/suites/tokens.test.ts'],
			figures: `${tokens.ofTwoAccounts} payouts from two accounts of one credential: 0 from the wrong one`,
		},
		{
			threat: 'A dependency is taken over and gets into the package or the build',
			defence: 'No runtime dependencies; every package fixed by hash; install scripts off',
			tests: ['test/security/lockFiles.test.ts', 'test/n8n/suites/package.test.ts'],
			figures:
				`${whole(locks.packages)} packages in ${locks.files} lock files; ${locks.withInstallScript} have an install script, ` +
				`${locks.rebuilt.length} may run it (${locks.rebuilt.join(', ')})`,
		},
	];
}

function leaks({ secrets, forms, executions, places }: Figures['secrets']): string {
	const bytes = megabytes(sum(places.map((place) => place.bytes)));
	const found = sum(places.map((place) => place.found));
	return `${secrets} secrets in ${forms} forms, after ${whole(executions)} executions, in ${places.length} kinds of places (${bytes}): ${found} found`;
}

function answered(
	{ tried, failed, measured }: Figures['answers'],
	real: Figures['realAnswers'],
): string {
	const most = Math.max(...measured.map(({ grownByMegabytes }) => grownByMegabytes));
	return `${whole(tried)} bad answers: ${failed} wrong outcomes; memory grew by ${most} MB at most; on the real n8n, ${real.survived} of ${real.tried} times the next run worked`;
}

function fuzzed({ operations, violations }: Figures['fuzz']): string {
	const inputs = sum(operations.map((each) => each.inputs));
	const sent = sum(operations.map((each) => each.sent));
	return `${whole(inputs)} inputs over ${operations.length} kinds of requests, ${whole(sent)} of them sent: ${violations} broken rules`;
}

async function main(): Promise<void> {
	const cells = rows().map(({ threat, defence, tests, figures }) => {
		const links = tests.map((test) => `[${path.basename(test)}](${test})`).join(', ');
		return [threat, defence, links, figures];
	});
	const table = markdown([['Threat', 'Defence', 'Tests', 'Figures'], ...cells], 'left');
	await writeParts(file, { 'security:table': table });
}

main().catch((error: Error) => {
	console.error(
		`${error.message}\nRun npm test, npm run test:security and npm run test:n8n first.`,
	);
	process.exitCode = 1;
});
