import type { OnError } from 'n8n-workflow';
import { nodeIn, parameter } from '../../workbench/engine/alteredContext';
import { execute, type Scenario } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const chooseFromLists = 'Choose Resource and Operation from their lists. Nothing was sent.';

/** What is wrong before anything is sent, and what the node says about it, with and without an item. */
interface Mistake {
	mistake: string;
	made: () => Partial<Scenario>;
	message: string;
	description: string;
	says: string;
	/** Whether the items could be read, so that each is called by its order reference. */
	isRead: boolean;
}

const mistakes: Mistake[] = [
	{
		mistake: 'an option is wrong',
		isRead: true,
		made: () => ({ parameters: payoutParameters({ concurrency: 0 }) }),
		message: 'The option Concurrency must be a whole number from 1 to 50',
		description: 'Nothing was sent.',
		says: 'The option Concurrency must be a whole number from 1 to 50. Nothing was sent.',
	},
	{
		mistake: 'there is no such operation',
		isRead: false,
		made: () => ({ parameters: { ...payoutParameters(), operation: 'cancel' } }),
		message: 'There is no operation "cancel" of "payout"',
		description: chooseFromLists,
		says: `There is no operation "cancel" of "payout". ${chooseFromLists}`,
	},
	{
		mistake: 'there is no such resource',
		isRead: false,
		// n8n itself hides the parameters of a resource that the node does not have.
		made: () => ({ nodeType: nodeIn(parameter('resource', () => 'refund')) }),
		message: 'There is no operation "createBankPayout" of "refund"',
		description: chooseFromLists,
		says: `There is no operation "createBankPayout" of "refund". ${chooseFromLists}`,
	},
	{
		mistake: 'the credential cannot be read',
		isRead: true,
		made: () => ({
			nodeType: nodeIn(() => ({
				getCredentials: async () => await Promise.reject(new Error('It cannot be decrypted...')),
			})),
		}),
		message: 'It cannot be decrypted...',
		description: 'Nothing was sent.',
		says: 'It cannot be decrypted. This item was not sent.',
	},
];

const pay = async (changes: Partial<Scenario>) => await execute(sandbox.payouts(2, changes));

describe.each(mistakes)('where $mistake', ({ made, message, description, says, isRead }) => {
	it('stops and says what to do', async () => {
		const { error } = await pay(made());
		expect(error).toMatchObject({ name: 'NodeOperationError', message, description });
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'gives every item its outcome with %s',
		async (onError) => {
			const { error, outputs } = await pay({ ...made(), onError });
			expect(error).toBeUndefined();
			expect(outputs.at(-1)?.map(({ json }) => json)).toMatchObject(
				['INV-0', 'INV-1'].map((reference, item) => ({
					error: isRead ? 'Payout not sent' : 'Request not sent',
					message: `Item ${item + 1}${isRead ? `, order reference ${reference}` : ''}: ${says}`,
					details: {
						outcome: 'notSent',
						orderReference: isRead ? reference : null,
						safeToRetry: true,
					},
				})),
			);
			expect(await sandbox.requests()).toEqual([]);
		},
	);
});

it('names the item of a run that was stopped, so that the editor can open it', async () => {
	const [first, second] = payoutItems(2);
	const items = [first!, { ...second, amount: '' }];
	const { error } = await pay({ items });
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
});

it('gives nothing for no items, and reads no credential for it', async () => {
	const getCredentials = jest.fn();
	const nodeType = nodeIn(() => ({ getInputData: () => [], getCredentials }));
	const { error, items } = await pay({ nodeType });
	expect(getCredentials).not.toHaveBeenCalled();
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});
