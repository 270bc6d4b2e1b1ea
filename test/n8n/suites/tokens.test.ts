import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Ledger } from '../../../sandbox';
import { writeFigures } from '../../../workbench/figures';
import type { StoredCredential, StoredWorkflow } from '../../../workbench/instance/api';
import { assertEachPaidOnce, sentTo } from '../../../workbench/instance/assertions';
import { failureText, outputOf, type Execution } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import { waitUntil } from '../../../workbench/servers/waiting';
import {
	fromItem,
	nodeNames,
	paymentWorkflow,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

const EXECUTIONS = 8;
const PAYOUTS = 50;

/** Each execution may meet the same cold token; more would be hammering. */
const HANDFUL = EXECUTIONS;

/** Long enough for the expiry to meet every execution in its middle. */
const DELAY_MS = 30;

describe('eight executions at the same time, with a service that keeps only its newest token', () => {
	let fixture: Fixture;
	const figures = { executions: EXECUTIONS, payouts: PAYOUTS, cold: 0, expired: 0, refused: 0 };

	before(async () => (fixture = await startFixture()));
	after(async () => {
		writeFigures('tokens', figures);
		await fixture?.close();
	});

	const itemsOf = (number: number, prefix: string) => samplePayouts(PAYOUTS, `${prefix}${number}`);

	async function workflowsFor(
		prefix: string,
		credential: StoredCredential,
	): Promise<StoredWorkflow[]> {
		const workflows: StoredWorkflow[] = [];
		for (let number = 0; number < EXECUTIONS; number++) {
			const items = itemsOf(number, prefix);
			const node = { parameters: fromItem.createBankPayout };
			const workflow = paymentWorkflow(`${prefix} ${number}`, items, node, credential);
			workflows.push(await fixture.api.createWorkflow(workflow));
		}
		return workflows;
	}

	async function startAll(workflows: StoredWorkflow[]): Promise<string[]> {
		return await Promise.all(
			workflows.map(async ({ id }) => await fixture.api.startExecution(id, nodeNames.trigger)),
		);
	}

	const endOf = async (ids: string[]): Promise<Execution[]> =>
		await Promise.all(ids.map(async (id) => await fixture.api.waitForExecution(id, 240_000)));

	const tokenRequests = (ledger: Ledger) => sentTo(ledger, 'generateToken').length;

	function assertAllPaid(executions: Execution[], ledger: Ledger, prefix: string): void {
		assert.deepEqual(
			executions.map(({ status }) => status),
			executions.map(() => 'success'),
		);
		assert.equal(Object.keys(ledger.paid).length, EXECUTIONS * PAYOUTS);
		for (const [number, execution] of executions.entries()) {
			const items = itemsOf(number, prefix);
			const references = new Set(items.map(({ orderReference }) => orderReference));
			const own = Object.entries(ledger.paid).filter(([reference]) => references.has(reference));
			const output = outputOf(execution, nodeNames.payments);
			assertEachPaidOnce({ ...ledger, paid: Object.fromEntries(own) }, items, output);
		}
	}

	it('fetch a cold token with a handful of requests, and pay everybody once', async () => {
		await fixture.control.reset({ onlyNewestToken: true });
		const workflows = await workflowsFor('COLD', await fixture.createCredential());
		const executions = await endOf(await startAll(workflows));
		const ledger = await fixture.control.ledger();
		assertAllPaid(executions, ledger, 'COLD');
		figures.cold = tokenRequests(ledger);
		console.log(
			`cold token: ${figures.cold} token requests for ${EXECUTIONS} × ${PAYOUTS} payouts`,
		);
		assert.ok(figures.cold >= 1 && figures.cold <= HANDFUL, `${figures.cold} token requests`);
	});

	it('renew a token that expires in the middle with a handful more', async () => {
		await fixture.control.reset({ onlyNewestToken: true, delayMs: DELAY_MS });
		const workflows = await workflowsFor('EXPIRED', await fixture.createCredential());
		const ids = await startAll(workflows);
		const paid = async () => Object.keys((await fixture.control.ledger()).paid).length;
		await waitUntil(async () => (await paid()) > (EXECUTIONS * PAYOUTS) / 4, 120_000);
		const before = tokenRequests(await fixture.control.ledger());
		await fixture.control.expireTokens();
		assert.ok((await paid()) < EXECUTIONS * PAYOUTS, 'the token expired when all was over');

		const executions = await endOf(ids);
		const ledger = await fixture.control.ledger();
		assertAllPaid(executions, ledger, 'EXPIRED');
		const refused = ledger.requests.filter(({ status }) => status === 401);
		assert.ok(refused.length > 0, 'nobody met the expired token');
		figures.expired = tokenRequests(ledger) - before;
		console.log(
			`expiry in the middle: ${figures.expired} more, ${refused.length} payouts sent again`,
		);
		assert.ok(figures.expired >= 1 && figures.expired <= HANDFUL, `${figures.expired} more`);
	});

	it('say once each that the API key is wrong, and ask no more than once each', async () => {
		await fixture.control.reset({ onlyNewestToken: true });
		const credential = await fixture.createCredential({ apiKey: 'wrong-key' });
		const executions = await endOf(await startAll(await workflowsFor('WRONG', credential)));
		const ledger = await fixture.control.ledger();
		for (const execution of executions) {
			assert.equal(execution.status, 'error');
			const text = failureText(execution);
			const told = text.match(/does not accept the client ID or the API key/g) ?? [];
			assert.equal(told.length, 1, text);
			assert.doesNotMatch(JSON.stringify(execution), /wrong-key/);
		}
		assert.deepEqual(ledger.paid, {});
		assert.equal(ledger.requests.length, tokenRequests(ledger), 'a payment was sent');
		figures.refused = tokenRequests(ledger);
		console.log(`wrong API key: ${figures.refused} token requests`);
		assert.ok(figures.refused >= 1 && figures.refused <= EXECUTIONS, `${figures.refused}`);
	});
});
