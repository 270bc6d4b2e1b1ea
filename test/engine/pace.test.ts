import type { INodeParameters, OnError } from 'n8n-workflow';
import { execute, startExecution, type Scenario } from '../../workbench/engine/engine';
import { payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOf } from '../../workbench/engine/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';
import { waitUntil } from '../../workbench/servers/waiting';

// A service that pays whatever it is sent, at its own pace.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError: OnError = 'continueRegularOutput';
const LONG_SECONDS = 60;

/** With a credential of its own, so that no run waits for the one of another test. */
const scenario = (
	count: number,
	options: INodeParameters = {},
	{ prefix, ...changes }: Partial<Scenario> & { prefix?: string } = {},
): Scenario => {
	const items = payoutItems(count, prefix);
	return sandbox.payouts(count, { options: { concurrency: 1, ...options }, items, ...changes });
};

const paidTimes = async () => Object.values(await sandbox.paid());
const sent = async () => await sandbox.requests('createBankPayout');
const refused = async () => (await sent()).filter(({ status }) => status !== 200);

it.each(['message', 'retryAfter', 'bare'] as const)(
	'waits when it is asked to in the form "%s", and pays all of them once',
	async (paceForm) => {
		await sandbox.control.settings({ paceForm });
		await sandbox.control.addFault({ kind: 'paceRefusal', orderReference: 'INV-1' });
		const { items, error } = await execute(scenario(4, { concurrency: 5 }));
		expect(error).toBeUndefined();
		const references = items.map(({ json }) => json.orderReference);
		expect(references).toEqual(['INV-0', 'INV-1', 'INV-2', 'INV-3']);
		expect(await paidTimes()).toEqual([1, 1, 1, 1]);
		const [first] = await refused();
		const again = (await sent()).filter(({ orderReference }) => orderReference === 'INV-1').at(-1);
		expect(Date.parse(again!.at) - Date.parse(first!.at)).toBeGreaterThanOrEqual(990);
	},
);

describe('a run that waits for long', () => {
	/** Waits after its second payout was refused, until it is cancelled. */
	const waiting = async () => {
		await sandbox.control.settings({ paceSeconds: LONG_SECONDS });
		const credential = sandbox.pastedToken();
		const running = startExecution(scenario(4, {}, { credential, prefix: 'A', onError }));
		const store = await processedStore();
		await sandbox.arrived(2);
		await waitUntil(() => store.reserved().join() === 'A-0');
		return { credential, running };
	};

	it('holds only what was sent, ends at once when it is cancelled, and sends nothing more', async () => {
		const { running } = await waiting();
		running.cancel();
		expect((await running.finished).run.status).toBe('canceled');
		expect((await processedStore()).reserved()).toEqual(['A-0']);
		expect(await sent()).toHaveLength(2);
	});

	it('leaves the rest to the next execution, should it be killed', async () => {
		const { running } = await waiting();
		await sandbox.control.settings({ paceSeconds: 0 });
		// Another process, as it were: it shares no pace with the one that waits.
		const next = await execute(scenario(4, {}, { prefix: 'A', onError }));
		expect(outcomesOf(next.items)).toEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
		expect(detailsOf(next.items[0]!)).toHaveProperty('payout');
		running.cancel();
		await running.finished;
		expect(await paidTimes()).toEqual([1, 1, 1, 1]);
	});
});
