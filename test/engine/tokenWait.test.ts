import { nodeWith } from '../../workbench/engine/nodes';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, createBankPayout } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { post } from '../../workbench/servers/sandboxClient';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { useSandbox } from './useSandbox';

const free = { TZS: '0.00', USD: '0.00' };
const sandbox = useSandbox({ settlementMs: 600_000, fees: { ACH: free, RTGS: free } });
const onError = 'continueRegularOutput' as const;
const operation = 'createBankPayout' as const;

const noTokenFor = async (seconds: number, skip = 0, times = 1) =>
	await sandbox.control.addFault({
		kind: 'statusBefore',
		status: 429,
		operation: 'generateToken',
		skip,
		times,
		body: { message: `Too many requests, please retry after ${seconds} seconds` },
	});

/** Time passes at once, and is counted. */
function countingClock(onLong: (ms: number) => Promise<void> | void = () => {}) {
	const slept: number[] = [];
	let passed = 0;
	const clock: Clock = {
		...systemClock,
		now: () => systemClock.now() + passed,
		sleep: async (ms, signal) => {
			if (ms <= 0 || signal?.aborted) return;
			slept.push(ms);
			passed += ms;
			await onLong(ms);
			await systemClock.sleep(1);
		},
	};
	return { clock, slept, total: () => passed };
}

it('says after how many seconds a token can be had', async () => {
	await noTokenFor(1200, 0, 100);
	const options = { maximumWait: 2 };
	const { items } = await execute(
		sandbox.payouts(1, { onError, options, credential: sandbox.credential() }),
	);
	expect(detailsOf(items[0]!)).toMatchObject({ outcome: 'rejected', waitSeconds: 1200 });
});

describe('a run that waits for a token', () => {
	it('does not keep order references reserved', async () => {
		await noTokenFor(300);
		let reserved: string[] | undefined;
		const { clock } = countingClock(async (ms) => {
			if (ms >= 250_000) reserved ??= (await processedStore()).reserved();
		});
		const { items } = await execute(
			sandbox.payouts(3, { onError, credential: sandbox.credential(), nodeType: nodeWith(clock) }),
		);
		expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(reserved).toEqual([]);
	});

	it('reads the balance within ten seconds, since references are reserved meanwhile', async () => {
		await noTokenFor(300, 0, 100);
		const { clock, total } = countingClock();
		await execute(
			sandbox.payouts(3, {
				onError,
				options: { checkBalance: true },
				credential: sandbox.credential(),
				nodeType: nodeWith(clock),
			}),
		);
		expect(total()).toBeLessThanOrEqual(20_000);
	});

	it('looks an unclear payout up within a minute or so', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation });
		await sandbox.control.addFault({ kind: 'expiredToken', operation: 'getPayout', times: 100 });
		await sandbox.control.addFault({
			...{ kind: 'statusBefore', status: 429, operation: 'generateToken', skip: 1, times: 1000 },
			body: { message: 'Too many requests' },
		});
		const { clock, total } = countingClock();
		const { items } = await execute(
			sandbox.payouts(1, { onError, credential: sandbox.credential(), nodeType: nodeWith(clock) }),
		);
		expect(outcomesOfItems(items)).toEqual(['unknown']);
		expect(total()).toBeLessThanOrEqual(180_000);
	});

	it('asks for the list of the day again before a payout that has waited leaves', async () => {
		// INV-0: 1000 or so each. See payoutItems.
		const items = payoutItems(4);
		const amounts = items.map(({ amount }) => Number(amount));
		const all = amounts.reduce((sum, one) => sum + one, 0);
		await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference: 'INV-1' });
		await noTokenFor(300, 1, 2);
		let others = 0;
		const { clock } = countingClock(async (ms) => {
			if (ms < 250_000 || others++ > 0) return;
			// Meanwhile somebody else pays as much as the limit has left.
			const item = { ...payoutItems(9)[8]!, amount: all };
			await post(sandbox.baseUrl, createBankPayout.request.url, item);
		});
		await execute(
			sandbox.payouts(4, {
				onError,
				options: { maximumPerDay: all, concurrency: 1 },
				credential: sandbox.credential(),
				nodeType: nodeWith(clock),
			}),
		);
		const ledger = await sandbox.ledger();
		const paid = Object.keys(ledger.paid);
		expect(paid.filter((one) => one !== 'INV-8')).toEqual(['INV-0']);
	});
});

describe('a token that has ended, and no new one before some time is over', () => {
	const pay = async (count: number, options = {}) => {
		const { clock } = countingClock();
		const nodeType = nodeWith(clock);
		const credential = sandbox.credential();
		return await execute(sandbox.payouts(count, { onError, options, credential, nodeType }));
	};
	const waits = { maximumWait: 900 };

	it('is waited for before the payout that met it is looked up', async () => {
		await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference: 'INV-0' });
		await noTokenFor(90, 1, 2);
		const { items } = await pay(3, waits);
		expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	it('keeps the reference of a payout that its refusal may hide, and no other', async () => {
		await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference: 'INV-1' });
		await noTokenFor(300, 1, 1);
		let reserved: string[] | undefined;
		const { clock } = countingClock(async (ms) => {
			if (ms >= 250_000) reserved ??= (await processedStore()).reserved();
		});
		const options = { ...waits, concurrency: 1 };
		const credential = sandbox.credential();
		const nodeType = nodeWith(clock);
		const { items } = await execute(sandbox.payouts(3, { onError, options, credential, nodeType }));
		expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted', 'accepted']);
		// INV-0 is paid.
		expect(reserved).toEqual(['INV-0', 'INV-1']);
	});

	it('leaves none of those unknown that met it at once', async () => {
		await sandbox.control.addFault({ kind: 'expiredToken', operation, skip: 1, times: 5 });
		await noTokenFor(90, 1, 10);
		const { items } = await pay(8, { ...waits, concurrency: 5 });
		expect(outcomesOfItems(items)).not.toContain('unknown');
	});

	it('is waited for by a payout that waits for its pace', async () => {
		await sandbox.control.addFault({ kind: 'paceRefusal', operation });
		await sandbox.control.addFault({ kind: 'expiredToken', operation: 'getPayout' });
		await noTokenFor(90, 1, 2);
		const { items } = await pay(2, waits);
		expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted']);
	});

	it.each([400, 403])('is waited for where the time comes with %i', async (status) => {
		const body = { message: 'Too many requests, please retry after 5 seconds' };
		await sandbox.control.addFault({
			kind: 'statusBefore',
			status,
			operation: 'generateToken',
			body,
		});
		const { items } = await pay(1);
		expect(outcomesOfItems(items)).toEqual(['accepted']);
	});
});
