import type { IDataObject } from 'n8n-workflow';
import type { Outcome, Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { LookUps } from '../../../../nodes/CardBankPayments/executor/deliver/lookUps';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { PAUSES_MS } from '../../../../nodes/CardBankPayments/executor/common/waits';
import {
	after,
	reopened,
	type LookUpFact,
	type LookUpStep,
} from '../../../../nodes/CardBankPayments/executor/deliver/steps';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { payment, result } from '../../support/payments';
import { freshJournal, meansOf, NOT_FOUND, serviceOf, SILENT } from '../../support/service';
import { held, open, unclear, usedByAnother } from '../../support/steps';
import { VirtualClock } from '../../support/virtualClock';

type Response = ServiceResponse;

const record = (changes: IDataObject = {}): IDataObject => ({
	orderReference: 'INV-0',
	status: 'SUCCESS',
	beneficiary: { accountNumber: '0150123456789' },
	...changes,
});
const found = (...records: IDataObject[]): Response => ({ status: 200, body: records });
const denied: LookUpStep = { at: 'held', refused: result(0, 'rejected', { httpStatus: 401 }) };
const patient: LookUpStep = { ...open, pausesMs: PAUSES_MS };

let clock: VirtualClock;
/** Milliseconds at which the service was asked. */
let asked: number[];
beforeEach(() => {
	clock = new VirtualClock();
	asked = [];
});

/** Other means, and of another operation. */
type LookUpChanges = Partial<Means & Pick<Means['service'], 'effect'>>;

/** Look-ups that are answered so, in turn; the last response again and again. */
function lookUps(
	responses: Response[],
	{ effect = 'payout', ...changes }: LookUpChanges = {},
): LookUps {
	const lookUp = async () =>
		await Promise.resolve(responses[Math.min(asked.push(clock.passed), responses.length) - 1]!);
	return new LookUps(meansOf({ clock, service: serviceOf({ lookUp, effect }), ...changes }));
}

/** What a look-up proves, and what becomes of the payment. */
const look = async (looking: LookUps, asking: LookUpStep = open) => {
	const fact = (await clock.until(looking.make(payment(0), asking))) as LookUpFact;
	const step = after(asking, fact);
	return { proves: fact.proves, step, result: step.at === 'ended' ? step.result : unclear };
};

describe('a look-up', () => {
	it.each<[string, Response[], LookUpStep, number[], string]>([
		['once and at once', [NOT_FOUND], open, [0], 'notKnown'],
		['once, where it was used before', [NOT_FOUND], usedByAnother, [0], 'notKnown'],
		['at the given times', [NOT_FOUND], patient, [1000, 4000, 10_000], 'notKnown'],
		['no more once it is known', [NOT_FOUND, found(record())], patient, [1000, 4000], 'known'],
		['until it may be sent', [SILENT, NOT_FOUND], held, [0, 1000], 'notKnown'],
		// A token that was refused twice is not taken ten seconds later.
		['no more without access', [{ status: 401 }], denied, [0], 'notAllowed'],
		['no more without access', [SILENT, { status: 401 }], held, [0, 1000], 'notAllowed'],
	])('asks %s', async (_, responses, asking, times, proves) => {
		const looked = await look(lookUps(responses), asking);
		expect([asked, looked.proves]).toEqual([times, proves]);
	});

	it('tells when it asked last, how often in all, and what came back', async () => {
		const { result } = await look(lookUps([NOT_FOUND]), patient);
		const at = new Date(VirtualClock.START + 10_000).toISOString();
		const lookedUp = {
			at,
			times: 3,
			answer: 'It was not found: Invalid or missing payout (HTTP 404)',
		};
		expect(result).toEqual({ ...unclear, lookedUp });
		const again = await look(lookUps([found()]), { ...open, result });
		expect(again.result.lookedUp).toMatchObject({ times: 4, answer: 'It was not found' });
	});

	it.each<[boolean, LookUpStep, LookUpChanges]>([
		[false, open, { lookUpUnclear: false, whenAlreadySent: 'returnPayout' }],
		[false, open, { effect: 'paymentLink' }],
		[false, held, { effect: 'paymentLink' }],
		[false, denied, { effect: 'paymentLink' }],
		[true, denied, {}],
		[false, held, { lookUpUnclear: false }],
		[false, usedByAnother, { lookUpUnclear: false }],
		[true, usedByAnother, { lookUpUnclear: false, whenAlreadySent: 'returnPayout' }],
		[true, usedByAnother, { effect: 'paymentLink' }],
		[false, usedByAnother, { effect: 'none' }],
	])('is made (%s) of %j with %j', async (isMade, asking, means) => {
		const { proves } = await look(lookUps([NOT_FOUND], means), asking);
		expect([asked.length, proves === 'notLookedUp']).toEqual([Number(isMade), !isMade]);
	});
});

it('of a card payment knows what the service says of card payments', async () => {
	const missing = { status: 404, body: { message: 'Invalid or missing payment: INV-0' } };
	const asking = { effect: 'paymentLink' } as const;
	expect((await look(lookUps([missing], asking), usedByAnother)).proves).toBe('notKnown');
	// Whoever pays by card pays another amount, with fees.
	const paid = record({ beneficiary: undefined, collectedAmount: '25.90' });
	const { result } = await look(lookUps([found(paid)], asking), usedByAnother);
	expect(result).toMatchObject({ outcome: 'alreadySent', records: [paid] });
});

it.each([
	['a month ago', -30 * 86_400_000, 0, 'alreadySent'],
	['a minute ago', -60_000, 0, 'alreadySent'],
	['after it was sent', 500, 0, 'accepted'],
	// The clock of the service is its own.
	['after it was sent, by a clock that is five hours late', -17_999_500, -18_000_000, 'accepted'],
	['a month ago, by a clock that is five hours fast', -2_574_000_000, 18_000_000, 'alreadySent'],
])(
	'a record that was made %s is judged by the service’s clock',
	async (_, madeMs, clockMs, outcome) => {
		const createdAt = new Date(VirtualClock.START + madeMs).toISOString();
		const date = new Date(VirtualClock.START + 1000 + clockMs).toUTCString();
		const response = { ...found(record({ createdAt })), headers: { date } };
		const journal = freshJournal();
		journal.memory.claim(payment(0), VirtualClock.START);
		for (const asking of [patient, held]) {
			clock = new VirtualClock();
			const looking = lookUps([response], { journal });
			if (asking.at === 'held') await clock.advanceTo(1000);
			const { result } = await look(looking, asking);
			expect(result).toMatchObject({ outcome, records: [record({ createdAt })] });
		}
	},
);

it('what was made a minute after a refusal is of another run, also where the service was silent before', async () => {
	const journal = freshJournal();
	journal.memory.claim(payment(0), clock.wallTime());
	const refused = result(0, 'rejected', { httpStatus: 429, refusedAt: clock.wallTime() });
	const silent = await look(lookUps([SILENT], { journal }), { at: 'held', refused });
	expect(silent.result.outcome).toBe('unknown');
	await clock.advanceTo(90_000);
	const createdAt = new Date(VirtualClock.START + 60_000).toISOString();
	const date = new Date(clock.wallTime()).toUTCString();
	const response = { ...found(record({ createdAt })), headers: { date } };
	const asking = reopened(silent.result, true) as LookUpStep;
	const { result: ended } = await look(lookUps([response], { journal }), asking);
	expect(ended).toMatchObject({ outcome: 'alreadySent', records: [{ createdAt }] });
});

describe('a service that is silent', () => {
	const between = [SILENT, SILENT, NOT_FOUND, SILENT];
	const atOnce = [0, 0, 0, 0];

	it.each<[string, Response[], number[], LookUpStep, number]>([
		['is left alone after three payments in a row', [SILENT], [0, 0, 0, 600_000], open, 3],
		['is left alone where it refuses the keys', [{ status: 401 }], [0, 0, 0, 600_000], open, 3],
		['is asked where something is to be sent', [SILENT], atOnce, held, 16],
		['is asked where it answered between', between, atOnce, open, 4],
		['is counted by payments, not by questions', [SILENT], [0, 0], patient, 6],
	])('%s', async (_, responses, times, asking, questions) => {
		const looking = lookUps(responses);
		for (const ms of times) {
			await clock.advanceTo(Math.max(ms, clock.passed));
			await look(looking, asking);
		}
		expect(asked).toHaveLength(questions);
	});

	it('is not waited for once it is left alone', async () => {
		const looking = lookUps([SILENT]);
		for (let times = 0; times < 3; times++) await look(looking);
		await look(looking, patient);
		expect(clock.passed).toBe(0);
	});
});

describe('a service that asks to wait', () => {
	const retryAfter = (seconds: number): Response => ({
		status: 429,
		headers: { 'retry-after': String(seconds) },
	});
	const soon: Response = { status: 429 };
	const minutes = 900_000;
	const longer = [1000, 2000, 4000, 8000, 16_000, 32_000, 61_000];

	it.each<[string, Response[], number, LookUpStep, number[]]>([
		['as long as it names', [retryAfter(43), NOT_FOUND], minutes, open, [0, 43_000]],
		['longer each time', [soon, NOT_FOUND], minutes, open, [0, 1000]],
		['Maximum Wait at most', [retryAfter(43), NOT_FOUND], 43_000, open, [0, 43_000]],
		['no longer than that', [retryAfter(43), NOT_FOUND], 42_999, open, [0]],
		['not at all', [retryAfter(43), NOT_FOUND], 0, open, [0]],
		['a minute at most in all', [soon], minutes, patient, longer],
		['not for 61 seconds', [retryAfter(61)], minutes, patient, [1000]],
	])('is given it: %s', async (_, responses, maximumWaitMs, asking, times) => {
		const { result } = await look(lookUps(responses, { maximumWaitMs }), asking);
		expect([asked, result.lookedUp?.times]).toEqual([times, times.length]);
	});
});

it.each<[string, Response, number, number]>([
	['before', NOT_FOUND, 0, 0],
	['between two look-ups, which prove nothing', NOT_FOUND, 2000, 1],
	['while the service wants it to wait', { status: 429 }, 1500, 1],
])('a cancelled execution asks no more: %s', async (_, response, at, times) => {
	const cancel = new AbortController();
	if (at === 0) cancel.abort();
	const looking = lookUps([response], { cancelSignal: cancel.signal });
	const pending = looking.make(payment(0), patient);
	await clock.advanceTo(at);
	cancel.abort();
	const { proves, lookedUp } = (await pending) as LookUpFact;
	expect(proves).toBe('notLookedUp');
	expect([asked.length, lookedUp?.times ?? 0, clock.passed]).toEqual([times, times, at]);
});

// A refusal for the pace or for a token says nothing of the reference; any other one that is looked up does. A
// cancelled execution believes one for the pace, and no other.
it.each<[string, Partial<Verdict>, Outcome, LookUpFact['proves']]>([
	['its pace', { httpStatus: 429, waitMs: 1_000 }, 'accepted', 'notLookedUp'],
	['its pace, in words', { httpStatus: 400, waitMs: 1_000 }, 'accepted', 'notLookedUp'],
	['its token', { httpStatus: 401 }, 'accepted', 'nothing'],
	['its reference, for now', { httpStatus: 409, waitMs: 1_000 }, 'alreadySent', 'notLookedUp'],
	['its reference', { httpStatus: 400 }, 'alreadySent', 'nothing'],
	['its reference, in a way of its own', { httpStatus: 422 }, 'alreadySent', 'nothing'],
])(
	'after a refusal for %s (%j), a record without a date is %s; without a look-up: %s',
	async (_, changes, outcome, proves) => {
		const journal = freshJournal();
		journal.memory.claim(payment(0), clock.wallTime());
		const refusal = result(0, 'rejected', changes);
		const asking: LookUpStep = { at: 'held', refused: refusal, final: refusal };
		const cancelSignal = AbortSignal.abort();
		const cancelled = await look(lookUps([NOT_FOUND], { cancelSignal }), asking);
		expect([cancelled.proves, asked]).toEqual([proves, []]);
		const { result: ended } = await look(lookUps([found(record())], { journal }), asking);
		expect(ended.outcome).toBe(outcome);
	},
);
