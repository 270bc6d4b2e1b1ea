import { NodeOperationError } from 'n8n-workflow';
import {
	unableToSend,
	whyUnable,
} from '../../../../nodes/CardBankPayments/executor/report/unableToSend';
import { node } from '../../support/context';
import { result } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const refusal = new NodeOperationError(node, 'Timeout is -1', {
	description: 'Enter seconds. Nothing was sent.',
});
/** Of a message whose reader, such as an agent, sees nothing else. */
const whole = new NodeOperationError(node, 'Not allowed. Nothing was sent.', {
	description: 'Ask first.',
});
const crash = new Error('The credential cannot be read');
const results = [result(0, 'accepted'), result(1, 'notSent'), result(2, 'unknown')];

describe('a run that could not begin to send', () => {
	it('says that nothing was sent where nothing is known, in its own words', () => {
		expect(unableToSend(node, refusal, results, true)).toBe(refusal);
		expect(unableToSend(node, crash, [], true)).toMatchObject({
			message: 'The credential cannot be read',
			description: 'Nothing was sent.',
		});
	});

	it.each([
		['a refusal', refusal, ['Enter seconds.']],
		['what broke', crash, []],
	] as const)('says what was sent where something is known, after %s', (_, error, own) => {
		const told = unableToSend(node, error, results, false);
		expect(told.message).toBe(error.message);
		expect(String(told.description).split('<br/>')).toEqual([
			...own,
			'Accepted (1): INV-0.',
			'Unknown, look these up (1): INV-2.',
			'Not sent (1): INV-1.',
		]);
		expectGoodWording(told.message);
	});

	it('takes back that nothing was sent, wherever it stood', () => {
		const error = new Error('No operation. Nothing was sent.');
		expect(unableToSend(node, error, results, false).message).toBe('No operation.');
		expect(whyUnable(error, false)).toBe('No operation');
	});

	it.each([
		['a refusal', true, refusal, 'Timeout is -1. Enter seconds. Nothing was sent'],
		['a refusal', false, refusal, 'Timeout is -1. Enter seconds'],
		['a refusal in whole sentences', true, whole, 'Not allowed. Nothing was sent. Ask first'],
		['a refusal in whole sentences', false, whole, 'Not allowed. Ask first'],
		['what broke', true, crash, 'The credential cannot be read'],
		['what broke', false, crash, 'The credential cannot be read'],
	] as const)(
		'gives its items the reason without a full stop: %s, nothing known: %p',
		(_, nothingKnown, error, says) => {
			expect(whyUnable(error, nothingKnown)).toBe(says);
		},
	);
});
