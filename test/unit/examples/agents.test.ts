import { fieldOf, parametersOf } from '../support/exampleExpression';

// Of a payout that a bank has sent back, an agent would say that it is on its way.
it('tells the agent of each status whether a payout is paid, on its way or back', () => {
	const { options } = parametersOf<{ options: { systemMessage: string } }>(
		'ai-agent-payouts',
		'Payout assistant',
	);
	const told = options.systemMessage.split('\n').find((line) => line.startsWith('- A payout is'));
	const known = fieldOf('scheduled-payouts', 'Compare with the payouts', 'seen');
	const statuses = [...known.matchAll(/([A-Z]+): '/g)].map(([, status]) => status);
	expect(statuses).toHaveLength(7);
	for (const status of statuses) expect(told).toContain(status);
});
