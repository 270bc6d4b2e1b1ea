import { comesTrue, waitUntil } from '../../workbench/servers/waiting';
import { faultKinds, type Fault, type Payout } from '../../sandbox';
import type { Page } from '../../sandbox/lists';
import {
	expectTruth,
	initiate,
	jsonOf,
	ledger,
	listed,
	listPage,
	lookUp,
	makePayouts,
	messageOf,
	oldestFirst,
	pastedToken,
	pay,
	payout,
	sandbox,
	strike,
	useSandbox,
	type Truth,
} from './support';

useSandbox();

/** How long nothing is answered before a client gives up, once the fault has struck. */
const silenceMs = 100;

/** A payout that is given up after a while of silence; how long it takes to arrive does not count. */
async function payInVain(kind: Fault['kind']): Promise<Response> {
	const givenUp = new AbortController();
	const answer = pay({}, { signal: givenUp.signal });
	await waitUntil(async () => (await ledger()).requests[0]?.fault === kind);
	setTimeout(() => givenUp.abort(), silenceMs);
	return await answer;
}

describe('every kind of fault', () => {
	const tested = new Set<string>();
	const kind = (name: Fault['kind'], what: string, test: () => Promise<void>) => {
		tested.add(name);
		it(`${name} ${what}`, test);
	};

	/** A fault that strikes one payout, and then no more; no status where nothing is answered. */
	const payoutFault = (
		fault: Fault,
		{ status, moved }: Omit<Truth, 'fault'>,
		proof: (answer: Response) => Promise<void> = async () => undefined,
	) => {
		const answers = status === null ? 'gives no answer' : `answers ${status}`;
		const when = moved ? 'after the money moved' : 'and moves no money';
		kind(fault.kind, `${answers} ${when}`, async () => {
			await strike(fault);
			const isSilent = fault.kind.startsWith('hang');
			const answer = isSilent ? payInVain(fault.kind) : pay();
			if (status === null) {
				await expect(answer).rejects.toThrow(isSilent ? 'aborted' : 'fetch failed');
			} else {
				expect((await answer).status).toBe(status);
				await proof(await answer);
			}
			await expectTruth({ fault: fault.kind, status, moved });
			expect((await pay()).status).toBe(moved ? 409 : 200);
		});
	};
	const says = (message: string) => async (answer: Response) =>
		expect(await messageOf(answer)).toContain(message);
	const no = { moved: false };
	const yes = { moved: true };

	payoutFault({ kind: 'dropBefore' }, { status: null, ...no });
	payoutFault({ kind: 'dropAfter' }, { status: null, ...yes });
	payoutFault({ kind: 'hangBefore' }, { status: null, ...no });
	payoutFault({ kind: 'hangAfter' }, { status: null, ...yes });
	payoutFault({ kind: 'statusBefore', status: 429 }, { status: 429, ...no }, says('429'));
	payoutFault({ kind: 'statusAfter', status: 502 }, { status: 502, ...yes }, says('502'));
	payoutFault({ kind: 'expiredToken' }, { status: 401, ...no }, says('expired'));
	payoutFault(
		{ kind: 'paceRefusal', waitSeconds: 43 },
		{ status: 400, ...no },
		says('Payout request is already in progress, please retry after 43 seconds'),
	);
	payoutFault({ kind: 'malformedJson' }, { status: 200, ...yes }, async (answer) => {
		expect(answer.headers.get('content-type')).toContain('application/json');
		await expect(answer.json()).rejects.toThrow('JSON');
	});
	payoutFault({ kind: 'emptyBody' }, { status: 200, ...yes }, async (answer) =>
		expect(await answer.text()).toBe(''),
	);
	payoutFault({ kind: 'slowDrip', delayMs: 1 }, { status: 200, ...yes }, async (answer) =>
		expect(await answer.json()).toMatchObject({ orderReference: 'order-1' }),
	);
	kind('slowDrip', 'sends the head long before the body', async () => {
		// So slow that the body is never here before the ledger was read.
		await strike({ kind: 'slowDrip', delayMs: 60_000 });
		const givenUp = new AbortController();
		expect((await pay({}, { signal: givenUp.signal })).status).toBe(200);
		await expectTruth({ fault: 'slowDrip', status: null, moved: true });
		givenUp.abort();
	});
	const body = { error: 'odd', amount: [1] };
	payoutFault({ kind: 'answer', body }, { status: 200, ...yes }, async (answer) =>
		expect(await answer.json()).toEqual(body),
	);

	it('answer may be an echo of the request', async () => {
		await strike({ kind: 'answer', body: { id: '1' }, echo: true });
		expect(await jsonOf(pay())).toEqual({ ...payout(), id: '1' });
	});

	kind('delay', 'answers late, and as usual', async () => {
		await strike({ kind: 'delay', delayMs: 150 });
		const begin = Date.now();
		expect((await pay()).status).toBe(200);
		expect(Date.now() - begin).toBeGreaterThanOrEqual(145);
		await expectTruth({ fault: 'delay', status: 200, moved: true });
	});

	kind('redirect', 'points elsewhere, moves no money and counts who follows', async () => {
		await strike({ kind: 'redirect', times: 3 });
		const answer = await pay();
		expect(answer.status).toBe(307);
		expect((await ledger()).redirectHits).toBe(0);
		await expectTruth({ fault: 'redirect', status: 307, moved: false });

		const { status, redirected } = await fetch(`${sandbox.baseUrl}/payouts/create-bank-payout`, {
			method: 'POST',
			headers: { authorization: pastedToken, 'content-type': 'application/json' },
			body: JSON.stringify(payout()),
		});
		expect([status, redirected]).toEqual([200, true]);
		const { redirectHits, requests, payouts } = await ledger();
		expect(redirectHits).toBe(1);
		expect(requests.at(-1)).toMatchObject({ path: '/redirected', body: payout() });
		expect(payouts).toEqual([]);
	});

	kind('payoutStatus', 'makes a payout that has come back already', async () => {
		await strike({ kind: 'payoutStatus', payoutStatus: 'REFUNDED' });
		expect(await jsonOf(pay())).toMatchObject({ status: 'REFUNDED' });
		expect(await jsonOf(lookUp('payouts', 'order-1'))).toMatchObject([{ status: 'REFUNDED' }]);
		expect(await ledger()).toMatchObject({
			requests: [{ fault: 'payoutStatus', status: 200 }, {}],
			paid: { 'order-1': 1 },
			returned: { 'order-1': 1 },
			balances: { TZS: '1000000000.00' },
		});
	});

	it.each(['PROCESSING', 'PENDING', 'SUCCESS', 'no such status', ''])(
		'payoutStatus makes a payout that stays %j, and keeps the money out',
		async (payoutStatus) => {
			await strike({ kind: 'payoutStatus', payoutStatus });
			await sandbox.control.settings({ settlementMs: 0 });
			expect(await jsonOf(pay())).toMatchObject({ status: payoutStatus });
			expect(await jsonOf(lookUp('payouts', 'order-1'))).toMatchObject([{ status: payoutStatus }]);
			await expectTruth({ fault: 'payoutStatus', status: 200, moved: true });
			expect((await ledger()).contractViolations).toEqual([]);
		},
	);

	kind('paceRefusalAfter', 'asks to wait after the money moved', async () => {
		await sandbox.control.settings({ paceForm: 'retryAfter' });
		await strike({ kind: 'paceRefusalAfter', waitSeconds: 0.5 });
		const answer = await pay();
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
		await expectTruth({ fault: 'paceRefusalAfter', status: 429, moved: true });
	});

	describe.each([
		['payouts', 'payout', 'order-1'],
		['payments', 'payment', 'card-1'],
	] as const)('of the look-up of %s', (path, word, orderReference) => {
		beforeEach(async () => {
			await pay();
			await initiate();
		});
		const look = async () => await lookUp(path, orderReference);
		const truth = async () => await jsonOf<[{ id: string }]>(look());
		const spoil = async (fault: Fault) => {
			const [record] = await truth();
			await sandbox.control.addFault(fault);
			return record;
		};

		const statusOf = async (answer: Promise<Response>) => (await answer).status;

		kind('recordLate', 'does not find what is there', async () => {
			const record = await spoil({ kind: 'recordLate', times: 2 });
			expect((await lookUp(path, 'unknown')).status).toBe(404);
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
				const [altered] = await jsonOf<[Record<string, object>]>(look());
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
			const [first, second] = await jsonOf<[object, { id: string }]>(look());
			expect(first).toEqual(record);
			expect(second).toEqual({ ...record, id: second.id });
			expect(second.id).not.toBe(record.id);
		});

		kind('recordOthers', 'finds something under another reference, too', async () => {
			const record = await spoil({ kind: 'recordOthers' });
			expect(await jsonOf(look())).toEqual([
				{ ...record, id: expect.any(String), orderReference: `${orderReference}0` },
				record,
			]);
		});

		it.each<[Fault, (answer: Promise<Response>) => Promise<unknown>, unknown?]>([
			[{ kind: 'dropBefore' }, comesTrue, false],
			[{ kind: 'dropAfter' }, comesTrue, false],
			[{ kind: 'statusBefore', status: 499 }, statusOf, 499],
			[{ kind: 'redirect' }, statusOf, 307],
			[{ kind: 'malformedJson' }, async (answer) => await comesTrue((await answer).json()), false],
			[{ kind: 'slowDrip', delayMs: 0 }, jsonOf, [expect.objectContaining({ orderReference })]],
			[{ kind: 'answer', body: { odd: 1 } }, jsonOf, { odd: 1 }],
			[{ kind: 'answer', text: '<h1>' }, async (answer) => await (await answer).text(), '<h1>'],
			[{ kind: 'statusBefore', status: 404, body: { odd: 1 } }, jsonOf, { odd: 1 }],
			[{ kind: 'statusAfter', text: '' }, async (answer) => await (await answer).text(), ''],
		])('%j strikes it like any other request', async (fault, read, expected) => {
			const record = await spoil({ ...fault, orderReference });
			expect(await read(look())).toEqual(expected);
			expect(await truth()).toEqual([record]);
		});
	});

	describe('of a list', () => {
		const strikeList = (fault: Omit<Fault, 'operation'>) =>
			sandbox.control.addFault({ operation: 'getManyPayouts', ...fault });

		it('cuts it off like any other request', async () => {
			await makePayouts(1);
			await strikeList({ kind: 'malformedJson' });
			await expect(listed()).rejects.toThrow('JSON');
			expect(await listed()).toEqual(['r0', 1]);
		});

		kind('pageCapped', 'holds back records that were asked for', async () => {
			await makePayouts(3);
			await strikeList({ kind: 'pageCapped', records: 2 });
			expect(await listed({ ...oldestFirst, limit: 100 })).toEqual(['r0', 'r1', 3]);
		});

		kind('pageAltered', 'says another number of records, or none', async () => {
			await makePayouts(1);
			await strikeList({ kind: 'pageAltered', body: { totalCount: 7 } });
			expect(await listed()).toEqual(['r0', 7]);
			await strikeList({ kind: 'pageAltered', body: { totalCount: null } });
			expect(await listed()).toEqual(['r0', undefined]);
		});

		kind('pageEndless', 'has records however far one reads', async () => {
			await makePayouts(1);
			await strikeList({ kind: 'pageEndless' });
			const { data, totalCount } = await jsonOf<Page<Payout>>(listPage('payouts', { skip: 500 }));
			expect(new Set(data.map(({ id }) => id)).size).toBe(100);
			expect(totalCount).toBeGreaterThan(600);
		});

		kind('recordsLeave', 'takes them out of the filter once they are read', async () => {
			await makePayouts(4);
			for (const one of ['r0', 'r1', 'r2', 'r3']) {
				await sandbox.control.setPayoutStatus(one, 'PENDING');
			}
			await strikeList({ kind: 'recordsLeave', records: 2, payoutStatus: 'SUCCESS' });
			const query = { ...oldestFirst, status: 'PENDING', limit: 2 };
			expect(await listed(query)).toEqual(['r0', 'r1', 4]);
			expect(await listed({ ...query, skip: 2 })).toEqual([2]);
			expect(await listed(query)).toEqual(['r2', 'r3', 2]);
		});

		it('takes payments out of theirs as well', async () => {
			await initiate();
			await sandbox.control.addFault({ kind: 'recordsLeave', operation: 'getManyPayments' });
			const count = async (status: string) => await listed({ status }, 'payments');
			expect(await count('PENDING')).toEqual(['card-1', 1]);
			expect(await count('PENDING')).toEqual([0]);
			expect(await count('FAILED')).toEqual(['card-1', 1]);
		});
	});

	it('is tested here', () => {
		expect([...tested].sort()).toEqual([...faultKinds].sort());
	});
});
