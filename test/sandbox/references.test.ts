import {
	call,
	initiate,
	jsonOf,
	ledger,
	lookUp,
	messageOf,
	paths,
	pay,
	previewBody,
	sandbox,
	useSandbox,
} from './support';

useSandbox();

it('refuses a payout whose order reference was used before, even with another body', async () => {
	expect((await pay()).status).toBe(200);
	const answer = await pay({ amount: 7 });
	expect(answer.status).toBe(409);
	expect(await messageOf(answer)).toBe(
		'Order reference order-1 already used: Create a different reference',
	);
	const { paid, payouts } = await ledger();
	expect(paid).toEqual({ 'order-1': 1 });
	expect(payouts).toHaveLength(1);
});

it('pays only one of many payouts with the same reference at the same moment', async () => {
	await sandbox.control.settings({ delayMs: 30 });
	const answers = await Promise.all(Array.from({ length: 10 }, () => pay()));
	const statuses = answers.map(({ status }) => status).sort();
	expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
	expect((await ledger()).paid).toEqual({ 'order-1': 1 });
});

it('refuses a second payment link for the same reference', async () => {
	expect((await initiate()).status).toBe(200);
	expect((await initiate()).status).toBe(409);
	expect((await ledger()).cardPayments).toHaveLength(1);
});

it('keeps the references of links and payouts apart', async () => {
	expect((await initiate({ orderReference: 'same' })).status).toBe(200);
	expect((await pay({ orderReference: 'same' })).status).toBe(200);
});

it('uses no reference up when a request is refused', async () => {
	expect((await pay({ amount: -1 })).status).toBe(400);
	expect((await pay({ bic: 'NOSUCHBK' })).status).toBe(400);
	expect((await pay({}, { authorization: null })).status).toBe(401);
	expect((await pay()).status).toBe(200);
});

it.each(['__proto__', 'constructor', 'toString'])(
	'takes the reference %s, a name of JavaScript, for what it is',
	async (orderReference) => {
		expect((await pay({ orderReference })).status).toBe(200);
		expect((await pay({ orderReference })).status).toBe(409);
		expect(Object.entries((await ledger()).paid)).toEqual([[orderReference, 1]]);
	},
);

it('pays again when told not to watch references, and the ledger counts it', async () => {
	await sandbox.control.settings({ uniqueOrderReferences: false });
	const ids = new Set<string>();
	for (let round = 0; round < 3; round++) ids.add((await jsonOf<{ id: string }>(pay())).id);
	expect(ids.size).toBe(3);
	const { paid, payouts, balances } = await ledger();
	expect(paid).toEqual({ 'order-1': 3 });
	expect(payouts).toHaveLength(3);
	expect(balances.TZS).toBe('999995200.00');
	expect(await jsonOf(lookUp('payouts', 'order-1'))).toHaveLength(3);
	await initiate();
	expect((await initiate()).status).toBe(200);
	expect(await jsonOf(lookUp('payments', 'card-1'))).toHaveLength(2);
});

describe('where letters and digits are the only ones allowed', () => {
	beforeEach(() => sandbox.control.settings({ plainReferences: true }));

	it.each(['INV-204', 'INV 204', ' INV204', 'Rechnung\u00fc', '\u0661'])(
		'refuses the order reference %j in every request',
		async (orderReference) => {
			const answers = [
				await pay({ orderReference }),
				await initiate({ orderReference }),
				await call(paths.preview, { body: { ...previewBody, orderReference } }),
			];
			for (const answer of answers) {
				expect(answer.status).toBe(400);
				expect(await messageOf(answer)).toBe(
					'Order reference should only contain alphanumeric characters and cannot be blank',
				);
			}
			expect(await ledger()).toMatchObject({ payouts: [], cardPayments: [] });
		},
	);

	it('takes an order reference of letters and digits', async () => {
		expect((await pay({ orderReference: 'INV204a' })).status).toBe(200);
	});
});
