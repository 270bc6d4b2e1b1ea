import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { sendPatiently } from '../../../../nodes/CardBankPayments/executor/service/waiting';
import { VirtualClock } from '../../support/virtualClock';

const asksFor = (seconds: number): ServiceResponse => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
});
const answered: ServiceResponse = { status: 200, body: {} };

/** Sends until nothing asks to wait, with so many milliseconds of patience. */
async function waited(responses: ServiceResponse[], leftMs: number, signal?: AbortSignal) {
	const clock = new VirtualClock();
	const send = async () => await Promise.resolve(responses.shift() ?? answered);
	const patience = { clock, leftMs, cancelSignal: signal };
	const { response, ...last } = await clock.until(sendPatiently(send, patience));
	return { status: response.status, ...last, passed: clock.passed };
}

it.each<[string, ServiceResponse[], number, object]>([
	['each time', [asksFor(5), asksFor(1)], 9_000, { times: 3, passed: 7_000 }],
	['no longer than allowed', [asksFor(10)], 9_000, { status: 429, times: 1, passed: 0 }],
	['no longer than allowed in all', [asksFor(5), asksFor(5)], 9_000, { times: 2, passed: 5_000 }],
	['up to the last moment', [asksFor(9)], 9_000, { status: 200, times: 2, passed: 9_000 }],
	['for nothing', [{ status: 429 }], 0, { status: 429, times: 1, passed: 0 }],
])('sends %s', async (_, responses, leftMs, wanted) => {
	expect(await waited(responses, leftMs)).toMatchObject(wanted);
});

it('waits no more once the run is canceled', async () => {
	const signal = AbortSignal.abort();
	const wanted = { status: 429, times: 1, passed: 0 };
	expect(await waited([asksFor(5)], 9_000, signal)).toEqual(wanted);
});

it('takes what throws for a response that proves nothing', async () => {
	const clock = new VirtualClock();
	const send = async () => await Promise.reject(new Error('Broken'));
	const { response } = await sendPatiently(send, { clock, leftMs: 0 });
	expect(response).toEqual({ body: new Error('Broken') });
});
