import type { IContextObject, IDataObject } from 'n8n-workflow';
import {
	equalInEarlierCall,
	equalInRun,
} from '../../../../nodes/CardBankPayments/executor/check/equalPayouts';
import type { Outcome, Payment } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import { checks } from '../../../../nodes/CardBankPayments/sentences/checks';
import { goodPayout, payment, result } from '../../support/payments';

const INVALID: Outcome = 'invalid';
const S1INV7 = 'S1INV7';

/** A payout like all others here, but for these changes. */
function payout(
	index: number,
	orderReference: string,
	changes: IDataObject = {},
	more: Partial<Payment> = {},
): Payment {
	const body = { ...goodPayout, ...changes, orderReference };
	return payment(index, { orderReference, body, cents: 150_050n, ...more });
}

const hold = { paysEqual: new Set<number>() };

describe('in one run', () => {
	const heldIn = (payouts: Payment[], settings: { paysEqual: Set<number> } = hold) => {
		const heldOf = equalInRun(payouts, settings);
		return payouts.map((one) => heldOf(one)?.says);
	};

	it('names both references, and what to do', () => {
		const [, second] = [payout(0, S1INV7), payout(1, 'S1INV07')];
		const held = equalInRun([payout(0, S1INV7), second], hold)(second);
		expect(held).toMatchObject({
			...{ outcome: INVALID, cause: 'item', held: 'row' },
			...checks.equal({ reference: S1INV7 }),
		});
	});

	it.each<[string, IDataObject, IDataObject?]>([
		['another name', { accountName: 'ASHA MUSHI' }],
		['another transfer type', { transferType: 'RTGS' }],
		['another way to write the account number', { accountNumber: '0150-1234 56789' }],
		['the long form of the BIC', { bic: 'CORUTZTZXXX' }],
		['small letters in the account number', { accountNumber: '01j15' }, { accountNumber: '01J15' }],
	])('none leaves with %s', (...[, changes, first]) => {
		const payouts = [payout(0, S1INV7, first), payout(1, 's1inv7', changes)];
		expect(heldIn(payouts)).toEqual([
			checks.equal({ reference: 's1inv7' }).says,
			checks.equal({ reference: S1INV7 }).says,
		]);
	});

	it.each<[string, IDataObject, Partial<Payment>?]>([
		['account number', { accountNumber: '0150123456780' }],
		// Another one, until somebody types its zero.
		['account number, which has lost its zero', { accountNumber: '150123456789' }],
		['bank', { bic: 'NMIBTZTZ' }],
		['currency', {}, { currency: 'USD' }],
		['amount', {}, { cents: 150_051n }],
	])('both leave with another %s', (...[, changes, more]) => {
		const payouts = [payout(0, S1INV7), payout(1, 'S1INV8', changes, more)];
		expect(heldIn(payouts)).toEqual([undefined, undefined]);
	});

	it('leaves what a person has looked at, and holds its twin', () => {
		const payouts = [payout(0, S1INV7), payout(1, 'S1INV07'), payout(2, 'S1INV007')];
		const held = expect.any(String);
		expect(heldIn(payouts)).toEqual([held, held, held]);
		expect(heldIn(payouts, { paysEqual: new Set([0, 2]) })).toEqual([undefined, held, undefined]);
		expect(heldIn(payouts, { paysEqual: new Set([0, 1, 2]) })).toEqual(Array(3).fill(undefined));
	});

	it('speaks of two references: one that is used twice is refused elsewhere', () => {
		expect(heldIn([payout(0, S1INV7), payout(1, S1INV7)])).toEqual([undefined, undefined]);
	});
});

describe('in the calls of a tool, of one execution', () => {
	const LIVE = 'https://api.example.com/third-parties';
	const memoryOf = (context: IContextObject, baseUrl = LIVE) =>
		new Memory(context, 'createBankPayout', baseUrl, 'payout');
	const context: IContextObject = {};
	beforeEach(() => void delete context.payments);

	const heldIn = (memory: Memory, of = payout(0, 'S1INV07'), settings = hold) =>
		equalInEarlierCall(of, memory, { isTool: true, ...settings })?.says;

	it('holds what an earlier call has sent under another reference', () => {
		memoryOf(context).leaves(payout(0, S1INV7, { accountName: 'Asha Mushi' }));
		// n8n stores the context as JSON in between.
		for (const stored of [context, JSON.parse(JSON.stringify(context)) as IContextObject]) {
			expect(heldIn(memoryOf(stored))).toBe(checks.equalToSent({ reference: S1INV7 }).says);
		}
	});

	it('holds it also where the other call is under way at the same time', () => {
		const [one, other] = [memoryOf(context), memoryOf(context)];
		expect(heldIn(other)).toBeUndefined();
		one.leaves(payout(0, S1INV7));
		expect(heldIn(other)).toContain(S1INV7);
	});

	it.each<[string, (memory: Memory) => string | undefined]>([
		['under the same reference', (memory) => heldIn(memory, payout(0, S1INV7))],
		['with another amount', (memory) => heldIn(memory, payout(0, 'S1INV8', {}, { cents: 1n }))],
		[
			'that a person has looked at',
			(memory) => heldIn(memory, payout(0, 'S1INV07'), { paysEqual: new Set([0]) }),
		],
	])('holds none %s', (_, held) => {
		const memory = memoryOf(context);
		memory.leaves(payout(0, S1INV7));
		expect(held(memory)).toBeUndefined();
	});

	it('holds none of the turns of a loop: each is a run of its own', () => {
		const memory = memoryOf(context);
		memory.leaves(payout(0, S1INV7));
		expect(equalInEarlierCall(payout(0, 'S1INV07'), memory, hold)).toBeUndefined();
	});

	it('forgets what was refused, and what was sent to another service', () => {
		const memory = memoryOf(context);
		memory.leaves(payout(0, S1INV7));
		memory.note(payout(0, S1INV7), result(0, 'rejected'));
		expect(heldIn(memory)).toBeUndefined();
		memory.note(payout(0, S1INV7), result(0, 'unknown'));
		expect(heldIn(memory)).toContain(S1INV7);
		expect(heldIn(memoryOf(context, 'https://sandbox.example.com/third-parties'))).toBeUndefined();
	});
});
