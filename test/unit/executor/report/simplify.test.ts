import type { INodeProperties } from 'n8n-workflow';
import { reportItems } from '../../../../nodes/CardBankPayments/executor/report/outputItems';
import { resources } from '../../../../nodes/CardBankPayments/resources';
import { options } from '../../../../nodes/CardBankPayments/resources/options';
import { simplified } from '../../../../nodes/CardBankPayments/resources/simplified';
import { ended, result } from '../../support/payments';

it('keeps the named values that there are, flat and in their order, and nothing of a prototype', () => {
	const record = { id: 'P1', none: null, beneficiary: { accountName: 'Asha', amount: '98.00' } };
	const paths = ['beneficiary.accountName', 'none', 'missing', 'id.deeper', 'id'];
	const hostile = ['constructor', 'beneficiary.toString', '__proto__'];
	const accepted = ended([result(0, 'accepted', { records: [record] })]);
	const [item] = reportItems(accepted, 'none', [...paths, ...hostile]);
	expect(Object.entries(item?.json ?? {})).toEqual([
		['accountName', 'Asha'],
		['none', null],
		['id', 'P1'],
	]);
});

it.each(
	resources
		.flatMap(({ operations }) => operations)
		.flatMap(({ option: { value }, response: { kind } }) => (kind ? [{ value, kind }] : [])),
)('keeps of $value at most ten values, as n8n asks, and offers that', ({ value, kind }) => {
	const keys = simplified[kind].map((path) => path.split('.').pop());
	expect(keys.length).toBeLessThanOrEqual(10);
	expect(new Set(keys).size).toBe(keys.length);
	const offered = (options.options as INodeProperties[]).find(({ name }) => name === 'simplify');
	expect(offered?.displayOptions?.show?.['/operation']).toContain(value);
});
