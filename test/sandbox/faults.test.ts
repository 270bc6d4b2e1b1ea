import { faultKinds, startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { expectTruth, messageOf, pastedToken, pay, payout, strike } from './support';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

describe('every kind of fault', () => {
	const tested = new Set<string>();
	const kind = (name: Fault['kind'], what: string, test: () => Promise<void>) => {
		tested.add(name);
		it(`${name} ${what}`, test);
	};

	kind('delay', 'answers late, and as usual', async () => {
		await strike(sandbox, { kind: 'delay', delayMs: 150 });
		const begin = Date.now();
		expect((await pay(sandbox)).status).toBe(200);
		expect(Date.now() - begin).toBeGreaterThanOrEqual(145);
		await expectTruth(sandbox, { fault: 'delay', status: 200, moved: true });
	});

	kind('dropBefore', 'cuts the connection and moves no money', async () => {
		await strike(sandbox, { kind: 'dropBefore' });
		await expect(pay(sandbox)).rejects.toThrow();
		await expectTruth(sandbox, { fault: 'dropBefore', status: null, moved: false });
		expect((await pay(sandbox)).status).toBe(200);
	});

	kind('dropAfter', 'cuts the connection after the money moved', async () => {
		await strike(sandbox, { kind: 'dropAfter' });
		await expect(pay(sandbox)).rejects.toThrow();
		await expectTruth(sandbox, { fault: 'dropAfter', status: null, moved: true });
		expect((await pay(sandbox)).status).toBe(409);
	});

	kind('statusBefore', 'answers with a status and moves no money', async () => {
		await strike(sandbox, { kind: 'statusBefore', status: 429 });
		const answer = await pay(sandbox);
		expect(answer.status).toBe(429);
		expect(await messageOf(answer)).toContain('429');
		await expectTruth(sandbox, { fault: 'statusBefore', status: 429, moved: false });
	});

	kind('statusAfter', 'answers with a status after the money moved', async () => {
		await strike(sandbox, { kind: 'statusAfter', status: 502 });
		const answer = await pay(sandbox);
		expect(answer.status).toBe(502);
		expect(await messageOf(answer)).toContain('502');
		await expectTruth(sandbox, { fault: 'statusAfter', status: 502, moved: true });
	});

	kind('expiredToken', 'answers 401 and moves no money', async () => {
		await strike(sandbox, { kind: 'expiredToken' });
		const answer = await pay(sandbox);
		expect(answer.status).toBe(401);
		expect(await messageOf(answer)).toContain('expired');
		await expectTruth(sandbox, { fault: 'expiredToken', status: 401, moved: false });
	});

	kind('malformedJson', 'answers something that is not JSON after the money moved', async () => {
		await strike(sandbox, { kind: 'malformedJson' });
		const answer = await pay(sandbox);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain('application/json');
		await expect(answer.json()).rejects.toThrow('JSON');
		await expectTruth(sandbox, { fault: 'malformedJson', status: 200, moved: true });
	});

	kind('emptyBody', 'answers nothing after the money moved', async () => {
		await strike(sandbox, { kind: 'emptyBody' });
		const answer = await pay(sandbox);
		expect([answer.status, await answer.text()]).toEqual([200, '']);
		await expectTruth(sandbox, { fault: 'emptyBody', status: 200, moved: true });
	});

	kind('redirect', 'points elsewhere, moves no money and counts who follows', async () => {
		await strike(sandbox, { kind: 'redirect', times: 3 });
		const answer = await pay(sandbox);
		expect(answer.status).toBe(307);
		expect((await sandbox.control.ledger()).redirectHits).toBe(0);
		await expectTruth(sandbox, { fault: 'redirect', status: 307, moved: false });

		const { status, redirected } = await fetch(`${sandbox.baseUrl}/payouts/create-bank-payout`, {
			method: 'POST',
			headers: { authorization: pastedToken, 'content-type': 'application/json' },
			body: JSON.stringify(payout()),
		});
		expect([status, redirected]).toEqual([200, true]);
		const ledger = await sandbox.control.ledger();
		expect(ledger.redirectHits).toBe(1);
		expect(ledger.requests.at(-1)).toMatchObject({ path: '/redirected', body: payout() });
		expect(ledger.payouts).toEqual([]);
	});

	kind('slowDrip', 'answers byte by byte after the money moved', async () => {
		await strike(sandbox, { kind: 'slowDrip', delayMs: 1 });
		const answer = await pay(sandbox);
		// The head is here long before the body is.
		expect((await sandbox.control.ledger()).requests[0]?.status).toBeNull();
		expect(await answer.json()).toMatchObject({ orderReference: 'order-1' });
		await expectTruth(sandbox, { fault: 'slowDrip', status: 200, moved: true });
	});

	kind('hangBefore', 'never answers and moves no money', async () => {
		await strike(sandbox, { kind: 'hangBefore' });
		await expect(pay(sandbox, {}, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
		await expectTruth(sandbox, { fault: 'hangBefore', status: null, moved: false });
	});

	kind('hangAfter', 'never answers after the money moved', async () => {
		await strike(sandbox, { kind: 'hangAfter' });
		await expect(pay(sandbox, {}, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
		await expectTruth(sandbox, { fault: 'hangAfter', status: null, moved: true });
	});

	kind('answer', 'gives another answer after the money moved', async () => {
		await strike(sandbox, { kind: 'answer', body: { error: 'odd', amount: [1] } });
		const answer = await pay(sandbox);
		expect([answer.status, await answer.json()]).toEqual([200, { error: 'odd', amount: [1] }]);
		await expectTruth(sandbox, { fault: 'answer', status: 200, moved: true });
	});

	it('is tested here', () => {
		expect([...tested].sort()).toEqual([...faultKinds].sort());
	});
});
