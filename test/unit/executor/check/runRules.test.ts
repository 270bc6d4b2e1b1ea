import {
	amountsAbove,
	repeatedReferences,
	runRules,
	totalsAbove,
	type Rule,
} from '../../../../nodes/CardBankPayments/executor/check/runRules';
import { payment, payments } from '../../support/payments';

const refuse =
	(...indexes: number[]): Rule =>
	() =>
		new Map(indexes.map((index) => [index, { says: `reason ${index}` }]));

describe('rules', () => {
	it('let everything pass where there are none', () => {
		const all = payments(2);
		expect(runRules(all, [])).toEqual({ passed: all, refused: new Map() });
	});

	it('see only what the ones before let pass', () => {
		const seen: number[][] = [];
		const look: Rule = (list) => (seen.push(list.map(({ index }) => index)), new Map());
		const { passed, refused } = runRules(payments(4), [look, refuse(1), look, refuse(3), look]);
		expect(seen).toEqual([
			[0, 1, 2, 3],
			[0, 2, 3],
			[0, 2],
		]);
		expect(passed.map(({ index }) => index)).toEqual([0, 2]);
		expect([...refused]).toEqual([
			[1, { says: 'reason 1' }],
			[3, { says: 'reason 3' }],
		]);
	});

	it('name the first use of a reference in every later one', () => {
		const same = payments(3).map((one) => ({ ...one, orderReference: 'A' }));
		expect([...repeatedReferences(same)].map(([index, { says }]) => [index, says])).toEqual([
			[0, 'Order Reference is the same as that of item 2'],
			[1, 'Order Reference is the same as that of item 1'],
			[2, 'Order Reference is the same as that of item 1'],
		]);
	});

	it('about amounts pass by what has none', () => {
		const lookUps = [{ index: 0, orderReference: 'A' }];
		expect(amountsAbove(1n)(lookUps).size).toBe(0);
		expect(totalsAbove(1n)(lookUps).size).toBe(0);
		expect(totalsAbove(1n)([...lookUps, payment(1)]).size).toBe(1);
	});
});
