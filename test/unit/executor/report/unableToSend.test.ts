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

	it.each([refusal, crash])('says what was sent where something is known (%s)', (error) => {
		const told = unableToSend(node, error, results, false);
		expect(told.message).toBe(error.message);
		expect(told.description).not.toContain('Nothing was sent');
		expect(String(told.description).split('<br/>').slice(-3)).toEqual([
			'Accepted (1): INV-0.',
			'Unknown, look these up (1): INV-2.',
			'Not sent (1): INV-1.',
		]);
		expectGoodWording(told.message);
	});

	it.each([
		[refusal, true, 'Timeout is -1. Enter seconds. Nothing was sent'],
		[refusal, false, 'Timeout is -1. Enter seconds'],
		[crash, true, 'The credential cannot be read'],
		[crash, false, 'The credential cannot be read'],
	])('gives its items the reason without a full stop (%s, %p)', (error, nothingKnown, says) => {
		expect(whyUnable(error, nothingKnown)).toBe(says);
	});
});
