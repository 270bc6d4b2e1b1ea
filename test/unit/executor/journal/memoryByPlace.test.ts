import fc from 'fast-check';
import type { Payment } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	conflict,
	items,
	memory,
	of,
	readable,
	recall,
	recallOne,
	seen,
	send,
	startExecution,
	useExecution,
} from '../../support/memory';

useExecution();

describe('what an execution knows by place', () => {
	it.each(['accepted', 'unknown', 'reversed', 'alreadySent'] as const)(
		'is given back under the reference that was sent, where it is %s',
		(outcome) => {
			send(items('A1', 'B1'), outcome);
			expect(seen(items('A2', 'B2'))).toEqual([
				[0, outcome, 'A1'],
				[1, outcome, 'B1'],
			]);
			expect(recall({ ...of(0, 'A2'), payment: of(0, 'A2') })).toMatchObject({
				result: { insteadOf: 'A2' },
				payment: { orderReference: 'A1', body: { orderReference: 'A1' } },
			});
		},
	);

	it('is a conflict where other details came to this place, or nothing of it can be read', () => {
		send(items('A1'));
		const other = { orderReference: 'A1', insteadOf: 'A2', ...conflict };
		expect(recallOne(of(0, 'A2', '0999'))).toMatchObject(other);
		const unreadable = recall({ index: 0 })?.result;
		expect(unreadable).toMatchObject({ orderReference: 'A1', conflict: true });
		expect(unreadable?.insteadOf).toBeUndefined();
		expect(unreadable?.says).toContain('This item was already sent with other details');
	});

	it('takes a typed checksum for no detail, and everything else for one', () => {
		send(items('A1'));
		const signed = of(0, 'A2');
		signed.body = { ...signed.body, checksum: 'abc' };
		expect(seen([signed])).toEqual([[0, 'accepted', 'A1']]);
	});

	it('leaves alone an item at the place of one that has moved', () => {
		send(items('A'));
		expect(seen([of(0, 'N', '01500'), of(1, 'A', '01500')])).toEqual([[1, 'accepted', 'A']]);
	});

	it.each([[[]], [[of(2, 'NEW')]]])(
		'does not hold where items with the same details have changed places, beside %j',
		(others) => {
			const alike = (...references: string[]) =>
				references.map((reference, index) => of(index, reference, '01500'));
			send(alike('A', 'B'));
			expect(seen([...alike('B', 'A'), ...others])).toEqual([
				[0, 'accepted', 'B'],
				[1, 'accepted', 'A'],
			]);
		},
	);

	it('does not hold for another turn, another item, or a tool', () => {
		send(items('A1'));
		expect(seen(items('A2'), 1)).toEqual([]);
		expect(seen(items('A2'), 'tool')).toEqual([]);
		expect(seen([of(1, 'A2', '01500')])).toEqual([]);
	});

	it.each([
		['accepted', 1],
		['unknown', 0],
		['alreadySent', 0],
	] as const)('counts for a payment link that is %s: %i', (outcome, count) => {
		send(items('A1'), outcome, 0, 'paymentLink');
		expect(seen(items('A2'), 0, 'paymentLink')).toHaveLength(count);
		expect(seen(items('A1'), 0, 'paymentLink')).toHaveLength(count);
	});
});

describe('references that change, and by now are those of other items', () => {
	/** Items whose references count up from a number, e.g. the second in which a try began. */
	const from = (first: number, accounts: string[]): Payment[] =>
		accounts.map((account, index) => of(index, `T${first + index}`, account));

	it('are known by their places, and the item that was refused does not take one for its own', () => {
		const accounts = ['01', '02', '03', '04'];
		send(from(10, accounts).slice(1));
		expect(seen(from(12, accounts))).toEqual([
			[0, 'invalid', 'T12'],
			[1, 'accepted', 'T11'],
			[2, 'accepted', 'T12'],
			[3, 'accepted', 'T13'],
		]);
	});

	it.each([1, 2, 3])('are known where all items have the same details (%i further)', (further) => {
		const accounts = ['01', '01', '01'];
		send(from(10, accounts));
		expect(seen(from(10 + further, accounts))).toEqual([
			[0, 'accepted', 'T10'],
			[1, 'accepted', 'T11'],
			[2, 'accepted', 'T12'],
		]);
	});

	it('pay nobody more often than there are items for them, in any number of tries', () => {
		const account = fc.constantFrom('01', '02');
		const refusals = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
		const tries = fc.array(fc.tuple(fc.integer({ min: -7, max: 7 }), refusals), { maxLength: 5 });
		fc.assert(
			fc.property(fc.array(account, { maxLength: 7 }), tries, (accounts, all) => {
				startExecution();
				const paid: Payment[] = [];
				for (const [by, isRefused] of all) {
					const items = from(10 + by, accounts);
					const recalled = memory().recall(readable(items));
					const accepted = items.filter(({ index }) => !recalled.has(index) && !isRefused[index]);
					// What was recalled has its place by now, and is stored with the rest.
					send(accepted);
					paid.push(...accepted);
				}
				for (const each of new Set(accounts)) {
					const toThem = paid.filter(({ body }) => body?.accountNumber === each);
					const forThem = accounts.filter((one) => one === each);
					expect(toThem.length).toBeLessThanOrEqual(forThem.length);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
