import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { broadCases, LONG_TIMEOUT_MS, type FaultCase } from '../../faults/faultCases';
import { Forwarder } from '../../security/secrets/forwarder';
import { filesBelow, ownTexts } from '../../security/secrets/places';
import { SecretSearch } from '../../security/secrets/search';
import type { StoredCredential } from '../../../workbench/instance/api';
import { query } from '../../../workbench/instance/database';
import { lastRunOf, type Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { listBanks, requestNode } from '../../../workbench/servers/otherRequests';
import { freePort } from '../../../workbench/servers/ports';
import {
	fromItem,
	nodeNames,
	sampleCardPayments,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

/** Long enough for a busy machine, short enough to wait for what never comes. */
const SLOW_TIMEOUT_MS = 1_000;

const marked = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
const secrets = new Map(
	[
		...['API key', 'wrong API key', 'access token', 'wrong access token'],
		...['checksum secret', 'wrong checksum secret'],
	].map((name) => [name, marked(name.replaceAll(' ', '-'))]),
);
const secret = (name: string) => secrets.get(name) as string;
/** Proves that the search finds what is there. */
const canary = marked('canary');

const operations = ['initiate', 'preview', 'createBankPayout'] as const;
type Operation = (typeof operations)[number];
const serviceOperations = {
	initiate: 'initiateCardPayment',
	preview: 'previewCardPayment',
	createBankPayout: 'createBankPayout',
} as const;

const endsRun = ({ faults }: FaultCase) => faults.some(({ kind }) => kind === 'expiredToken');

/** Account numbers that nothing else contains. */
let accounts = 0;
const newAccount = () => `77${digits(++accounts, 4)}${digits(randomBytes(4).readUInt32BE(), 10)}`;
const digits = (value: number, length: number) => String(value).padStart(length, '0');
const accountNumbers: string[] = [];
/** What the service calls a payment; a part of it may read like the beginning of an account number. */
const uuid = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

describe('after a run of every fault with marked secrets, at log level debug', () => {
	const fixture = useFixture({ env: { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' } });
	let forwarder: Forwarder;
	let search: SecretSearch;
	const executions: Execution[] = [];
	/** What n8n answered to credential tests and bank lists. */
	const answers: string[] = [];

	before(async () => {
		forwarder = await new Forwarder(fixture.sandbox.port).start();
		await fixture.control.reset({ ...shared, accessToken: secret('access token') });
	});
	after(async () => await forwarder?.stop());

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

	let references = 0;
	function itemsOf(operation: Operation, count: number): Array<Record<string, unknown>> {
		const prefix = `RUN${++references}`;
		if (operation !== 'createBankPayout') return sampleCardPayments(count, prefix);
		return samplePayouts(count, prefix).map((item) => {
			const accountNumber = newAccount();
			accountNumbers.push(accountNumber);
			return { ...item, accountNumber };
		});
	}

	async function run(
		operation: Operation,
		items: object[],
		credential: StoredCredential,
		{ timeout = LONG_TIMEOUT_MS, goesOn = false, lookUpUnclear = false } = {},
	): Promise<Execution> {
		// Nothing is waited for that never comes: a payment that was not made, a lasting refusal.
		const options = { concurrency: 1, timeout, lookUpUnclear, maximumWait: 0 };
		const parameters = { ...fromItem[operation], options };
		const onError = goesOn ? 'continueErrorOutput' : 'stopWorkflow';
		const execution = await fixture.pay(items, { parameters, onError }, credential);
		executions.push(execution);
		return execution;
	}

	/** Each faulty item is followed by a good one: three unclear ones in a row would end the run. */
	async function runInOneExecution(
		operation: Operation,
		cases: FaultCase[],
		credential: StoredCredential,
		settings: { timeout?: number; lookUpUnclear?: boolean } = {},
	): Promise<void> {
		const items = itemsOf(operation, cases.length * 2);
		for (const [index, { faults }] of cases.entries()) {
			const orderReference = items[index * 2]?.orderReference as string;
			const fault = { ...faults[0]!, operation: serviceOperations[operation] };
			await fixture.control.addFault({ ...fault, orderReference });
		}
		const execution = await run(operation, items, credential, { ...settings, goesOn: true });
		const ended = lastRunOf(execution, nodeNames.payments).data?.main ?? [];
		assert.equal(ended.flat().length, items.length, 'every item has an outcome');
	}

	for (const [authentication, changes] of [
		['a client ID and an API key', generated],
		['a pasted access token', pasted],
	] as const) {
		for (const operation of operations) {
			it(`${operation} with ${authentication} meets every fault`, async () => {
				const credential = await fixture.createCredential(changes());
				const striking = broadCases
					.filter(({ strikes }) => strikes === 'item')
					// A pasted token that is refused ends the run.
					.sort((a, b) => Number(endsRun(a)) - Number(endsRun(b)));
				const quick = striking.filter(({ slow }) => !slow);
				const slow = striking.filter((each) => each.slow);
				const isAfter = ({ faults }: FaultCase) =>
					faults.every(({ kind }) => !kind.endsWith('Before'));
				const others = quick.filter((each) => !isAfter(each));
				const lookUpUnclear = true;
				await runInOneExecution(operation, quick.filter(isAfter), credential, { lookUpUnclear });
				await runInOneExecution(operation, others, credential);
				await runInOneExecution(operation, slow, credential, { timeout: SLOW_TIMEOUT_MS });
				// What one execution after the other leaves behind does not depend on the operation.
				if (operation !== 'createBankPayout') return;
				for (const { faults, slow: isSlow, name } of striking) {
					await fixture.control.clearFaults();
					const fault = { ...faults[0]!, operation: serviceOperations[operation] };
					await fixture.control.addFault({ ...fault, times: 5 });
					const timeout = isSlow ? SLOW_TIMEOUT_MS : LONG_TIMEOUT_MS;
					const { status } = await run(operation, itemsOf(operation, 2), credential, { timeout });
					assert.match(status, /^(error|success)$/, name);
				}
				await fixture.control.clearFaults();
			});
		}
	}

	it('tokens that cannot be had, wrong secrets and a service that is gone', async () => {
		for (const { faults } of broadCases.filter(({ strikes }) => strikes === 'token')) {
			const fresh = await fixture.createCredential(generated());
			for (const fault of faults) await fixture.control.addFault(fault);
			const { status } = await run('createBankPayout', itemsOf('createBankPayout', 2), fresh);
			assert.equal(status, 'error', JSON.stringify(faults));
			await fixture.control.clearFaults();
		}
		const gone = `http://127.0.0.1:${await freePort()}/third-parties`;
		for (const changes of [
			{ ...generated(), apiKey: secret('wrong API key') },
			{ ...pasted(), accessToken: secret('wrong access token') },
			{ ...generated(), checksumSecret: secret('wrong checksum secret') },
			{ ...generated(), baseUrl: gone },
			{ ...pasted(), baseUrl: gone },
			{ ...generated(), baseUrl: 'http://payments.example.com' },
		]) {
			const credential = await fixture.createCredential(changes);
			for (const goesOn of [false, true]) {
				await run('createBankPayout', itemsOf('createBankPayout', 2), credential, { goesOn });
			}
			answers.push(JSON.stringify(await fixture.api.testCredential(credential)));
			answers.push(await listBanks(fixture.api, credential));
		}
	});

	it('the test of the credential, the list of banks and n8n’s HTTP Request node', async () => {
		const kinds = [undefined, 'dropBefore', 'statusBefore', 'malformedJson', 'redirect'] as const;
		for (const changes of [generated(), pasted()]) {
			for (const kind of kinds) {
				const credential = await fixture.createCredential(changes);
				const strike = async () => {
					await fixture.control.clearFaults();
					if (kind !== undefined) await fixture.control.addFault({ kind, times: 3 });
				};
				await strike();
				answers.push(JSON.stringify(await fixture.api.testCredential(credential)));
				await strike();
				answers.push(await listBanks(fixture.api, credential));
				await strike();
				const lookUp = requestNode(`${changes.baseUrl}/payouts/RUN1-001`);
				executions.push(await fixture.pay([{}], lookUp, credential));
			}
		}
		await fixture.control.clearFaults();
		assert.match(answers.join(), /CRDB Bank/);
		assert.match(answers.join(), /Connection successful/);
	});

	it('no secret is in the database, the log, the stored executions or the page of the sandbox', async () => {
		const credential = await fixture.createCredential(pasted());
		const [item] = samplePayouts(1);
		await run('createBankPayout', [{ ...item, orderReference: canary }], credential);

		const tokens = forwarder.tokens();
		assert.ok(tokens.length > 2, 'tokens were issued');
		for (const [index, token] of tokens.entries()) secrets.set(`issued token ${index}`, token);
		search = new SecretSearch(new Map([...secrets, ['canary', canary]]));

		// The wire itself is no place to hide secrets in: it shows that they were really used.
		const onTheWire = new SecretSearch(secrets).search('wire', forwarder.everything());
		for (const name of ['API key', 'wrong API key', 'access token', 'wrong access token']) {
			assert.ok(onTheWire.includes(name), `${name} was never sent`);
		}

		const { userFolder } = fixture.n8n;
		const found: Record<string, string[]> = {};
		const look = (place: string, content: string | Buffer) => {
			found[place] = [...new Set([...(found[place] ?? []), ...search.search(place, content)])];
		};
		const namesOfTables = "SELECT name FROM sqlite_master WHERE type = 'table'";
		for (const { name } of await query<{ name: string }>(userFolder, namesOfTables)) {
			const rows = await query<object>(userFolder, `SELECT * FROM "${name}"`);
			look('rows of the database', rows.map((row) => Object.values(row).join('\n')).join('\n'));
		}
		for (const execution of executions) look('executions, decoded', JSON.stringify(execution));
		look('answers to credential tests and bank lists', answers.join('\n'));
		look('page of the sandbox', await (await fetch(fixture.sandbox.url)).text());
		look('log on the console', fixture.n8n.log());
		for (const file of await filesBelow(path.join(userFolder, '.n8n'))) {
			const isDatabase = path.basename(file).startsWith('database');
			const kind = isDatabase ? 'files of the database' : 'other files, with the log';
			look(kind, await readFile(file));
		}

		for (const place of ['rows of the database', 'executions, decoded', 'files of the database']) {
			assert.ok(found[place]?.includes('canary'), `the search is blind in the ${place}`);
		}
		assert.ok(found['page of the sandbox']?.includes('canary'), 'the search is blind on the page');
		assert.match(fixture.n8n.log(), /debug/, 'the log has no debug messages');
		const leaks = search.findings.filter(({ secret: name }) => name !== 'canary');
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

		const bytes = search.places.reduce((sum, place) => sum + place.bytes, 0);
		console.log(
			`secrets: ${secrets.size} in ${search.formCount} forms; ${executions.length} executions; ` +
				`${bytes} bytes in ${search.places.length} kinds of places; ` +
				`${accountNumbers.length} account numbers in ${texts.length} texts`,
		);
	});
});
