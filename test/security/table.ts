import path from 'node:path';
import { markdown, whole, writeParts } from '../../workbench/generatedParts';
import { readFigures, type Figures } from '../../workbench/figures';

/** Rewrites the table in SECURITY.md from the figures that the tests have left on this machine. */
const file = path.join(__dirname, '../../SECURITY.md');

interface Threat {
	threat: string;
	defence: string;
	/** Paths from the root. */
	tests: string[];
	/** @throws NoFigures where these tests have not run here */
	figures: () => string;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

export const threats: Threat[] = [
	{
		threat: 'A secret leaks into what n8n stores or logs',
		defence: 'Only our texts, and the service’s without tokens, come out',
		tests: ['test/n8n/suites/secrets.test.ts'],
		figures: () => leaks(readFigures('secrets')),
	},
	{
		threat: 'An account number gets into messages or logs',
		defence: 'Only its last four digits are shown',
		tests: ['test/n8n/suites/secrets.test.ts', 'test/unit/executor/report/outsideTexts.test.ts'],
		figures: () => {
			const { accountNumbers, texts } = readFigures('secrets');
			return `${whole(accountNumbers)} looked for in ${whole(texts)} texts: 0 found`;
		},
	},
	{
		threat: 'A redirect carries a secret away',
		defence: 'No redirect is followed, whichever node asks',
		tests: ['test/n8n/suites/redirects.test.ts', 'test/engine/httpsOnly.test.ts'],
		figures: () => {
			const { redirects, arrived } = readFigures('addresses');
			return `${whole(redirects)} redirected requests: ${arrived} arrived`;
		},
	},
	{
		threat: 'The Base URL points elsewhere, or somebody reads along',
		defence: 'https, but for this machine; tokens go to the Base URL’s origin alone',
		tests: ['test/n8n/suites/redirects.test.ts', 'test/unit/wire/baseUrl.test.ts'],
		figures: () => {
			const { hosts, arrived } = readFigures('addresses');
			return `${whole(hosts)} hosts that look like this machine: ${arrived} requests`;
		},
	},
	{
		threat: 'Hostile responses: huge, endless, compressed, nested, not HTTP',
		defence: 'Read up to 5 MB and 100 levels; the rest is unknown',
		tests: ['test/security/answers/cases.ts', 'test/n8n/suites/hostileAnswers.test.ts'],
		figures: () => answered(readFigures('answers')),
	},
	{
		threat: 'Hostile input, from a public form',
		defence: 'Values are checked by form; only declared fields are sent, as JSON',
		tests: ['test/security/fuzz/run.ts', 'test/engine/badInput.test.ts'],
		figures: () => fuzzed(readFigures('fuzz')),
	},
	{
		threat: 'Token requests lock an account, or break others’ tokens',
		defence: 'One request serves all executions; a refusal ends the run',
		tests: ['test/n8n/suites/tokens.test.ts', 'test/engine/tokens.test.ts'],
		figures: () => {
			const { executions, cold, expired } = readFigures('tokens');
			return `${executions} executions at once: ${cold} request when cold, ${expired} after an expiry`;
		},
	},
	{
		threat: 'A token is used for another account or host than it was fetched for',
		defence: 'A proof of Base URL, Token Path, Client ID and API Key is bound to it',
		tests: ['test/engine/accounts.test.ts', 'test/n8n/suites/tokens.test.ts'],
		figures: () =>
			`${readFigures('tokens').ofTwoAccounts} payouts from two accounts: 0 from the wrong one`,
	},
	{
		threat: 'A dependency is taken over',
		defence: 'No runtime dependencies; packages fixed by hash; install scripts off',
		tests: ['test/security/lockFiles.test.ts', 'test/n8n/suites/package.test.ts'],
		figures: () => {
			const { packages, rebuilt } = readFigures('locks');
			return `${whole(packages)} packages, ${rebuilt.length} may run install scripts`;
		},
	},
];

/** The first cells of a row, which no run of the tests changes. */
export const fixedCells = ({ threat, defence, tests }: Threat) => [
	threat,
	defence,
	tests.map((test) => `[${path.basename(test)}](${test})`).join(', '),
];

function leaks({ secrets, executions, places }: Figures['secrets']): string {
	const bytes = megabytes(sum(places.map((place) => place.bytes)));
	const found = sum(places.map((place) => place.found));
	return `${secrets} secrets, ${whole(executions)} executions, ${bytes}: ${found} found`;
}

function answered({ tried, failed }: Figures['answers']): string {
	return `${whole(tried)} bad responses: ${failed} wrong outcomes`;
}

function fuzzed({ operations, violations }: Figures['fuzz']): string {
	const inputs = sum(operations.map((each) => each.inputs));
	return `${whole(inputs)} inputs: ${violations} broken rules`;
}

async function main(): Promise<void> {
	const rows = threats.map((threat) => [...fixedCells(threat), threat.figures()]);
	const table = markdown([['Threat', 'Defence', 'Tests', 'Figures'], ...rows], 'left');
	await writeParts(file, { 'security:table': table });
}

if (require.main === module) {
	main().catch((error: Error) => {
		console.error(
			`${error.message}\nRun npm test, npm run test:security and npm run test:n8n first.`,
		);
		process.exitCode = 1;
	});
}
