import * as n8nWorkflow from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { access } from '../sentences/access';

/** n8n's library has the first since 2.0, the others came later. Three, since a newer n8n may drop one. */
export const SINCE_N8N_2 = [
	'calculateWorkflowChecksum',
	'generateSecureToken',
	'NodeVersionNotFoundError',
];

/**
 * n8n 1 stores a credential as it was evaluated for one item, and gets no fixes any more.
 *
 * @throws UserError on n8n 1; a newer n8n that has dropped all three would be taken for it
 */
export function assertNotN8n1(): void {
	if (SINCE_N8N_2.some((name) => name in n8nWorkflow)) return;
	throw new UserError(access.olderN8n);
}
