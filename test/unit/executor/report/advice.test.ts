import type { IDataObject } from 'n8n-workflow';
import type {
	NextStep,
	Outcome,
	Result,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	describeResult as describeEnded,
	isSafeToRetry,
	nameItem,
	titleOf,
} from '../../../../nodes/CardBankPayments/executor/report/advice';
import {
	endedResult,
	hasFailed,
} from '../../../../nodes/CardBankPayments/executor/report/endedResult';
import { nextStepFor } from '../../../../nodes/CardBankPayments/executor/report/nextStep';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { access } from '../../../../nodes/CardBankPayments/sentences/access';
import { lookUps } from '../../../../nodes/CardBankPayments/sentences/lookUps';
import { nextSteps } from '../../../../nodes/CardBankPayments/sentences/nextSteps';
import { outcomes } from '../../../../nodes/CardBankPayments/sentences/outcomes';
import { outcomes as allOutcomes, result } from '../../support/payments';

const failing = (result: Result, effect: Effect) => ({
	...endedResult(result, effect),
	failed: true,
});
/** All that is said of a result; its meaning is the first sentence behind its name. */
const adviceFor = (result: Result, effect: Effect) => {
	const ended = failing(result, effect);
	const [, sentences = ''] = describeEnded(ended).split('(item 4): ');
	const [meaning = ''] = sentences.split('. ');
	return {
		title: titleOf(ended),
		meaning,
		nextStep: nextStepFor(ended),
		safeToRetry: isSafeToRetry(ended),
	};
};
const describeResult = (result: Result, effect: Effect) => describeEnded(failing(result, effect));
const places = { payout: 'Payout → Get', paymentLink: 'Card Payment → Get', none: '' };
/** As the sentence is told of item 4. */
const forItem = (step: NextStep, effect: Effect = 'payout') =>
	typeof step === 'string' ? step : step({ reference: 'INV-3', place: places[effect] });
const inWait = (when: string) => nextSteps.afterWait({ when });
const effects = ['none', 'paymentLink', 'payout'] as const;
const onRecord = (record: IDataObject) => result(3, 'alreadySent', { records: [record] });

const { money, title } = outcomes;
const ten = nextSteps.runAgain({ minutes: '10 minutes' });

describe('the advice for an item', () => {
	it.each(effects)('has a title of its own for each outcome (%s)', (effect) => {
		const titles = allOutcomes.map((outcome) => adviceFor(result(3, outcome), effect).title);
		const subject = effect === 'payout' ? title.payout : title.request;
		const ended = ['accepted', 'reversed', 'rejected', title.unknown, 'not sent'];
		const own = [...ended, 'already sent', 'invalid'].map((words) => subject({ ended: words }));
		expect(titles).toEqual([...own, title.notFound]);
	});

	it.each<[Effect, Outcome, string, NextStep]>([
		['payout', 'accepted', money.payout.accepted, nextSteps.nothing],
		['payout', 'reversed', money.common.reversed, nextSteps.cameBack],
		['payout', 'rejected', money.payout.rejected, nextSteps.checkValues],
		['payout', 'unknown', money.payout.unknown, ten],
		['payout', 'alreadySent', money.common.alreadySent, ten],
		['payout', 'notSent', money.common.notSent, nextSteps.clearItem],
		['payout', 'invalid', money.common.invalid, nextSteps.correctItem],
		['paymentLink', 'rejected', money.common.rejected, nextSteps.checkValues],
		['paymentLink', 'unknown', money.common.unknown, nextSteps.newLink],
		['paymentLink', 'alreadySent', money.common.alreadySent, nextSteps.lookUpLink],
		['none', 'accepted', money.common.accepted, nextSteps.nothing],
		['none', 'rejected', money.reading.rejected, nextSteps.checkValues],
		['none', 'unknown', money.reading.unknown, nextSteps.readLater],
		['none', 'notFound', money.common.notFound, nextSteps.lookAgain],
		['none', 'alreadySent', money.reading.alreadySent, nextSteps.lookInDashboard],
	])('of a %s that is %s: %s', (effect, outcome, says, step) => {
		const { meaning, nextStep } = adviceFor(result(3, outcome), effect);
		expect(says).toMatch(new RegExp(`^${meaning}`));
		expect(nextStep).toBe(forItem(step, effect));
	});

	it.each<[string, Partial<Result>, NextStep]>([
		['a token', { cause: 'account', httpStatus: 401 }, nextSteps.newToken],
		['a right', { cause: 'account', httpStatus: 403 }, access.nextSteps.checkAccess],
		['no balance account', { cause: 'account', httpStatus: 404 }, nextSteps.topUp],
		['nothing at the address', { cause: 'item', httpStatus: 404 }, nextSteps.checkPaths],
		['another address', { cause: 'settings', httpStatus: 307 }, access.nextSteps.checkBaseUrl],
		['a page, once it is done', { httpStatus: 302 }, access.nextSteps.checkBaseUrl],
		['a page to see', { httpStatus: 303 }, access.nextSteps.checkBaseUrl],
		['an address that takes no requests', { httpStatus: 405 }, access.nextSteps.checkBaseUrl],
		['the proxy', { cause: 'settings', httpStatus: 407 }, nextSteps.checkProxy],
		['no way there', { cause: 'service' }, nextSteps.checkConnection],
		['the pace', { cause: 'service', waitMs: 43_000 }, inWait('in 43 seconds')],
		['too many requests', { cause: 'service', httpStatus: 429 }, inWait('later')],
		['a request that came too early', { cause: 'service', httpStatus: 425 }, nextSteps.later],
		['another request', { cause: 'service', httpStatus: 409 }, nextSteps.later],
		[
			'the signs of the reference',
			{ httpStatus: 400, says: 'It says: only alphanumeric characters (HTTP 400)' },
			nextSteps.plainReference,
		],
		[
			'what it names',
			{ says: 'It refused: bic: unknown (HTTP 422)' },
			nextSteps.correctWhatIsNamed,
		],
		['an advice of its own', { nextStep: nextSteps.compare }, nextSteps.compare],
	])('after a refusal for %s names what to click', (_, changes, step) => {
		const { nextStep } = adviceFor(result(3, 'rejected', changes), 'payout');
		expect(nextStep).toBe(forItem(step));
	});

	it('names the setting where the service pointed elsewhere, but of a payout that it is looked up first', () => {
		const steps = effects.map(
			(effect) => adviceFor(result(3, 'unknown', { httpStatus: 302 }), effect).nextStep,
		);
		expect(steps).toEqual([access.nextSteps.checkBaseUrl, access.nextSteps.checkBaseUrl, ten]);
	});

	it.each([
		[480_001, '9 minutes'],
		[1_000, '1 minute'],
	])('says for how long a payout is left alone: %i ms', (leftAloneMs, minutes) => {
		const { nextStep } = adviceFor(result(3, 'unknown', { leftAloneMs }), 'payout');
		expect(nextStep).toBe(nextSteps.runAgain({ minutes }));
	});

	it.each(['unknown', 'alreadySent'] as const)(
		'sends to the company where nobody can be asked what became of it: %s',
		(outcome) => {
			const { nextStep } = adviceFor(result(3, outcome, { cannotAsk: true }), 'payout');
			expect(nextStep).toBe(forItem(nextSteps.askCompany));
		},
	);

	it.each(['INV3', undefined])('gives no expression for the reference %p', (orderReference) => {
		const says = 'Only alphanumeric characters';
		const plainly = result(3, 'rejected', { says, orderReference });
		expect(adviceFor(plainly, 'payout').nextStep).toBe(nextSteps.checkValues);
	});

	it.each<[string, Partial<Result>, string]>([
		['another item', { cause: 'run' }, nextSteps.clearItem],
		['the settings', { cause: 'settings' }, nextSteps.correctSettings],
		['the account', { cause: 'account' }, nextSteps.correctAccount],
		['the service', { cause: 'service' }, nextSteps.waitForService],
		['a token', { cause: 'account', httpStatus: 401 }, nextSteps.newToken],
	])('for what was kept back by %s names what comes first', (_, changes, step) => {
		expect(adviceFor(result(3, 'notSent', changes), 'payout').nextStep).toBe(step);
	});

	it('calls safe to retry only what was definitely not made, or moves no money', () => {
		const safe = effects.map((effect) =>
			allOutcomes.filter((outcome) => adviceFor(result(0, outcome), effect).safeToRetry),
		);
		const always = ['rejected', 'notSent', 'invalid'];
		const harmless = ['rejected', 'unknown', 'notSent', 'invalid'];
		expect(safe).toEqual([harmless, harmless, always]);
	});

	it('of other details under a reference that was sent: look it up, by the whole reference', () => {
		const orderReference = '$&'.repeat(70);
		expect(adviceFor(result(3, 'invalid', { orderReference, conflict: true }), 'payout')).toEqual({
			title: title.conflict,
			meaning: money.conflict,
			nextStep: nextSteps.conflict({ reference: orderReference, place: 'Payout → Get' }),
			safeToRetry: false,
		});
	});

	// It must not say that the beneficiary was never paid.
	it.each([
		['alreadySent', money.common.alreadySent],
		['unknown', money.payout.unknown],
	] as const)('of a reference that is somebody else’s, and %s', (outcome, meaning) => {
		expect(adviceFor(result(3, outcome, { anothers: true }), 'payout')).toEqual({
			title: title.anothers,
			meaning,
			nextStep: forItem(nextSteps.anothers),
			safeToRetry: false,
		});
	});
});

describe('what was already sent', () => {
	const made = { status: 'SUCCESS', beneficiary: { accountNumber: '0150123456789' } };
	const sent = { status: 'PENDING', amount: '1234567.5', currency: 'USD' };
	const ordered = { amount: '150010.00', order: { amount: '150000.00', currency: 'TZS' } };
	const dated = { createdAt: '2026-10-28T06:00:00.000Z' };
	const strange = { toString: 'x' };

	it.each<[IDataObject, string]>([
		[
			{ ...made, ...ordered, ...dated },
			'Paid before: 150,000.00 TZS to …6789, on 2026-10-28, status SUCCESS',
		],
		[{ ...sent, order: { amount: '7' } }, 'Sent before: 7.00 USD, status PENDING'],
		[
			{ ...sent, order: { currency: 'TZS' }, createdAt: 'today' },
			'Sent before: 1,234,567.50 USD with the fee, status PENDING',
		],
		[{ status: 'PENDING', amount: 'much', ...dated }, 'Sent before: on 2026-10-28, status PENDING'],
		[
			{ ...sent, currency: strange, createdAt: strange, beneficiary: { accountNumber: strange } },
			'Sent before: 1,234,567.50 with the fee, status PENDING',
		],
	])('says what was made, as far as its record shows it: %j', (record, shows) => {
		const line = describeResult(onRecord(record), 'payout');
		expect(line).toBe(`INV-3 (item 4): Nothing was sent now. ${shows}.`);
		expect(adviceFor(onRecord(record), 'payout').nextStep).toBe(nextSteps.toSkip);
		expect(hasFailed(onRecord(record), 'payout', 'returnPayout')).toBe(false);
		expect(hasFailed(onRecord(record), 'paymentLink', 'returnPayout')).toBe(true);
	});

	it.each([
		['REVERSED', lookUps.reversed({ status: 'REVERSED' }), forItem(nextSteps.cameBack)],
		[undefined, lookUps.noStatus, ten],
	])('is not certain to have been made (%s)', (status, says, next) => {
		const record = onRecord({ status });
		expect(describeResult(record, 'payout')).toBe(
			`INV-3 (item 4): Nothing was sent now. The service did something. ${says}.`,
		);
		expect(adviceFor(record, 'payout').nextStep).toBe(next);
		expect(hasFailed(record, 'payout', 'returnPayout')).toBe(true);
	});
});

const hostile = `<img src=x>a\r\nb\tc\u2028d\u200be\u202ef</b> ${'long '.repeat(100)}end`;
const plain = `img src=x a b c d e f /b  ${'long '.repeat(100)}end`;
const lookedUp = { at: '2026-11-22T09:00:00.000Z', times: 2, answer: 'It was not found' };
const once = { ...lookedUp, times: 1 };
const unclear = 'The payout may or may not have been made. The service did something';

/** What a look-up said is told only where neither acceptance nor a record says more. */
it.each<[Outcome, Partial<Result>, string]>([
	['invalid', { says: hostile }, `This item was not sent. ${plain}.`],
	['unknown', { lookedUp }, `${unclear}. Looked up 2 times. It was not found.`],
	['unknown', { lookedUp: once }, `${unclear}. Looked up once. It was not found.`],
	['unknown', { lookedUp, records: [{}] }, `${unclear}.`],
	['unknown', { lookedUp: { ...lookedUp, isKnown: true } }, `${unclear}.`],
	[
		'alreadySent',
		{ lookedUp },
		'Nothing was sent now. The service did something. Looked up 2 times. It was not found.',
	],
	['rejected', { lookedUp }, 'No money moved. The service did something.'],
	['accepted', { lookedUp }, 'The payout is on its way or made. The service did something.'],
])('the line on an item that is %s says what happened: %j', (outcome, changes, says) => {
	const line = describeResult(result(3, outcome, changes), 'payout');
	expect(line).toBe(`INV-3 (item 4): ${says}`);
});

it.each([
	[undefined, 'Item 1'],
	['x'.repeat(41), `${'x'.repeat(40)}… (item 1)`],
])('the reference %j stays on a line of the panel', (orderReference, name) => {
	expect(nameItem(result(0, 'unknown', { orderReference }))).toBe(name);
});
