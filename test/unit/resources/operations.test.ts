import { lookUpOf, resources } from '../../../nodes/CardBankPayments/resources';
import { pathSettingOf } from '../../../nodes/CardBankPayments/wire/pathField';

const all = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${String(resource.option.value)}.${String(operation.option.value)}`,
		operation,
	})),
);
const changing = all.filter(({ operation }) => operation.effect !== 'none');

it.each([
	['payout.createBankPayout', 'Get payout', 'payoutPath'],
	['cardPayment.initiate', 'Get card payment', 'paymentPath'],
])('looks up what %s has sent by %s, at the %s', (name, action, setting) => {
	const found = all.find((one) => one.name === name);
	const lookUp = found && lookUpOf(found.operation);
	expect(lookUp?.option.action).toBe(action);
	expect(lookUp?.fields.map(pathSettingOf)).toEqual([setting]);
});

it.each(changing)('can look up what $name has sent, without changing anything', ({ operation }) => {
	const lookUp = lookUpOf(operation);
	expect(lookUp).toMatchObject({ effect: 'none', answer: { form: 'records' } });
	expect(lookUp?.option.routing?.request?.method).toBe('GET');
});

it('knows no look-up of an operation that the node does not have', () => {
	const [first] = all;
	expect(first && lookUpOf({ ...first.operation })).toBeUndefined();
});

it('takes for proof of each operation what its answer must hold', () => {
	const forms = all.map(({ name, operation }) => [name, operation.answer.form]);
	expect(Object.fromEntries(forms)).toEqual({
		'cardPayment.initiate': 'fields',
		'cardPayment.preview': 'fields',
		'cardPayment.get': 'records',
		'cardPayment.getMany': 'page',
		'payout.createBankPayout': 'record',
		'payout.previewBankPayout': 'fields',
		'payout.get': 'records',
		'payout.getMany': 'page',
		'payout.verifyBankAccount': 'fields',
	});
});
