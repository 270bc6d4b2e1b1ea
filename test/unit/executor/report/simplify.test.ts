import { simplify } from '../../../../nodes/CardBankPayments/executor/report/outputItems';
import { resources } from '../../../../nodes/CardBankPayments/resources';
import { options } from '../../../../nodes/CardBankPayments/resources/options';

const answer = {
	id: 'P1',
	amount: '100.00',
	none: null,
	beneficiary: { accountName: 'Asha Mushi', amount: '98.00' },
};

describe('a simplified answer', () => {
	it('has only the named values, flat and in the order in which they are named', () => {
		const simplified = simplify(answer, ['beneficiary.accountName', 'id']);
		expect(Object.entries(simplified)).toEqual([
			['accountName', 'Asha Mushi'],
			['id', 'P1'],
		]);
	});

	it('keeps null and leaves out what the answer does not have', () => {
		const paths = ['none', 'missing', 'id.deeper', 'beneficiary.missing', 'none.deeper'];
		expect(simplify(answer, paths)).toEqual({ none: null });
	});

	it.each(['constructor', 'beneficiary.toString', '__proto__'])(
		'takes nothing from a prototype (%s)',
		(path) => {
			expect(simplify(answer, [path])).toEqual({});
		},
	);
});

const simplifiable = resources
	.flatMap(({ operations }) => operations)
	.flatMap(({ option, simplified }) => (simplified ? [{ value: option.value, simplified }] : []));

describe.each(simplifiable)('the simplified answer of $value', ({ value, simplified }) => {
	it('has at most ten values, as n8n asks, and no two of one name', () => {
		const keys = simplified.map((path) => path.split('.').pop());
		expect(keys.length).toBeLessThanOrEqual(10);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it('is offered in the Options', () => {
		const offered = (options.options ?? []).find(({ name }) => name === 'simplify');
		expect(offered).toMatchObject({
			displayOptions: { show: { '/operation': expect.arrayContaining([value]) } },
		});
	});
});
