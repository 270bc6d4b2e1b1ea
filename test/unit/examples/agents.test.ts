import {
	hasComeBack,
	isOnItsWayOrMade,
} from '../../../nodes/CardBankPayments/executor/proof/records';
import { parametersOf } from '../support/exampleExpression';

const statuses = 'SUCCESS AUTHORIZED PROCESSING PENDING REVERSED REFUNDED FAILED'.split(' ');

// Of a payout that a bank has sent back, an agent would say that it is on its way.
it('tells the agent of each status whether a payout is paid, on its way or back', () => {
	const { options } = parametersOf<{ options: { systemMessage: string } }>(
		'ai-agent-payouts',
		'Payout assistant',
	);
	const told = options.systemMessage.split('\n').find((line) => line.startsWith('- A payout is'));
	expect(statuses.filter((each) => !isOnItsWayOrMade(each) && !hasComeBack(each))).toEqual([]);
	for (const status of statuses) expect(told).toContain(status);
});
