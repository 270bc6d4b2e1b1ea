import { type Payment } from '../../sandbox';
import {
	call,
	enterCard,
	initiate,
	jsonOf,
	ledger,
	lookUp,
	messageOf,
	paths,
	pay,
	payout,
	sandbox,
	useSandbox,
} from './support';

useSandbox({ settlementMs: 60_000 });
afterEach(async () => {
	expect((await ledger()).contractViolations).toEqual([]);
});

const payBy = async (cardNumber: string) =>
	await enterCard((await ledger()).cardPayments[0]!.cardPaymentLink, cardNumber);
const payment = async () => {
	const found = await jsonOf<Payment[]>(lookUp('payments', 'card-1'));
	expect(found).toHaveLength(1);
	return found[0]!;
};

it.each([
	['payouts', 'payout'],
	['payments', 'payment'],
] as const)('answers 404 for %s under a reference that was never used', async (path, word) => {
	const answer = await lookUp(path, 'unknown');
	expect([answer.status, await messageOf(answer)]).toEqual([
		404,
		`Invalid or missing ${word}: unknown`,
	]);
	expect((await lookUp(path, 'unknown', { authorization: null })).status).toBe(401);
	expect((await call(`/${path}/%E0%A4%A`, { method: 'GET' })).status).toBe(400);
});

it('finds what was made under a reference, however it is spelt', async () => {
	const orderReference = 'a/b c?ü%';
	await pay({ orderReference });
	const [made] = (await ledger()).payouts;
	await initiate({ orderReference });
	expect(await jsonOf(lookUp('payouts', orderReference))).toEqual([made]);
	expect(await jsonOf(lookUp('payments', orderReference))).toMatchObject([
		{ orderReference, status: 'PENDING' },
	]);
});

describe('a payment', () => {
	it('waits for the payer, is received, and settles', async () => {
		await initiate();
		expect(await payment()).toEqual({
			id: expect.any(String),
			status: 'PENDING',
			paymentReference: expect.stringMatching(/^CARD[0-9A-F]{8}$/),
			orderReference: 'card-1',
			collectedAmount: 0,
			collectedCurrency: 'USD',
			message: 'Waiting for the payer',
			customer: { id: 'customer-1' },
			createdAt: expect.stringMatching(/Z$/),
			updatedAt: expect.stringMatching(/Z$/),
		});
		await payBy('4242 4242 4242 4242');
		expect(await payment()).toMatchObject({ status: 'SUCCESS', collectedAmount: 25.5 });
		await sandbox.control.settings({ settlementMs: 0 });
		expect(await payment()).toMatchObject({ status: 'SETTLED', collectedAmount: 25.5 });
		expect((await ledger()).payments).toEqual([await payment()]);
	});

	it('fails with a declined card, and may be paid afterwards all the same', async () => {
		await initiate();
		await payBy('5555 5555 5555 4444');
		expect(await payment()).toMatchObject({ status: 'FAILED', collectedAmount: 0 });
		await payBy('4242 4242 4242 4242');
		expect(await payment()).toMatchObject({ status: 'SUCCESS' });
	});

	it('names a customer who was given by details', async () => {
		const customer = { fullName: 'Asha Mushi', email: 'asha@example.com', phoneNumber: '255700' };
		expect((await initiate({ customer })).status).toBe(200);
		expect((await payment()).customer).toEqual({
			customerName: 'Asha Mushi',
			customerEmail: 'asha@example.com',
			customerPhoneNumber: '255700',
		});
		const [link] = (await ledger()).cardPayments;
		expect(link).toMatchObject({ customer });
		expect(link).not.toHaveProperty('customerId');
	});

	it.each(['PROCESSING', 'ON-HOLD', 'FAILED', 'SUCCESS', 'SETTLED', 'anything'])(
		'can be given the status %s, and keeps it',
		async (status) => {
			await initiate();
			await sandbox.control.setPaymentStatus('card-1', status);
			await sandbox.control.settings({ settlementMs: 0 });
			expect(await payment()).toMatchObject({ status });
			const paid = status === 'SUCCESS' || status === 'SETTLED';
			expect((await ledger()).cardPayments).toMatchObject([{ status: paid ? 'PAID' : 'PENDING' }]);
		},
	);
});

describe('a payout whose status is changed later', () => {
	it.each(['REVERSED', 'REFUNDED', 'FAILED'])(
		'gives the money back once when it is %s, for good',
		async (status) => {
			await pay();
			await sandbox.control.setPayoutStatus('order-1', status);
			await sandbox.control.setPayoutStatus('order-1', 'FAILED');
			expect(await ledger()).toMatchObject({
				payouts: [{ status: 'FAILED' }],
				paid: { 'order-1': 1 },
				returned: { 'order-1': 1 },
				balances: { TZS: '1000000000.00' },
			});
			await expect(sandbox.control.setPayoutStatus('order-1', 'SUCCESS')).rejects.toThrow('back');
			await sandbox.control.settings({ settlementMs: 0 });
			expect((await ledger()).payouts).toMatchObject([{ status: 'FAILED' }]);
		},
	);

	it('keeps the money out with any other status', async () => {
		await pay();
		await sandbox.control.setPayoutStatus('order-1', 'PROCESSING');
		expect(await ledger()).toMatchObject({
			payouts: [{ status: 'PROCESSING' }],
			returned: {},
			balances: { TZS: '999998400.00' },
		});
	});

	it('has to be there', async () => {
		await expect(sandbox.control.setPayoutStatus('none', 'FAILED')).rejects.toThrow('none');
		await expect(sandbox.control.setPaymentStatus('none', 'FAILED')).rejects.toThrow('none');
	});
});

describe('the preview of a payout', () => {
	const preview = async (changes: Record<string, unknown>) =>
		await call(paths.previewPayout, { body: payout({ accountName: undefined, ...changes }) });

	it('says what would leave the balance and what would arrive, and changes nothing', async () => {
		const answer = await preview({ currency: 'USD', amount: 19.99 });
		expect([answer.status, await answer.json()]).toEqual([
			200,
			{
				amount: 20.59,
				balance: 1_000_000,
				estimatedArrival: '1-3 Working Days',
				channelProvider: 'CRDB Bank',
				fee: 0.6,
				exchanged: true,
				exchange: { sourceCurrency: 'USD', targetCurrency: 'TZS', sourceAmount: 19.99, rate: 2500 },
				order: { amount: 19.99, currency: 'USD', id: 'order-1' },
				payoutFeeBearer: 'merchant',
				nameLookupStatus: 'RESOLVED',
				receiver: {
					accountNumber: '0150123456',
					accountName: 'Neema Joseph',
					accountCurrency: 'TZS',
					amount: 49_975,
				},
				transferType: 'ACH',
			},
		]);
		expect(await ledger()).toMatchObject({ payouts: [], paid: {} });
		expect((await pay()).status).toBe(200);
	});

	it.each(['0150123459', 'TZ12X'])('cannot name the holder of %s', async (accountNumber) => {
		const answer = await jsonOf<Record<string, unknown>>(preview({ accountNumber }));
		expect(answer).toMatchObject({ exchanged: false, nameLookupStatus: 'UNAVAILABLE' });
		expect(answer).not.toHaveProperty('exchange');
		expect(answer.receiver).not.toHaveProperty('accountName');
	});

	it('is refused for a reference that was used, an unknown BIC, and an account name', async () => {
		await pay();
		expect((await preview({})).status).toBe(409);
		expect((await preview({ bic: 'NOSUCHBK' })).status).toBe(400);
		const named = await call(paths.previewPayout, { body: payout() });
		expect(await messageOf(named)).toContain('accountName');
	});
});
