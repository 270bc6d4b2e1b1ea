import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { nodeWith } from '../../workbench/engine/nodes';
import { execute } from '../../workbench/engine/engine';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { useSandbox } from './useSandbox';

const free = { TZS: '0.00', USD: '0.00' };
// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ fees: { ACH: free, RTGS: free }, uniqueOrderReferences: false });
const onError = 'continueRegularOutput' as const;
const operation = 'createBankPayout' as const;

/** @param seconds undefined where the service names no time, as where the 100 calls of a day are used up */
const noTokenFor = async (seconds?: number, skip = 0, times = 1, status = 429) => {
	const named = seconds === undefined ? '' : `, please retry after ${seconds} seconds`;
	await sandbox.control.addFault({
		...{ kind: 'statusBefore', status, operation: 'generateToken', skip, times },
		body: { message: `Too many requests${named}` },
	});
};

/** Time passes at once, and is counted. */
function countingClock(onLong: (ms: number) => Promise<void> | void = () => {}) {
	let passed = 0;
	const clock: Clock = {
		...systemClock,
		now: () => systemClock.now() + passed,
		sleep: async (ms, signal) => {
			if (ms <= 0 || signal?.aborted) return;
			passed += ms;
			await onLong(ms);
			await systemClock.sleep(1);
		},
	};
	return { clock, total: () => passed };
}

/** So many payouts, whose token is still to be fetched. */
const pay = async (count: number, options: INodeParameters = {}, { clock } = countingClock()) => {
	const nodeType = nodeWith(clock);
	const credential = sandbox.credential();
	return (await execute(sandbox.payouts(count, { onError, options, credential, nodeType }))).items;
};

describe('a run that waits for a token', () => {
	it('asks for an unclear payout within minutes', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation });
		const expired = { kind: 'expiredToken', operation: 'getPayout', skip: 1, times: 100 } as const;
		await sandbox.control.addFault(expired);
		await noTokenFor(undefined, 1, 1000);
		const clock = countingClock();
		expect(outcomesOfItems(await pay(1, {}, clock))).toEqual(['unknown']);
		expect(clock.total()).toBeLessThanOrEqual(300_000);
	});
});

describe('a token that has ended, and no new one before some time is over', () => {
	const waits = { maximumWait: 900 };

	it('is waited for before the payout that met it is looked up', async () => {
		await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference: 'INV-0' });
		await noTokenFor(90, 1, 2);
		expect(outcomesOfItems(await pay(3, waits))).toEqual(['accepted', 'accepted', 'accepted']);
	});

	it('leaves none of those unknown that met it at once', async () => {
		await sandbox.control.addFault({ kind: 'expiredToken', operation, skip: 1, times: 5 });
		await noTokenFor(90, 1, 10);
		expect(outcomesOfItems(await pay(8, { ...waits, concurrency: 5 }))).not.toContain('unknown');
	});

	it('is waited for by a payout that waits for its pace', async () => {
		await sandbox.control.addFault({ kind: 'paceRefusal', operation });
		await sandbox.control.addFault({ kind: 'expiredToken', operation: 'getPayout' });
		await noTokenFor(90, 1, 2);
		expect(outcomesOfItems(await pay(2, waits))).toEqual(['accepted', 'accepted']);
	});

	it.each([400, 403])('is waited for where the time comes with %i', async (status) => {
		await noTokenFor(5, 0, 1, status);
		expect(outcomesOfItems(await pay(1))).toEqual(['accepted']);
	});
});

it.each([1200, undefined])(
	'where a longer pause is asked for than is allowed (%p s), no payout is unknown that never left',
	async (seconds) => {
		await noTokenFor(seconds, 0, 100);
		const items = await pay(2, { maximumWait: 2 });
		expect(await sandbox.requests(operation)).toEqual([]);
		expect(outcomesOfItems(items)[0]).toMatch(/^(?:rejected|notSent)$/);
		expect(detailsOf(items[0]!)).toMatchObject({ safeToRetry: true });
	},
);

describe('a payout that was made, whose token was refused behind it,', () => {
	beforeEach(
		async () => await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation }),
	);

	it('is found once there is a token again', async () => {
		// The first token is given, the second is not: the service is down for a moment.
		await noTokenFor(undefined, 1, 1, 503);
		const items = await pay(1);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		expect(outcomesOfItems(items)).toEqual(['accepted']);
	});

	it.each<[string, Partial<Fault>]>([
		['503', { status: 503 }],
		['429, for long', { status: 429, body: { message: 'Please retry after 300 seconds' } }],
		['404, with a page', { status: 404, body: '<title>404 Not Found</title>' }],
		['403, for now', { status: 403, body: { message: 'Please retry after 5 seconds' } }],
		['400', { status: 400, body: '<title>Bad Request</title>' }],
	])('is neither told as rejected nor paid again, where a proxy answers: %s', async (_, fault) => {
		const always = { operation: 'generateToken', skip: 1, times: 100 } as const;
		await sandbox.control.addFault({ kind: 'statusBefore', ...always, ...fault });
		const items = await pay(1, { maximumWait: 2 });
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		expect(detailsOf(items[0]!)).toMatchObject({ outcome: 'unknown', safeToRetry: false });
	});
});
