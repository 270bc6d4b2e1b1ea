import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';

/** The same definitions without `execute`, so that n8n's routing engine runs them. */
export class Routing implements INodeType {
	description: INodeTypeDescription = {
		...new CardBankPayments().description,
		name: 'routing',
		displayName: 'Routing',
		icon: undefined,
	};
}
