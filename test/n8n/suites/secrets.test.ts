import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { OnError } from 'n8n-workflow';
import type { Fault } from '../../../sandbox';
import { broadCases } from '../../faults/faultCases';
import { startForwarder } from '../../security/secrets/forwarder';
import { filesBelow, ownTexts } from '../../security/secrets/places';
import { SecretSearch } from '../../security/secrets/search';
import type { StoredCredential } from '../../../workbench/workflows/definition';
import { query } from '../../../workbench/instance/database';
import { outputOf, type Execution } from '../../../workbench/executions/executions';
import { forSuite, useFixture } from '../forSuite';
import { listBanks } from '../../../workbench/instance/listBanks';
import { requestNode } from '../../../workbench/workflows/requestNode';
import { freePort } from '../../../workbench/servers/ports';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

const marked = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
const kinds = ['API key', 'access token', 'checksum secret'];
const secrets = new Map(
	kinds
		.flatMap((name) => [name, `wrong ${name}`])
		.map((name) => [name, marked(name.replaceAll(' ', '-'))]),
);
const secret = (name: string) => secrets.get(name) as string;
/** Proves that the search finds what is there. */
const canary = marked('canary');

/** The faults of one item; of a pasted token that is refused a run ends, so that comes last. */
const isRefusedToken = ({ kind }: Fault) => Number(kind === 'expiredToken');
const itemFaults = broadCases
	.filter(({ affects }) => affects === 'item')
	.map(({ faults }) => faults[0]!)
	.sort((a, b) => isRefusedToken(a) - isRefusedToken(b));

/** Account numbers that nothing else contains. */
const accountNumbers: string[] = [];
function newAccount(): string {
	const random = String(randomBytes(4).readUInt32BE()).padStart(10, '0');
	accountNumbers.push(`77${String(accountNumbers.length).padStart(4, '0')}${random}`);
	return accountNumbers.at(-1)!;
}
/** What the service calls a payment; a part of it may read like the beginning of an account number. */
const uuid = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

describe('after runs with every fault and marked secrets, at log level debug', () => {
	const fixture = useFixture();
	const forwarder = forSuite(async () => await startForwarder(fixture.sandbox.port));
	const executions: Execution[] = [];
	/** What n8n answered to credential tests and bank lists. */
	const answers: string[] = [];

	before(async () => {
		await fixture.control.reset({ ...shared, accessToken: secret('access token') });
	});

	/** What the service and a credential that generates its tokens have in common. */
	const shared = {
		apiKey: secret('API key'),
		checksum: 'hmacSha256Json',
		checksumSecret: secret('checksum secret'),
	} as const;
	const generated = () => ({
		...shared,
		baseUrl: `http://127.0.0.1:${forwarder.port}/third-parties`,
	});
	const pasted = () => ({
		...generated(),
		authentication: 'accessToken',
		accessToken: secret('access token'),
		apiKey: '',
	});

	let runs = 0;
	const payoutsTo = (count: number): Array<Record<string, unknown>> =>
		samplePayouts(count, `RUN${++runs}`).map((item) => ({ ...item, accountNumber: newAccount() }));

	async function pay(
		items: Array<Record<string, unknown>>,
		credential: StoredCredential,
		onError: OnError = 'stopWorkflow',
	): Promise<Execution> {
		// Nothing is waited for that never comes: a late answer, a payment that was not made.
		const options = { concurrency: 1, timeout: 1_000, maximumWait: 0 };
		const node = { parameters: { ...fromItem.createBankPayout, options }, onError };
		const execution = await fixture.pay(items, node, credential);
		executions.push(execution);
		return execution;
	}

	/** Pays with a new credential, and lets n8n send what it sends besides: at once, since most of it waits. */
	async function useEverywhere(changes: { baseUrl: string }): Promise<void> {
		const credential = await fixture.createCredential(changes);
		// Never one that is known: of a 200 that is no JSON, n8n's own node keeps the whole request.
		const lookUp = requestNode(`${changes.baseUrl}/payouts/NEVER-MADE`);
		await Promise.all([
			pay(payoutsTo(2), credential),
			pay(payoutsTo(2), credential, 'continueErrorOutput'),
			fixture.api.testCredential(credential).then((one) => answers.push(JSON.stringify(one))),
			listBanks(fixture.api, credential).then((one) => answers.push(one)),
			fixture.pay([{}], lookUp, credential).then((one) => executions.push(one)),
		]);
	}

	it('payouts meet every fault', async () => {
		for (const changes of [generated(), pasted()]) {
			const credential = await fixture.createCredential(changes);
			// Each faulty item is followed by a good one: three unclear ones in a row would end the run.
			const items = payoutsTo(itemFaults.length * 2);
			for (const [index, fault] of itemFaults.entries()) {
				const orderReference = String(items[index * 2]!.orderReference);
				await fixture.control.addFault({ ...fault, orderReference });
			}
			const ended = await pay(items, credential, 'continueErrorOutput');
			const outputs = [0, 1].flatMap((output) => outputOf(ended, output));
			assert.equal(outputs.length, items.length, 'every item has an outcome');
		}
	});

	it('payouts stop at every fault, and at wrong secrets', async () => {
		const credential = await fixture.createCredential(generated());
		const runsWithFaults = itemFaults.map(async (fault) => {
			const items = payoutsTo(2);
			const orderReference = String(items[0]!.orderReference);
			const operation = 'createBankPayout';
			await fixture.control.addFault({ ...fault, operation, orderReference, times: 5 });
			await pay(items, credential);
		});
		await Promise.all(runsWithFaults);
		const gone = `http://127.0.0.1:${await freePort()}/third-parties`;
		const wrong = [
			{ ...generated(), apiKey: secret('wrong API key') },
			{ ...pasted(), accessToken: secret('wrong access token') },
			{ ...generated(), checksumSecret: secret('wrong checksum secret') },
			{ ...generated(), baseUrl: gone },
			{ ...pasted(), baseUrl: gone },
			{ ...generated(), baseUrl: 'http://payments.example.com' },
		];
		await Promise.all(wrong.map(useEverywhere));
	});

	it('whatever else n8n sends meets faults, as do requests for tokens', async () => {
		for (const kind of [
			undefined,
			'dropBefore',
			'statusBefore',
			'malformedJson',
			'redirect',
		] as const) {
			if (kind !== undefined) await fixture.control.addFault({ kind, times: 99 });
			await Promise.all([generated(), pasted()].map(useEverywhere));
			await fixture.control.clearFaults();
		}
		assert.match(answers.join(), /CRDB Bank/);
		assert.match(answers.join(), /Connection successful/);
	});

	it('no secret is in the database, the log, the stored executions or the page of the sandbox', async () => {
		const credential = await fixture.createCredential(pasted());
		const [item] = samplePayouts(1);
		await pay([{ ...item, orderReference: canary }], credential);

		const tokens = forwarder.tokens();
		assert.ok(tokens.length > 2, 'tokens were issued');
		for (const [index, token] of tokens.entries()) secrets.set(`issued token ${index}`, token);
		// The wire itself is no place to hide secrets in: it shows that they were really used.
		const onTheWire = new SecretSearch(secrets).search('wire', forwarder.everything());
		for (const name of ['API key', 'wrong API key', 'access token', 'wrong access token']) {
			assert.ok(onTheWire.includes(name), `${name} was never sent`);
		}

		const search = new SecretSearch(new Map([...secrets, ['canary', canary]]));
		const { userFolder, log } = fixture.n8n;
		const namesOfTables = "SELECT name FROM sqlite_master WHERE type = 'table'";
		for (const { name } of await query<{ name: string }>(userFolder, namesOfTables)) {
			const rows = await query<object>(userFolder, `SELECT * FROM "${name}"`);
			search.search('rows', rows.map((row) => Object.values(row).join('\n')).join('\n'));
		}
		for (const execution of executions) search.search('executions', JSON.stringify(execution));
		search.search('answers to credential tests and bank lists', answers.join('\n'));
		search.search('page of the sandbox', await (await fetch(fixture.sandbox.url)).text());
		search.search('log on the console', log());
		for (const file of await filesBelow(path.join(userFolder, '.n8n'))) {
			const isDatabase = path.basename(file).startsWith('database');
			search.search(isDatabase ? 'database' : 'other files', await readFile(file));
		}

		assert.match(log(), /debug/, 'the log has no debug messages');
		const canaries = search.findings.filter((one) => one.secret === 'canary');
		const seen = new Set(canaries.map(({ place }) => place));
		for (const place of ['rows', 'executions', 'database', 'page of the sandbox']) {
			assert.ok(seen.has(place), `the search is blind in the ${place}`);
		}
		const leaks = search.findings.filter((one) => one.secret !== 'canary');
		assert.deepEqual(leaks, []);
	});

	it('account numbers are in the input and in the answers of the service, and nowhere else', () => {
		const texts = executions.flatMap(ownTexts);
		assert.ok(texts.length > executions.length);
		const all = texts.join('\n');
		const log = fixture.n8n.log();
		const isShown = (account: string) => all.includes(account) || log.includes(account);
		assert.deepEqual(accountNumbers.filter(isShown), []);
		// The last four digits may be shown; where more are, the beginning is among them.
		assert.doesNotMatch(all.replaceAll(uuid, ''), /\b77\d{8,}/);
	});
});
