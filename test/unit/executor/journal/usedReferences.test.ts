import { UsedReferences } from '../../../../nodes/CardBankPayments/executor/journal/usedReferences';
import { memory } from '../../../../nodes/CardBankPayments/sentences/memory';
import { contextOf } from '../../support/context';

const silent = async () => await Promise.reject(new Error('Connection terminated'));
const notStored = [
	new Error('FOREIGN KEY constraint failed'),
	Object.assign(new Error('No workflow'), { code: 'ERR_ASSERTION' }),
];

const listWith = (check: () => Promise<never>, remove: () => Promise<never> = silent) =>
	new UsedReferences(
		contextOf({ helpers: { checkProcessedAndRecord: check, removeProcessed: remove } }),
		'https://api.example.com',
	);

it('throws where n8n’s database does not answer: each run would pay the same row', async () => {
	await expect(listWith(silent).take('INV1')).rejects.toThrow(memory.listSilent);
});

it.each(notStored)(
	'lets a payout of an unsaved workflow out, and says what that means: %s',
	async (error) => {
		const list = listWith(async () => await Promise.reject(error));
		expect(await list.take('INV1')).toBe(true);
		// There is nothing to give back.
		await list.giveBack('INV1');
		expect(list.hint).toBe(memory.notSaved);
	},
);

it('names a reference that it cannot give back', async () => {
	const list = listWith(silent);
	await list.giveBack('INV1');
	expect(list.hint).toBe(memory.staysUsed({ reference: 'INV1' }));
});
