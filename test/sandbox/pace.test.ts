import { defaultSettings } from '../../sandbox';
import { PayoutPace, paceRefusal } from '../../sandbox/pace';
import { initiate, ledger, messageOf, pay, sandbox, useSandbox } from './support';

useSandbox({ plainReferences: true });

let count = 0;
const payNext = () => pay({ orderReference: `INV${++count}` });

describe('a request that comes too early', () => {
	it.each([
		['message', 43.2, 400, 'please retry after 43.2 seconds', undefined],
		['message', 43, 400, 'please retry after 43 seconds', undefined],
		['message', 0.123, 400, 'please retry after 0.13 seconds', undefined],
		['retryAfter', 0.123, 429, 'Payout request is already in progress', '1'],
		['retryAfter', 43, 429, 'Payout request is already in progress', '43'],
		['bare', 43, 429, 'Payout request is already in progress', undefined],
	] as const)('is told %s of %d seconds', (form, seconds, status, message, retryAfter) => {
		const refusal = paceRefusal(form, seconds);
		expect(refusal.status).toBe(status);
		expect(refusal.message.endsWith(message)).toBe(true);
		expect(refusal.headers['retry-after']).toBe(retryAfter);
	});

	it('is told whole seconds of a slow pace, rounded up', () => {
		expect(paceRefusal('message', 42.01, false).message).toContain('after 43 seconds');
	});
});

it('names the time that is left, and accepts again when it is over', () => {
	let now = 1_000_000;
	const pace = new PayoutPace(() => now);
	const refusalAfter = (milliseconds: number, paceSeconds: number) => {
		now += milliseconds;
		try {
			pace.check({ ...defaultSettings, paceSeconds });
			return undefined;
		} catch (error) {
			return /[\d.]+(?= seconds$)/.exec(String(error))?.[0];
		}
	};
	expect(refusalAfter(0, 60)).toBeUndefined();
	pace.accepted();
	expect(refusalAfter(0, 60)).toBe('60');
	expect(refusalAfter(17_001, 60)).toBe('43');
	expect(refusalAfter(42_998, 60)).toBe('1');
	expect(refusalAfter(1, 60)).toBeUndefined();
	pace.accepted();
	expect(refusalAfter(123, 1)).toBe('0.88');
	expect(refusalAfter(0, 7.5)).toBe('7.38');
	expect(refusalAfter(877, 1)).toBeUndefined();
});

describe('a sandbox with a pace', () => {
	it('accepts one payout at a time, and does not carry out those that come too early', async () => {
		await sandbox.control.settings({ paceSeconds: 60 });
		expect((await payNext()).status).toBe(200);
		const early = await payNext();
		expect(early.status).toBe(400);
		expect(await messageOf(early)).toMatch(/retry after \d+ seconds$/);
		expect((await ledger()).payouts).toHaveLength(1);
		expect((await initiate({ orderReference: 'CARD1' })).status).toBe(200);
	});

	it('is held up by accepted payouts only, and looks at everything else but the balance first', async () => {
		await sandbox.control.settings({ paceSeconds: 60, balances: { TZS: '1600.00' } });
		expect((await pay({ orderReference: 'A', amount: 9e9 })).status).toBe(422);
		expect((await pay({ orderReference: 'A' })).status).toBe(200);
		expect((await pay({ orderReference: 'A' })).status).toBe(409);
		expect(await messageOf(await pay({ orderReference: 'A-1' }))).toContain('alphanumeric');
		expect(await messageOf(await pay({ orderReference: 'B', bic: 'X' }))).toContain('BIC');
		expect(await messageOf(await pay({ orderReference: 'B' }))).toContain('retry after');
	});

	it('keeps none any more after a reset', async () => {
		await sandbox.control.settings({ paceSeconds: 60 });
		await payNext();
		await sandbox.control.reset();
		expect([(await payNext()).status, (await payNext()).status]).toEqual([200, 200]);
	});
});
