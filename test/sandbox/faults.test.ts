import { faultKinds, startSandbox, type Fault, type Sandbox } from '../../sandbox';
import {
	expectTruth,
	initiate,
	lookUp,
	messageOf,
	pastedToken,
	pay,
	payout,
	strike,
} from './support';

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

	kind('payoutStatus', 'makes a payout that has come back already', async () => {
		await strike(sandbox, { kind: 'payoutStatus', payoutStatus: 'REFUNDED' });
		expect(await (await pay(sandbox)).json()).toMatchObject({ status: 'REFUNDED' });
		expect(await (await lookUp(sandbox, 'payouts', 'order-1')).json()).toMatchObject([
			{ status: 'REFUNDED' },
		]);
		expect(await sandbox.control.ledger()).toMatchObject({
			requests: [{ fault: 'payoutStatus', status: 200 }, {}],
			paid: { 'order-1': 1 },
			returned: { 'order-1': 1 },
			balances: { TZS: '1000000000.00' },
		});
	});

	it.each(['PROCESSING', 'PENDING', 'SUCCESS', 'no such status', ''])(
		'payoutStatus makes a payout that stays %j, and keeps the money out',
		async (payoutStatus) => {
			await strike(sandbox, { kind: 'payoutStatus', payoutStatus });
			await sandbox.control.settings({ settlementMs: 0 });
			expect(await (await pay(sandbox)).json()).toMatchObject({ status: payoutStatus });
			expect(await (await lookUp(sandbox, 'payouts', 'order-1')).json()).toMatchObject([
				{ status: payoutStatus },
			]);
			await expectTruth(sandbox, { fault: 'payoutStatus', status: 200, moved: true });
			expect((await sandbox.control.ledger()).contractViolations).toEqual([]);
		},
	);

	kind('paceRefusal', 'asks to wait and moves no money', async () => {
		await strike(sandbox, { kind: 'paceRefusal', waitSeconds: 43 });
		const answer = await pay(sandbox);
		expect([answer.status, await messageOf(answer)]).toEqual([
			400,
			'Payout request is already in progress, please retry after 43 seconds',
		]);
		await expectTruth(sandbox, { fault: 'paceRefusal', status: 400, moved: false });
	});

	kind('paceRefusalAfter', 'asks to wait after the money moved', async () => {
		await sandbox.control.settings({ paceForm: 'retryAfter' });
		await strike(sandbox, { kind: 'paceRefusalAfter', waitSeconds: 0.5 });
		const answer = await pay(sandbox);
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
		await expectTruth(sandbox, { fault: 'paceRefusalAfter', status: 429, moved: true });
	});

	describe.each([
		['payouts', 'payout', 'order-1'],
		['payments', 'payment', 'card-1'],
	] as const)('of the look-up of %s', (path, word, orderReference) => {
		beforeEach(async () => {
			await pay(sandbox);
			await initiate(sandbox);
		});
		const look = async () => await lookUp(sandbox, path, orderReference);
		const truth = async () => (await (await look()).json()) as [{ id: string }];
		const spoil = async (fault: Fault) => {
			const [record] = await truth();
			await sandbox.control.addFault(fault);
			return record;
		};

		kind('recordLate', 'does not find what is there', async () => {
			const record = await spoil({ kind: 'recordLate', times: 2 });
			expect((await lookUp(sandbox, path, 'unknown')).status).toBe(404);
			for (let index = 0; index < 2; index++) {
				const answer = await look();
				expect(answer.status).toBe(404);
				expect(await messageOf(answer)).toBe(`Invalid or missing ${word}: ${orderReference}`);
			}
			expect(await truth()).toEqual([record]);
		});

		kind(
			'recordAltered',
			'changes members at any depth, and removes those that are null',
			async () => {
				const body = {
					status: null,
					id: 'other',
					order: { amount: '7.00' },
					customer: { id: null },
				};
				const record = await spoil({ kind: 'recordAltered', body });
				const [altered] = (await (await look()).json()) as [Record<string, object>];
				expect(altered).not.toHaveProperty('status');
				expect(altered).toMatchObject({ orderReference, id: 'other' });
				expect(altered.order).toEqual(
					word === 'payout' ? { amount: '7.00', currency: 'TZS' } : { amount: '7.00' },
				);
				expect(altered.customer).toEqual({});
				expect(await truth()).toEqual([record]);
			},
		);

		kind('recordTwice', 'finds everything once more, under another id', async () => {
			const record = await spoil({ kind: 'recordTwice' });
			const [first, second] = (await (await look()).json()) as unknown as [object, { id: string }];
			expect(first).toEqual(record);
			expect(second).toEqual({ ...record, id: second.id });
			expect(second.id).not.toBe(record.id);
		});

		kind('recordOthers', 'finds something under another reference, too', async () => {
			const record = await spoil({ kind: 'recordOthers' });
			expect(await (await look()).json()).toEqual([
				{ ...record, id: expect.any(String), orderReference: `${orderReference}0` },
				record,
			]);
		});

		it.each<[Fault, (answer: Promise<Response>) => Promise<void>]>([
			[{ kind: 'dropBefore' }, (answer) => expect(answer).rejects.toThrow()],
			[{ kind: 'dropAfter' }, (answer) => expect(answer).rejects.toThrow()],
			[
				{ kind: 'statusBefore', status: 499 },
				async (answer) => expect((await answer).status).toBe(499),
			],
			[{ kind: 'redirect' }, async (answer) => expect((await answer).status).toBe(307)],
			[
				{ kind: 'malformedJson' },
				async (answer) => await expect((await answer).json()).rejects.toThrow('JSON'),
			],
			[
				{ kind: 'slowDrip', delayMs: 0 },
				async (answer) => expect(await (await answer).json()).toMatchObject([{ orderReference }]),
			],
			[
				{ kind: 'answer', body: { odd: 1 } },
				async (answer) => expect(await (await answer).json()).toEqual({ odd: 1 }),
			],
		])('%j strikes it like any other request', async (fault, proof) => {
			const record = await spoil({ ...fault, orderReference });
			await proof(look());
			expect(await truth()).toEqual([record]);
		});
	});

	it('is tested here', () => {
		expect([...tested].sort()).toEqual([...faultKinds].sort());
	});
});
