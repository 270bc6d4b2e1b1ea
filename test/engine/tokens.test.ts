import type { IExecuteFunctions, INodeParameters, OnError } from 'n8n-workflow';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { nodeIn } from '../../workbench/engine/alteredContext';
import { execute, startExecution, type Scenario } from '../../workbench/engine/engine';
import { nodeWith, WaitingClock } from '../../workbench/engine/hurriedNode';
import { payoutItems } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import type { StoredCredential } from '../../workbench/engine/credentials';
import { outcomesOf } from '../../workbench/engine/outcomes';
import { useSandbox } from '../../workbench/engine/sandbox';
import { waitUntil } from '../../workbench/servers/waiting';
import { engineDriver, playOnEngine } from '../scenarios/engineDriver';
import { atOnce, EXECUTIONS, tokenScenarios } from '../scenarios/tokens';

const sandbox = useSandbox();

const modes: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const ones = (count: number) => Array(count).fill(1);

/** How often the token endpoint was asked, with and without success. */
const tokenRequests = async () => (await sandbox.requests('generateToken')).length;
const paidTimes = async () => Object.values(await sandbox.paid());
const refused = async () => (await sandbox.requests()).filter(({ status }) => status === 401);

const operation = 'createBankPayout';

/** So many payouts of one prefix, with a credential that several runs may share. */
const scenario = (
	credential: StoredCredential,
	count: number,
	prefix: string,
	changes: Partial<Scenario> & { options?: INodeParameters } = {},
) => sandbox.payouts(count, { credential, items: payoutItems(count, prefix), ...changes });

playOnEngine(tokenScenarios, sandbox);

describe('eight executions at the same time, with a service that keeps only its newest token', () => {
	it.each([
		[...atOnce.cold, 1],
		[...atOnce.expired, 1],
		[...atOnce.refused, EXECUTIONS],
	])('%s', async (_, play, requests) => {
		expect(await play(engineDriver(sandbox), 20)).toBe(requests);
	});
});

it('fetches one more when the stored token has expired', async () => {
	const credential = sandbox.credential();
	await execute(scenario(credential, 1, 'A'));
	await sandbox.control.expireTokens();
	const { error } = await execute(scenario(credential, 20, 'B'));
	expect(error).toBeUndefined();
	expect(await tokenRequests()).toBe(2);
	expect(await paidTimes()).toEqual(ones(21));
	// The first request alone met the old token.
	expect(await refused()).toHaveLength(1);
});

describe.each(modes)('with a wrong API key and %s', (onError) => {
	it('asks for a token once, says so once and sends nothing', async () => {
		const credential = sandbox.credential({ apiKey: 'wrong-key' });
		const { error, items } = await execute(sandbox.payouts(10, { credential, onError }));
		expect(await sandbox.requests()).toMatchObject([{ operation: 'generateToken', status: 401 }]);
		const text = JSON.stringify([error?.message, error?.description, items]);
		expect(text).toContain('does not accept the client ID or the API key (HTTP 401)');
		expect(text).not.toContain('wrong-key');
		if (onError === 'stopWorkflow') {
			expect(error?.description).toMatch(/Rejected \(1\): INV-0\.<br\/>Not sent \(9\): INV-1, /);
		} else expect(outcomesOf(items)).toEqual(['rejected', ...Array(9).fill('notSent')]);
	});
});

it('shares one new token among executions that meet an expired one together', async () => {
	await sandbox.control.settings({ onlyNewestToken: true, delayMs: 3 });
	const credential = sandbox.credential();
	const run = async (prefix: string) => await execute(scenario(credential, 20, prefix));
	await run('FIRST');
	await sandbox.control.expireTokens();
	const executions = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map(run));
	expect(executions.map(({ error }) => error)).toEqual(Array(6).fill(undefined));
	expect(await paidTimes()).toEqual(ones(140));
	expect(await tokenRequests()).toBe(2);
});

it('lets one of several workers fetch the token that all of them miss', async () => {
	await sandbox.control.settings({ onlyNewestToken: true });
	const first = sandbox.credential();
	// The same stored credential, in processes that do not wait for each other's turn.
	const workers = [first, sandbox.credential(), sandbox.credential()];
	for (const worker of workers.slice(1)) {
		Object.defineProperty(worker, 'stored', {
			get: () => first.stored,
			set: (stored: typeof first.stored) => (first.stored = stored),
		});
	}
	await execute(scenario(first, 1, 'FIRST'));
	const { sessionToken: old } = first.stored;
	/** Far enough apart that a fetch lies between them, however long it takes. */
	const clockOf = (index: number): Clock => ({
		...systemClock,
		random: () => index / workers.length,
		async sleep(ms) {
			if (ms > 0) await waitUntil(() => first.stored.sessionToken !== old);
		},
	});
	// As long as a fetch takes, the others know nothing of the new token.
	const slow = { kind: 'delay', operation: 'generateToken', delayMs: 200 } as const;
	await sandbox.control.addFault({ ...slow, times: 1000 });
	await sandbox.control.settings({ holdUntil: 1000 });
	// The guard waits as well.
	const options = { concurrency: 5, duplicateGuard: 'thisExecution' };
	const running = workers.map((worker, index) => {
		const nodeType = nodeWith(clockOf(index));
		return startExecution(scenario(worker, 40, `W${index}`, { options, nodeType }));
	});
	// The one before, the first of each worker, and five of the worker whose first was let pass.
	await sandbox.arrived(1 + 3 + 5);
	await sandbox.control.expireTokens();
	await sandbox.control.settings({ holdUntil: 0 });
	for (const { finished } of running) expect((await finished).error).toBeUndefined();
	expect(await paidTimes()).toEqual(ones(121));
	const refusedTo = new Set(
		(await refused()).map(({ orderReference }) => orderReference?.slice(0, 2)),
	);
	expect([...refusedTo].sort()).toEqual(['W0', 'W1', 'W2']);
	// One before, and one for all of them.
	expect(await tokenRequests()).toBe(2);
});

it('lets others fetch the token that all miss, once one was refused', async () => {
	const credential = sandbox.credential();
	// The guard waits as well.
	const options = { duplicateGuard: 'thisExecution' };
	const pay = async (prefix: string) => {
		const clock = Object.assign(new WaitingClock(), { random: () => 0.5 });
		await execute(scenario(credential, 1, prefix, { options, nodeType: nodeWith(clock) }));
		return clock.waits;
	};
	expect(await pay('COLD')).toEqual([]);
	await sandbox.control.expireTokens();
	expect(await pay('EXPIRED')).toEqual([500]);
	await sandbox.control.addFault({ kind: 'expiredToken', operation, times: 9 });
	expect(await pay('REFUSED')).toEqual([500, 500, 500]);
});

it.each(modes)('ends the run at a pasted token that is refused (%s)', async (onError) => {
	const credential = sandbox.pastedToken({ accessToken: 'outdated' });
	const { items, error } = await execute(sandbox.payouts(10, { credential, onError }));
	expect(await sandbox.requests()).toHaveLength(1);
	expect(await sandbox.paid()).toEqual({});
	if (onError === 'stopWorkflow') return expect(error?.message).toContain('access token');
	return expect(items.map(({ json }) => json.details)).toMatchObject([
		{ outcome: 'rejected', httpStatus: 401, safeToRetry: true },
		...Array(9).fill({ outcome: 'notSent', safeToRetry: true }),
	]);
});

it.each(modes)('gives up soon when even new tokens are refused (%s)', async (onError) => {
	await sandbox.control.addFault({ kind: 'expiredToken', operation, times: 10_000 });
	const credential = sandbox.credential();
	const options = { concurrency: 10 };
	const { error, items } = await execute(sandbox.payouts(50, { options, credential, onError }));
	const ledger = await sandbox.ledger();
	expect(ledger.paid).toEqual({});
	// Four tries of the first payment, each with a token of its own.
	expect(ledger.requests.length).toBe(8);
	expect(JSON.stringify([error?.message, items])).toContain('refused the access token (HTTP 401)');
});

type GetCredentials = IExecuteFunctions['getCredentials'];

/** Twenty payouts with a new credential, in an n8n that reads it from its store like this. */
const payWhere = async (reads: (original: GetCredentials) => GetCredentials) => {
	const nodeType = nodeIn((context) => ({
		getCredentials: reads(context.getCredentials.bind(context)),
	}));
	return await execute(sandbox.payouts(20, { credential: sandbox.credential(), nodeType }));
};

/** What happens when a token has come and is stored, before the request goes out with it. */
function onStored(credential: StoredCredential, then: () => void): void {
	let { stored } = credential;
	Object.defineProperty(credential, 'stored', {
		get: () => stored,
		set: (withToken: typeof stored) => {
			stored = withToken;
			then();
		},
	});
}

const expectOneToken = async () => {
	expect(await tokenRequests()).toBe(1);
	expect(await paidTimes()).toEqual(ones(20));
};

it('fetches one token where n8n does not store it', async () => {
	const withoutToken = (original: GetCredentials) =>
		(async (type: string) => ({ ...(await original(type)), sessionToken: '' })) as GetCredentials;
	expect((await payWhere(withoutToken)).error).toBeUndefined();
	await expectOneToken();
});

it('pays where n8n cannot read the credential a second time', async () => {
	const once = (original: GetCredentials) => {
		let reads = 0;
		return (async (type: string) => {
			if (++reads > 1) throw new Error('The store is silent');
			return await original(type);
		}) as GetCredentials;
	};
	expect((await payWhere(once)).error).toBeUndefined();
	await expectOneToken();
});

it.each([
	['a token is fetched first', 'INV-0', ['unknown', 'accepted']],
	['the token is at hand', 'INV-1', ['accepted', 'unknown']],
])('gives the service no more than its time where %s', async (_, orderReference, outcomes) => {
	// Byte by byte: the HTTP client's own time starts anew with each.
	await sandbox.control.addFault({ kind: 'slowDrip', orderReference, delayMs: 50 });
	const credential = sandbox.credential();
	const options = { timeout: 200, lookUpUnclear: false };
	const { items } = await execute(
		sandbox.payouts(2, { credential, options, onError: 'continueRegularOutput' }),
	);
	expect(outcomesOf(items)).toEqual(outcomes);
});

it('sends no payout whose token comes after the execution was cancelled', async () => {
	const credential = sandbox.credential();
	const running = startExecution(sandbox.payouts(2, { credential }));
	onStored(credential, () => running.cancel());
	expect((await running.finished).run.status).toBe('canceled');
	expect([await tokenRequests(), await sandbox.paid()]).toEqual([1, {}]);
	expect((await processedStore()).reserved()).toEqual([]);
});

it('gives the service its whole time when the token was slow', async () => {
	const times: AbortController[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const time = new AbortController();
		times.push(time);
		return time.signal;
	});
	const credential = sandbox.credential();
	// So slow was the token that whatever time has begun before it is over now.
	onStored(credential, () => times.forEach((time) => time.abort()));
	const { items } = await execute(sandbox.payouts(1, { credential }));
	timeout.mockRestore();
	expect(items.map(({ json }) => json.orderReference)).toEqual(['INV-0']);
	expect(await paidTimes()).toEqual([1]);
	// That of the token is over, that of the payout has begun.
	expect([times[0], times.at(-1)].map((time) => time?.signal.aborted)).toEqual([true, false]);
});
