import type { OnError } from 'n8n-workflow';
import { nodeIn, parameter } from '../../workbench/engine/alteredContext';
import { execute, type Scenario } from '../../workbench/engine/engine';
import { payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const chooseFromLists = 'Choose Resource and Operation from their lists. Nothing was sent.';

/** What is wrong before anything is sent; what the node says of it, for a run and for an item. */
interface Mistake {
	mistake: string;
	made: () => Partial<Scenario>;
	message: string;
	description: string;
	ofAnItem: string;
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
		ofAnItem: 'Nothing was sent.',
	},
	{
		mistake: 'there is no such resource',
		isRead: false,
		// n8n itself hides the parameters of a resource that the node does not have.
		made: () => ({ nodeType: nodeIn(parameter('resource', () => 'refund')) }),
		message: 'There is no operation "createBankPayout" of "refund"',
		description: chooseFromLists,
		ofAnItem: chooseFromLists,
	},
	{
		mistake: 'the credential cannot be read',
		isRead: true,
		made: () => ({
			nodeType: nodeIn(() => ({
				getCredentials: async () => await Promise.reject(new Error('It cannot be decrypted')),
			})),
		}),
		message: 'It cannot be decrypted',
		description: 'Nothing was sent.',
		ofAnItem: 'This item was not sent.',
	},
];

describe.each(mistakes)('where $mistake', ({ made, message, description, ofAnItem, isRead }) => {
	afterEach(async () => expect(await sandbox.requests()).toEqual([]));

	it('stops and says what to do', async () => {
		const { error } = await execute(sandbox.payouts(2, made()));
		expect(error).toMatchObject({ name: 'NodeOperationError', message, description });
	});

	it.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'gives every item its outcome with %s',
		async (onError) => {
			const { error, outputs } = await execute(sandbox.payouts(2, { ...made(), onError }));
			expect(error).toBeUndefined();
			expect(outputs.at(-1)?.map(({ json }) => json)).toMatchObject(
				['INV-0', 'INV-1'].map((reference, item) => {
					const named = `Item ${item + 1}${isRead ? `, order reference ${reference}` : ''}`;
					return {
						message: `${named}: ${message}. ${ofAnItem}`,
						details: { outcome: 'notSent', safeToRetry: true },
					};
				}),
			);
		},
	);
});
