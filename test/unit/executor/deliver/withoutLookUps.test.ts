import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { payments } from '../../support/payments';
import { outcomesOfResults, type SendPayment } from '../../support/service';
import {
	answer,
	beginTest,
	clock,
	ends,
	lookUps,
	list,
	nextExecution,
	outcomes,
	PAGE,
	referencesIn,
	refusedFor,
	run,
	sent,
	start,
	UNCLEAR,
} from './deliveries';

beforeEach(beginTest);

describe('a service without look-ups', () => {
	const without = { lookUp: undefined };

	it('is never sent again what was lost there', async () => {
		ends['INV-0'] = [UNCLEAR];
		expect(await outcomes(payments(1), without)).toEqual(['unknown']);
		await clock.advanceTo(clock.passed + 3_600_000);
		nextExecution();
		expect(await outcomes(payments(1), without)).toEqual(['alreadySent']);
		expect(sent).toEqual([]);
	});

	it('is left alone by another workflow, whose list does not have it', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1), without);
		nextExecution();
		list.reset();
		const [other] = await run(payments(1), without);
		expect(other).toMatchObject({ outcome: 'unknown', cannotAsk: true });
		expect(sent).toEqual([]);
	});

	it('is believed in its refusal where n8n’s store falls silent before the payout leaves again', async () => {
		ends['INV-0'] = [refusedFor(5)];
		const running = start(payments(2), without);
		await clock.advanceTo(1_000);
		list.failure = new Error('Connection terminated');
		const results = await clock.until(running);
		expect(outcomesOfResults(results)).toEqual(['rejected', 'notSent']);
		expect(results[0]?.says).toMatch(/^Too early\. n8n could not /);
		expect(sent).toHaveLength(1);
	});

	// Killed while it waits, n8n would keep it as used for ever.
	it.each<[string, Partial<Result>]>([
		['for good', { outcome: 'rejected', cause: 'item' }],
		['for its pace', refusedFor(60)],
	])('keeps no reference of what it has refused %s', async (_, refusal) => {
		ends['INV-0'] = [refusal];
		const running = start(payments(1), without);
		await clock.advanceTo(10_000);
		expect(list.used()).toEqual([]);
		await clock.until(running);
	});

	it('is also one with look-ups that answers with a page, over two executions', async () => {
		const lookUp = lookUps(PAGE);
		expect(await outcomes(payments(2), { lookUp })).toEqual(['accepted', 'accepted']);
		nextExecution();
		expect(await outcomes(payments(2), { lookUp })).toEqual(['alreadySent', 'alreadySent']);
	});

	it('is sent the first that leaves alone, also behind one that n8n’s list has', async () => {
		await run(payments(1), without);
		nextExecution();
		const send: SendPayment = async (one) => {
			await clock.sleep(100);
			return await answer(one);
		};
		await run(payments(4), { ...without, send, concurrency: 3 });
		expect(referencesIn(sent)).toBe('INV-1,INV-2,INV-3');
		expect(sent.map((line) => line.split(' ')[0])).toEqual(['0', '100', '100']);
		expect(list.used()).toHaveLength(4);
	});

	it('sends nothing more where n8n’s store falls silent', async () => {
		const send: SendPayment = async (one) => {
			list.failure = new Error('Connection terminated');
			return await answer(one);
		};
		const results = await run(payments(3), { ...without, send });
		expect(outcomesOfResults(results)).toEqual(['accepted', 'notSent', 'notSent']);
		expect(results[1]?.cause).toBe('settings');
	});
});
