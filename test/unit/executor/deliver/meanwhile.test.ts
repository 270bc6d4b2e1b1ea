import type { IDataObject } from 'n8n-workflow';
import type { Payment } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import type { SendFact } from '../../../../nodes/CardBankPayments/executor/proof/judge';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { payment, result } from '../../support/payments';
import { meansOf, NOT_FOUND, serviceOf } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

/* What others do, and what the service says, while a payout of this run is under way or waits. */

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

const payouts: Payment[] = Array.from({ length: 12 }, (_, index) =>
	payment(index, { orderReference: `A${index}`, cents: 10_000n }),
);
const expired: SendFact = {
	is: 'refusedForNow',
	result: result(1, 'rejected', { httpStatus: 401, cause: 'account' }),
};
const waitAMinute: SendFact = {
	is: 'refusedForNow',
	result: result(1, 'rejected', { httpStatus: 429, waitMs: 60_000 }),
};

/** A service whose list is true at every moment; the second payout is refused once, so. */
function serviceThat(refuses: SendFact, payMs: (index: number) => number, listMs = 0) {
	const paid: IDataObject[] = [];
	const leftAt: number[] = [];
	const pay = (orderReference: string, amount: number) =>
		paid.push({
			...{ orderReference, amount, currency: 'TZS', status: 'PENDING' },
			createdAt: new Date(clock.now()).toISOString(),
		});
	let refusals = 0;
	const service = serviceOf({
		async send({ index, orderReference, cents }) {
			leftAt.push(clock.passed);
			const isRefused = index === 1 && refusals++ === 0;
			await clock.sleep(payMs(index));
			if (isRefused) return refuses;
			pay(orderReference, Number(cents) / 100);
			return { is: 'answered', result: result(index, 'accepted') };
		},
		async read() {
			const records = [...paid];
			await clock.sleep(listMs);
			return result(0, 'accepted', { records });
		},
		wallTime: () => clock.wallTime(),
	});
	const run = async (means: Partial<Means>) =>
		await deliver(payouts, [], meansOf({ clock, service, concurrency: 2, ...means }));
	return { paid, leftAt, pay, run };
}

it('Maximum per Day also keeps in what was under way when the run found that the day is full', async () => {
	// A1 is refused for its token at 1,600 ms, after the list of about 1,000 ms has stopped all that waited.
	const service = serviceThat(expired, (index) => (index === 1 ? 1_500 : 200));
	const running = service.run({ maximumPerDay: 120_000n });
	await clock.advanceTo(500);
	service.pay('Elsewhere', 700);
	await clock.until(running);
	const total = service.paid.reduce((sum, { amount }) => sum + Number(amount), 0);
	expect(total).toBeLessThanOrEqual(1_200);
});

it('nothing leaves once the service has asked to wait, also where the list of the day was read then', async () => {
	// A1 is refused at 2,700 ms. From 2,400 to 2,800 ms, the list is read for another one.
	const service = serviceThat(waitAMinute, (index) => [1_000, 900][index] ?? 100, 400);
	await clock.until(service.run({ maximumPerDay: 1_000_000n }));
	expect(service.leftAt.filter((at) => at > 2_700 && at < 62_700)).toEqual([]);
});

it('what the list of the day has stopped does not wait for the pace', async () => {
	const service = serviceThat(waitAMinute, (index) => [1_000, 900][index] ?? 100, 400);
	const running = service.run({ maximumPerDay: 1_000_000n });
	await clock.advanceTo(2_350);
	service.pay('Elsewhere', 10_000);
	await clock.until(running);
	expect(clock.passed).toBeLessThan(4_000);
});

it('those that waited for a slow list do not read it again', async () => {
	const service = serviceThat({ ...expired, is: 'answered' }, () => 500, 4_000);
	await clock.until(service.run({ maximumPerDay: 100_000_000n, concurrency: 5 }));
	// For the first one alone, and then for each five.
	expect(clock.passed).toBeLessThanOrEqual(4 * 4_500);
});

/** Somebody else makes the payout of the run, so many milliseconds after the service has refused it. */
it.each([
	[1_000, 'accepted'],
	[30_000, 'alreadySent'],
])('what is made %i ms after a refusal is told as %s', async (afterMs, outcome) => {
	const made: IDataObject[] = [];
	const lookUp = async (): Promise<ServiceResponse> => {
		const headers = { date: new Date(clock.wallTime()).toUTCString() };
		return await Promise.resolve(made[0] ? { status: 200, headers, body: made } : NOT_FOUND);
	};
	let requests = 0;
	const service = serviceOf({
		lookUp,
		async send() {
			requests++;
			const { is, result: refused } = waitAMinute;
			return await Promise.resolve({ is, result: { ...refused, refusedAt: clock.wallTime() } });
		},
	});
	const running = deliver([payment(0)], [], meansOf({ clock, service }));
	await clock.advanceTo(afterMs);
	made.push({
		...{ id: 'P1', orderReference: 'INV-0', status: 'PENDING', amount: '1500.50', currency: 'TZS' },
		beneficiary: { accountNumber: '0150123456789' },
		createdAt: new Date(clock.wallTime()).toISOString(),
	});
	const { results } = await clock.until(running);
	expect([requests, results[0]]).toMatchObject([1, { outcome, records: made }]);
});
