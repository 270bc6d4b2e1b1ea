import type { IContextObject } from 'n8n-workflow';
import {
	ExecutionMemory,
	isMemoryEmpty,
	type Recallable,
} from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import type { ItemResult, Payment } from '../../../../nodes/CardBankPayments/executor/payment';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { payment, result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

let context: IContextObject;
beforeEach(() => (context = {}));

/** What the next try finds, in some turn of the node or in a tool call, whose turn is no place. */
function memory(turn: number | 'tool' = 0, effect: Effect = 'payout'): ExecutionMemory {
	context = JSON.parse(JSON.stringify(context)) as IContextObject;
	return new ExecutionMemory(
		context,
		'createBankPayout',
		effect,
		turn === 'tool' ? undefined : turn,
	);
}

/** Payments of one try, each with a reference and an account number of its own. */
const items = (...references: string[]): Payment[] =>
	references.map((orderReference, index) => of(index, orderReference, `0150${index}`));
const of = (index: number, orderReference: string, accountNumber: string): Payment =>
	payment(index, { orderReference, body: { orderReference, amount: 5, accountNumber } });
const readable = (payments: Payment[]): Recallable[] =>
	payments.map((each) => ({ ...each, payment: each }));

function send(
	payments: Payment[],
	outcome: ItemResult['outcome'] = 'accepted',
	turn: number | 'tool' = 0,
	effect: Effect = 'payout',
): void {
	const first = memory(turn, effect);
	for (const each of payments) {
		first.sending(each);
		const answers = outcome === 'accepted' ? [{ id: each.orderReference }] : undefined;
		first.record(each, result(each.index, outcome, { answers }));
	}
}

/** Index, outcome and reference of everything that is recalled. */
const seen = (recalled: ReturnType<ExecutionMemory['recall']>) =>
	[...recalled.values()]
		.map(({ result: { index, outcome, orderReference } }) => [index, outcome, orderReference])
		.sort();

describe('what an execution knows by reference', () => {
	it('is found at any place, whatever the order of the items is by now', () => {
		send(items('A', 'B'));
		const changed = [of(0, 'B', '01501'), of(1, 'N', '0777'), of(2, 'A', '01500')];
		expect(seen(memory().recall(readable(changed)))).toEqual([
			[0, 'accepted', 'B'],
			[2, 'accepted', 'A'],
		]);
	});

	it('is found in a later turn of a loop, and for a tool', () => {
		send(items('A'));
		for (const turn of [3, 'tool'] as const) {
			expect(seen(memory(turn).recall(readable(items('A'))))).toEqual([[0, 'accepted', 'A']]);
		}
	});

	it('stays a conflict where the item cannot be read any more', () => {
		send(items('A'));
		const [recalled] = memory()
			.recall([{ index: 4, orderReference: 'A' }])
			.values();
		expect(recalled?.result).toMatchObject({ index: 4, outcome: 'invalid', conflict: true });
		expect(recalled?.payment).toBeUndefined();
	});

	it('stands for one item only: for the one at its old place, where two have it', () => {
		send(items('X', 'A'));
		const twice = [of(0, 'A', '01501'), of(1, 'A', '01501')];
		const recalled = memory().recall(readable(twice));
		expect(recalled.get(1)?.result.outcome).toBe('accepted');
		expect(recalled.get(0)?.result).toMatchObject({ outcome: 'invalid', conflict: true });
		expect(recalled.get(0)?.result.says).toContain('the same as that of item 1');
		expectGoodWording(recalled.get(0)?.result.says as string);
	});

	it('is known from an earlier version of this node, which kept no places', () => {
		const [sent] = items('A') as [Payment];
		context = {
			payments: {
				createBankPayout: {
					'#A': { state: 'unknown', fingerprint: 'FKmpwfZ+s4qOkEhS' },
				},
			},
		};
		expect(seen(memory().recall(readable([sent])))).toEqual([[0, 'unknown', 'A']]);
		expect(seen(memory().recall(readable([of(0, 'A', '0999')])))).toEqual([[0, 'invalid', 'A']]);
	});
});

describe('what an execution knows by place', () => {
	it.each(['accepted', 'unknown', 'reversed', 'alreadySent'] as const)(
		'is given back under the reference that was sent, where it is %s',
		(outcome) => {
			send(items('A1', 'B1'), outcome);
			const recalled = memory().recall(readable(items('A2', 'B2')));
			expect(seen(recalled)).toEqual([
				[0, outcome, 'A1'],
				[1, outcome, 'B1'],
			]);
			expect(recalled.get(0)).toMatchObject({
				result: { insteadOf: 'A2' },
				payment: { orderReference: 'A1', body: { orderReference: 'A1' } },
			});
		},
	);

	it('is a conflict where other details came to this place', () => {
		send(items('A1'));
		const [recalled] = memory()
			.recall(readable([of(0, 'A2', '0999')]))
			.values();
		expect(recalled?.result).toMatchObject({
			orderReference: 'A1',
			insteadOf: 'A2',
			outcome: 'invalid',
			conflict: true,
		});
	});

	it('is a conflict where nothing of the item can be read', () => {
		send(items('A1'));
		const [recalled] = memory()
			.recall([{ index: 0 }])
			.values();
		expect(recalled?.result).toMatchObject({ orderReference: 'A1', conflict: true });
		expect(recalled?.result.insteadOf).toBeUndefined();
	});

	it('takes a typed checksum for no detail, and everything else for one', () => {
		send([of(0, 'A1', '0150')]);
		const signed = of(0, 'A2', '0150');
		signed.body = { ...signed.body, checksum: 'abc' };
		expect(seen(memory().recall(readable([signed])))).toEqual([[0, 'accepted', 'A1']]);
	});

	it('leaves alone an item at the place of one that has moved', () => {
		send(items('A'));
		const moved = [of(0, 'N', '01500'), of(1, 'A', '01500')];
		expect(seen(memory().recall(readable(moved)))).toEqual([[1, 'accepted', 'A']]);
	});

	it('does not hold for another turn, another item, or a tool', () => {
		send(items('A1'));
		expect(memory(1).recall(readable(items('A2'))).size).toBe(0);
		expect(memory('tool').recall(readable(items('A2'))).size).toBe(0);
		expect(memory().recall(readable([of(1, 'A2', '01500')])).size).toBe(0);
	});

	it('is not kept for a tool', () => {
		send(items('A1'), 'accepted', 'tool');
		expect(JSON.stringify(context)).not.toContain('place');
		expect(memory().recall(readable(items('A2'))).size).toBe(0);
	});

	it.each(['rejected', 'notSent', 'invalid'] as const)('is nothing for what was %s', (outcome) => {
		send(items('A1'), outcome);
		expect(memory().recall(readable(items('A2'))).size).toBe(0);
		expect(isMemoryEmpty(context)).toBe(true);
	});

	it.each([
		['accepted', 1],
		['unknown', 0],
		['alreadySent', 0],
	] as const)('counts for a payment link that is %s: %i', (outcome, count) => {
		send(items('A1'), outcome, 0, 'paymentLink');
		expect(memory(0, 'paymentLink').recall(readable(items('A2'))).size).toBe(count);
		expect(memory(0, 'paymentLink').recall(readable(items('A1'))).size).toBe(count);
	});
});

it('keeps the record of a payout that was taken back', () => {
	const [sent] = items('A') as [Payment];
	const first = memory();
	const record = { kind: 'payout' as const, content: { status: 'REVERSED' } };
	first.sending(sent);
	first.record(sent, result(0, 'reversed', { record }));
	const recalled = memory()
		.recall(readable([sent]))
		.get(0)?.result;
	expect(recalled).toMatchObject({ outcome: 'reversed', record });
	expect(recalled?.answers).toBeUndefined();
});

describe('a memory', () => {
	it('is empty until something is sent', () => {
		expect(isMemoryEmpty({})).toBe(true);
		const first = memory();
		expect(isMemoryEmpty(context)).toBe(true);
		first.sending(payment(0));
		expect(isMemoryEmpty(context)).toBe(false);
	});
});
