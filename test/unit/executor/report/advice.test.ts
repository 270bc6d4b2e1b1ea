import type { IDataObject } from 'n8n-workflow';
import type {
	Cause,
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
import { outcomes, result } from '../../support/payments';
import { expectBuildersWording, expectGoodWording } from '../../support/wording';

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
const effects = ['none', 'paymentLink', 'payout'] as const;
const onRecord = (record: IDataObject) => result(3, 'alreadySent', { records: [record] });

const causes: Cause[] = ['item', 'account', 'settings', 'service', 'reference', 'run'];
const statuses = [undefined, 400, 401, 402, 403, 404, 405, 407, 409, 422, 429, 500];

const payAnew =
	/^Find out why it came back, .* then pay under a new order reference, such as INV-3B$/;
const runAgain =
	/^Run the workflow again in 10 minutes or later: this item is looked up first, and sent only if the service does not know it$/;
const correct = /^Correct what the service names, then run this item again$/;
const check = /^Check each value of this item, then run it again$/;

describe('the advice for an item', () => {
	it.each(effects)('is in good words, and tells the outcomes apart (%s)', (effect) => {
		const titles = outcomes.map((outcome) => {
			const { title, meaning, nextStep } = adviceFor(result(3, outcome), effect);
			for (const text of [title, meaning, nextStep]) {
				expectGoodWording(text);
				expect(text).toMatch(/^[A-Z].*[^.]$/);
			}
			return title;
		});
		const subject = effect === 'payout' ? 'Payout' : 'Request';
		const ended = ['accepted', 'reversed', 'rejected', 'outcome unknown', 'not sent'];
		const own = [...ended, 'already sent', 'invalid'].map((words) => `${subject} ${words}`);
		expect(titles).toEqual([...own, 'Not found']);
	});

	it.each(effects)('is short and plain for every outcome, cause and status (%s)', (effect) => {
		const told = new Map<string, string>();
		for (const outcome of outcomes) {
			for (const cause of causes) {
				for (const httpStatus of statuses) {
					for (const waitMs of [undefined, 0, 1_000]) {
						const ended = result(3, outcome, { cause, httpStatus, waitMs });
						told.set(adviceFor(ended, effect).nextStep, describeResult(ended, effect));
					}
				}
			}
		}
		for (const [nextStep, message] of told) expectBuildersWording(message, nextStep);
	});

	it.each<[Effect, Outcome, string, RegExp]>([
		['payout', 'accepted', 'The payout is on its way or made', /^Nothing to do$/],
		['payout', 'reversed', 'The money came back', payAnew],
		['payout', 'rejected', 'No money moved', check],
		['payout', 'unknown', 'may or may not', runAgain],
		['payout', 'alreadySent', 'Nothing was sent now', runAgain],
		[
			'payout',
			'notSent',
			'was not sent',
			/^Clear the item that stopped the run, then run this item again$/,
		],
		['payout', 'invalid', 'was not sent', /^Correct what is named here, then run this item again$/],
		['paymentLink', 'rejected', 'Nothing was started', check],
		['paymentLink', 'unknown', 'No link came back and nothing was charged', /^Make a new link/],
		[
			'paymentLink',
			'alreadySent',
			'Nothing was sent now',
			/^Look up INV-3 with Card Payment → Get/,
		],
		['none', 'accepted', 'The service did what was asked', /^Nothing to do$/],
		['none', 'rejected', 'Nothing was changed', check],
		['none', 'unknown', 'Nothing was changed', /^Run it again later$/],
		['none', 'notFound', 'Nothing was changed', /^Look again later$/],
		['none', 'alreadySent', 'Nothing was changed', /^Look at the earlier payment in the dashboard/],
	])('of a %s that is %s: %s', (effect, outcome, says, next) => {
		const { meaning, nextStep } = adviceFor(result(3, outcome), effect);
		expect(meaning).toContain(says);
		expect(nextStep).toMatch(next);
	});

	it.each<[string, Partial<Result>, RegExp]>([
		[
			'a token, pasted or generated',
			{ cause: 'account', httpStatus: 401 },
			/^In the credential, paste a new access token, or set Authentication .* make a new API Key$/,
		],
		[
			'an account that may not',
			{ cause: 'account', httpStatus: 403 },
			/^Check that Client ID and API Key .* In the dashboard, allow/,
		],
		['an empty balance', { cause: 'account', httpStatus: 400 }, /^Top up the balance/],
		['no balance account', { cause: 'account', httpStatus: 404 }, /^Top up the balance/],
		[
			'nothing at the address',
			{ cause: 'item', httpStatus: 404 },
			/^Check Base URL .* third-parties/,
		],
		['another address', { cause: 'settings', httpStatus: 307 }, /^Check Base URL .* third-parties/],
		[
			'the proxy',
			{ cause: 'settings', httpStatus: 407 },
			/^Check HTTP_PROXY and HTTPS_PROXY of n8n/,
		],
		[
			'no way there',
			{ cause: 'service' },
			/^Check Base URL in the credential and the connection of n8n/,
		],
		[
			'the pace',
			{ cause: 'service', httpStatus: 400, waitMs: 43_000 },
			/^Run this item again in 43 seconds, or raise Maximum Wait/,
		],
		[
			'too many requests',
			{ cause: 'service', httpStatus: 429 },
			/^Run this item again later, or raise Maximum Wait in Options$/,
		],
		[
			'a request that came too early',
			{ cause: 'service', httpStatus: 425 },
			/^Run this item again later$/,
		],
		[
			'the signs of the reference',
			{ httpStatus: 400, says: 'It says: only alphanumeric characters (HTTP 400)' },
			/^In Order Reference use letters and digits only: in the sheet =REGEXREPLACE\(A2,.*\), in n8n \{\{ \$json\.ref\.replace\(.*\) \}\}$/,
		],
		['what it names', { says: 'It refused: bic: unknown (HTTP 422)' }, correct],
		[
			'an advice of its own',
			{ nextStep: ({ reference }) => `Look at ${reference}` },
			/^Look at INV-3$/,
		],
	])('after a refusal for %s names what to click', (_, changes, next) => {
		expect(adviceFor(result(3, 'rejected', changes), 'payout').nextStep).toMatch(next);
	});

	it('names the setting where the service pointed elsewhere, but of a payout that it is looked up first', () => {
		const pointed = result(3, 'unknown', { httpStatus: 302 });
		for (const effect of ['none', 'paymentLink'] as const) {
			expect(adviceFor(pointed, effect).nextStep).toMatch(/^Check Base URL .* third-parties$/);
		}
		expect(adviceFor(pointed, 'payout').nextStep).toMatch(runAgain);
	});

	it.each([
		[480_001, /^Run the workflow again in 9 minutes or later: this item is looked up first/],
		[1_000, /^Run the workflow again in 1 minute or later: this item is looked up first/],
	])('says for how long a payout is left alone: %i ms', (waitMs, next) => {
		expect(adviceFor(result(3, 'unknown', { waitMs }), 'payout').nextStep).toMatch(next);
	});

	it.each(['unknown', 'alreadySent'] as const)(
		'sends to the company where nobody can be asked what became of it: %s',
		(outcome) => {
			expect(adviceFor(result(3, outcome, { cannotAsk: true }), 'payout').nextStep).toBe(
				'Ask the company whether INV-3 was paid. If it was not, use a new order reference',
			);
		},
	);

	it.each(['INV3', undefined])('gives no expression for the reference %p', (orderReference) => {
		const says = 'Only alphanumeric characters';
		const plainly = result(3, 'rejected', { says, orderReference });
		expect(adviceFor(plainly, 'payout').nextStep).toMatch(check);
	});

	it.each<[string, Partial<Result>, RegExp]>([
		['another item', { cause: 'run' }, /^Clear the item that stopped the run/],
		[
			'the settings',
			{ cause: 'settings' },
			/^Correct the settings as named here, then run this item again$/,
		],
	])('for what was kept back by %s names what comes first', (_, changes, next) => {
		expect(adviceFor(result(3, 'notSent', changes), 'payout').nextStep).toMatch(next);
	});

	it('calls safe to retry only what was definitely not made, or moves no money', () => {
		const safe = effects.map((effect) =>
			outcomes.filter((outcome) => adviceFor(result(0, outcome), effect).safeToRetry),
		);
		const always = ['rejected', 'notSent', 'invalid'];
		const harmless = ['rejected', 'unknown', 'notSent', 'invalid'];
		expect(safe).toEqual([harmless, harmless, always]);
	});

	it('of other details under a reference that was sent: look it up, by the whole reference', () => {
		const orderReference = '$&'.repeat(70);
		expect(adviceFor(result(3, 'invalid', { orderReference, conflict: true }), 'payout')).toEqual({
			title: 'Order reference used with other details',
			meaning: 'The new details were not sent',
			nextStep: `Look up ${orderReference} with Payout → Get first: it may have been paid. Only a payment that is really new gets another order reference`,
			safeToRetry: false,
		});
	});
});

describe('a reference that is somebody else’s', () => {
	const says = 'The service knows another payout with this order reference: its amount is another';

	const nextStep =
		'Find out in the dashboard whether INV-3 has paid this beneficiary. If not, pay under an order reference of its own';

	it('says that nothing was sent now, and not that the beneficiary was never paid', () => {
		const used = result(3, 'alreadySent', { anothers: true, says });
		expect(adviceFor(used, 'payout')).toEqual({
			title: 'Order reference belongs to another payout',
			meaning: 'Nothing was sent now',
			nextStep,
			safeToRetry: false,
		});
		expect(describeResult(used, 'payout')).toBe(`INV-3 (item 4): Nothing was sent now. ${says}.`);
	});

	it('says that it may have been made where it has left', () => {
		expect(adviceFor(result(3, 'unknown', { anothers: true, says }), 'payout')).toEqual({
			title: 'Order reference belongs to another payout',
			meaning: 'The payout may or may not have been made',
			nextStep,
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
		[{ status: 'AUTHORIZED', amount: 999 }, 'Sent before: 999.00 with the fee, status AUTHORIZED'],
		[{ status: 'PENDING', amount: 'much', ...dated }, 'Sent before: on 2026-10-28, status PENDING'],
		[made, 'Paid before: to …6789, status SUCCESS'],
		// In no zone, nobody knows the day.
		[{ ...made, createdAt: '2026-10-28T23:30:00' }, 'Paid before: to …6789, status SUCCESS'],
		[
			{ ...sent, currency: strange, createdAt: strange, beneficiary: { accountNumber: strange } },
			'Sent before: 1,234,567.50 with the fee, status PENDING',
		],
	])('says what was made, as far as its record shows it: %j', (record, shows) => {
		const line = describeResult(onRecord(record), 'payout');
		expect(line).toBe(`INV-3 (item 4): Nothing was sent now. ${shows}.`);
		expect(adviceFor(onRecord(record), 'payout').nextStep).toBe(
			'Nothing to do for this item. To let such items pass, set When Already Sent to Return the Payout. They then have alreadySent: true',
		);
		expect(hasFailed(onRecord(record), 'payout', 'returnPayout')).toBe(false);
	});

	it.each([
		['REVERSED', 'The payout was reversed (status REVERSED)', payAnew],
		[undefined, 'The service knows the payout, but gives no status', runAgain],
	])('is not certain to have been made (%s)', (status, says, next) => {
		const record = onRecord({ status });
		expect(describeResult(record, 'payout')).toBe(
			`INV-3 (item 4): Nothing was sent now. The service did something. ${says}.`,
		);
		expect(adviceFor(record, 'payout').nextStep).toMatch(next);
		expect(hasFailed(record, 'payout', 'returnPayout')).toBe(true);
	});

	it('fails, unless the builder lets it pass', () => {
		const settings = [undefined, 'error', 'returnPayout'];
		const failing = settings.map((one) => hasFailed(result(0, 'alreadySent'), 'payout', one));
		expect(failing).toEqual([true, true, true]);
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
	['unknown', { lookedUp: { ...lookedUp, answer: 'It was found' } }, `${unclear}.`],
	['rejected', { lookedUp }, 'No money moved. The service did something.'],
	['accepted', { lookedUp }, 'The payout is on its way or made. The service did something.'],
])('the line on an item that is %s says what happened: %j', (outcome, changes, says) => {
	const line = describeResult(result(3, outcome, changes), 'payout');
	expect(line).toBe(`INV-3 (item 4): ${says}`);
});

it.each([
	[undefined, 'Item 1'],
	['x'.repeat(40), `${'x'.repeat(40)} (item 1)`],
	['x'.repeat(41), `${'x'.repeat(40)}… (item 1)`],
	['a\n<b>c', 'a b c (item 1)'],
])('the reference %j stays on a line of the panel', (orderReference, name) => {
	expect(nameItem(result(0, 'unknown', { orderReference }))).toBe(name);
});
