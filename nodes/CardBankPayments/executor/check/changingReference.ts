import type { IExecuteFunctions } from 'n8n-workflow';
import { CHANGES, changesIn } from '../../resources/changingReference';
import type { Effect } from '../../resources/operation';
import { changingReference } from '../../sentences/changingReference';
import { operationError } from '../common/operationError';
import { rawOf } from '../read/parameters';

/**
 * A payout under a reference that changes from run to run would be paid again by each of them. Only the text of the
 * field is searched, and not that of earlier nodes.
 *
 * @throws NodeOperationError; nothing was sent then
 */
export function assertReferenceStays(context: IExecuteFunctions, effect: Effect): void {
	const raw = rawOf(context, 'orderReference');
	if (effect !== 'payout' || typeof raw !== 'string' || !raw.startsWith('=')) return;
	for (const change of CHANGES.filter(({ isRefused }) => isRefused)) {
		const changes = changesIn(raw, change);
		if (changes === undefined) continue;
		const { says, nextStep } = changingReference.refused({ changes });
		throw operationError(context.getNode(), says, nextStep);
	}
}
