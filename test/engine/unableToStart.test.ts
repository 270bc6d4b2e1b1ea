import type { OnError } from 'n8n-workflow';
import { nodeIn } from './harness/alteredContext';
import { execute, type Scenario } from './harness/engine';
import { payoutItems, payoutParameters } from './harness/operations';
import { useSandbox } from './harness/sandbox';

const sandbox = useSandbox();

/** What the builder has got wrong, and what the node says about it. */
const mistakes: Array<[string, () => Partial<Scenario>, { message: string; description: string }]> =
	[
		[
			'an option is wrong',
			() => ({ parameters: payoutParameters({ concurrency: 0 }) }),
			{
				message: 'The option Concurrency must be a whole number from 1 to 50',
				description: 'Nothing was sent.',
			},
		],
		[
			'there is no such operation',
			() => ({ parameters: { ...payoutParameters(), operation: 'cancel' } }),
			{
				message: 'There is no operation "cancel" of "payout"',
				description: 'Choose Resource and Operation from their lists. Nothing was sent.',
			},
		],
		[
			'there is no such resource',
			() => ({
				nodeType: nodeIn(({ getNodeParameter }) => ({
					getNodeParameter: ((...call: Parameters<typeof getNodeParameter>) =>
						call[0] === 'resource'
							? 'refund'
							: getNodeParameter(...call)) as typeof getNodeParameter,
				})),
			}),
			{
				message: 'There is no operation "createBankPayout" of "refund"',
				description: 'Choose Resource and Operation from their lists. Nothing was sent.',
			},
		],
		[
			'the credential cannot be read',
			() => ({
				nodeType: nodeIn(() => ({
					getCredentials: async () => await Promise.reject(new Error('It cannot be decrypted...')),
				})),
			}),
			{ message: 'It cannot be decrypted...', description: 'Nothing was sent.' },
		],
	];

const pay = async (changes: Partial<Scenario>) =>
	await execute({
		credential: sandbox.pastedToken(),
		parameters: payoutParameters(),
		items: payoutItems(2),
		...changes,
	});

describe.each(mistakes)('where %s', (_, mistake, { message, description }) => {
	it('stops and says what to do', async () => {
		const { error } = await pay(mistake());
		expect(error).toMatchObject({ name: 'NodeOperationError', message, description });
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'gives every item its outcome with %s',
		async (onError) => {
			const { error, outputs } = await pay({ ...mistake(), onError });
			expect(error).toBeUndefined();
			const says = message.replace(/\.+$/, '');
			const advice = description === 'Nothing was sent.' ? '' : ` ${description}`;
			expect(outputs.at(-1)?.map(({ json }) => json)).toMatchObject(
				[0, 1].map((item) => ({
					error: 'Request not sent',
					message: expect.stringContaining(`Item ${item}: ${says}.${advice}`),
					details: { outcome: 'notSent', orderReference: null, safeToRetry: true },
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

it('gives nothing for no items', async () => {
	const { error, items } = await pay({ nodeType: nodeIn(() => ({ getInputData: () => [] })) });
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});
