import type { IDataObject } from 'n8n-workflow';
import { setBy } from '../support/exampleExpression';
import { createdNow, inputRow } from './outcomeCases';

it.each(['scheduled-payouts', 'row-by-row-payouts'])(
	'%s does not say that a run ended early, where another one or a person sent the payout',
	(example) => {
		const payout = { status: 'SUCCESS', createdAt: createdNow };
		const row = { ...inputRow('INV1'), payout, seen: 'paid', outcome: 'alreadySent' };
		const earlier = { 'Create bank payout': { options: {} } };
		const [{ beforeNote } = {}] = setBy(example, 'Compare with the row', [row], { earlier });
		expect(beforeNote).toBe(
			'Sent by another run or by hand since this row was last changed (2026-11-25, SUCCESS).',
		);
	},
);

describe('google-sheets-payouts', () => {
	const example = 'google-sheets-payouts';
	it.each<[string, Record<string, IDataObject>]>([
		['The service does not list it, which proves nothing', {}],
		['It could not be looked up', { 'Say that nothing was looked up': {} }],
	])('says of a row without a payout: %s', (note, earlier) => {
		const rows = [{ ...inputRow('INV1'), status: 'accepted' }];
		const compared = [{ rows, amountFits: [false], accountFits: [false], seen: ['unknown'] }];
		const decided = setBy(example, 'Decide the new status', compared, { earlier });
		const [made] = setBy(example, 'Write the notes', decided, { earlier });
		expect(made?.rows).toMatchObject([{ note }]);
	});

	it.each([
		['2026-12-28', false],
		['', false],
		['2026-28-12', true],
		['28/12/2026', true],
	])('does not let a row wait for the day %j without a word: %s', (payOn, isWrong) => {
		const row = { ...inputRow('INV1'), payOn };
		expect(setBy(example, 'Check each row', [row])).toMatchObject([{ isWrong }]);
	});
});
