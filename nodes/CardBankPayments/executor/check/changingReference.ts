import type { IExecuteFunctions } from 'n8n-workflow';
import {
	FROM_DATA,
	CHANGES,
	changesTo,
	foundIn,
	PAID_AGAIN,
} from '../../resources/changingReference';
import type { Effect } from '../../resources/operation';
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
		const found = foundIn(raw, change);
		if (found === undefined) continue;
		throw operationError(
			context.getNode(),
			`${changesTo(found, change)}: ${PAID_AGAIN}`,
			FROM_DATA,
		);
	}
}
