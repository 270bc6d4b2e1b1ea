import {
	hasComeBack,
	isOnItsWayOrMade,
} from '../../../nodes/CardBankPayments/executor/proof/records';
import { parametersOf } from '../support/exampleExpression';

const { options } = parametersOf<{ options: { systemMessage: string } }>(
	'ai-agent-payouts',
	'Payout assistant',
);
const [, going = '', back = ''] =
	/A payout is (paid when.*?)\. (At .*?, the money came back)/.exec(options.systemMessage) ?? [];

// Of a payout that a bank has sent back, an agent would say that it is on its way.
it.each(['SUCCESS', 'AUTHORIZED', 'PROCESSING', 'PENDING', 'REVERSED', 'REFUNDED', 'FAILED'])(
	'tells the agent whether a payout that is %s is on its way, or back',
	(status) => {
		expect([going.includes(status), back.includes(status)]).toEqual([
			isOnItsWayOrMade(status),
			hasComeBack(status),
		]);
	},
);
