import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf } from '../support/exampleExpression';
import { inputRow, outcomeCases } from './outcomeCases';

interface Conditions {
	conditions: { conditions: Array<{ leftValue: string }> };
}

const example = 'pay-by-hand';
const passes = (node: string, $json: IDataObject): boolean =>
	parametersOf<Conditions>(example, node).conditions.conditions.every(
		({ leftValue }) => evaluate(leftValue, { $json }) === true,
	);
const says = (node: string, $json: IDataObject) =>
	evaluate(parametersOf<{ completionMessage: string }>(example, node).completionMessage, { $json });

/** The item with which the payout is sent, and what comes through where that node is deactivated. */
const notKnown = {
	...{ error: 'Not found', message: 'INV1 (item 1): Nothing was changed.' },
	details: { outcome: 'notFound', cause: 'item', httpStatus: 404, nextStep: 'Look it up later.' },
};

/** What leaves the node that pays through the output of success: with On Error as it is there. */
const succeeded = outcomeCases
	.map(({ name, item }) => {
		const row = inputRow('INV1');
		const put = item(row);
		return { name, put: put === row ? notKnown : put };
	})
	.filter(({ put }) => put === notKnown || !('error' in put || 'alreadySent' in put));

describe('pay-by-hand', () => {
	it.each(succeeded)('tells sent from not sent: $name', ({ name, put }) => {
		expect(passes('Check that it was sent', put)).toBe(name.startsWith('accepted'));
	});

	it('says why nothing was sent, where the node that pays is deactivated', () => {
		expect(says('Say that nothing was sent', notKnown)).toMatch(
			/^"Create bank payout" did not run\. Is it deactivated\?\n$/,
		);
	});

	it.each(outcomeCases.filter(({ name }) => name.startsWith('accepted')))(
		'shows a payout that is known: $name',
		({ item }) => {
			const known = item(inputRow('INV1'));
			expect(passes('Check that it was looked up', known)).toBe(true);
			expect(says('Show the payout that is known', known)).toContain(
				'to Asha Mushi, account 0150384512700.',
			);
		},
	);

	it('does not take the form itself for a payout, where the look-up is deactivated', () => {
		const form = { ...inputRow('INV1'), id: undefined, status: undefined };
		expect(passes('Check that it was looked up', form)).toBe(false);
	});

	it.each([
		[notKnown.details, true],
		// Something in between has not found the way to the service, which may know it.
		[{ outcome: 'rejected', cause: 'settings', httpStatus: 404 }, false],
		[{ outcome: 'unknown', cause: 'service' }, false],
	])('pays after a look-up that ended with %j: %s', (details, pays) => {
		const looked = { error: 'Not looked up', details };
		expect(passes('Check that it is not known', looked)).toBe(pays);
	});
});
