import { UsedReferences } from '../../../../nodes/CardBankPayments/executor/journal/usedReferences';
import { contextOf } from '../../support/context';
import { expectGoodWording } from '../../support/wording';

const silent = async () => await Promise.reject(new Error('Connection terminated'));
const notStored = async () => await Promise.reject(new Error('FOREIGN KEY constraint failed'));

const listWith = (check: () => Promise<never>, remove: () => Promise<never> = silent) =>
	new UsedReferences(
		contextOf({ helpers: { checkProcessedAndRecord: check, removeProcessed: remove } }),
		'https://api.example.com',
	);

it('throws where n8n’s database does not answer: each run would pay the same row', async () => {
	await expect(listWith(silent).take('INV1')).rejects.toThrow(
		'n8n could not look up which order references were used before',
	);
});

it('lets a payout of an unsaved workflow out, and says what that means', async () => {
	const list = listWith(notStored);
	expect(await list.take('INV1')).toBe(true);
	// There is nothing to give back.
	await list.giveBack('INV1');
	expect(list.hint).toMatch(/^Save this workflow/);
	expectGoodWording(String(list.hint));
});

it('names a reference that it cannot give back', async () => {
	const list = listWith(silent);
	await list.giveBack('INV1');
	expect(list.hint).toContain('The payout INV1 was not made');
	expectGoodWording(String(list.hint));
});
