import type { Outcome, Verdict } from '../common/payment';
import { ACCEPTED, alreadySent, reversed, unknown } from './verdicts';

const SENT = 'An earlier attempt of this execution sent it';

/**
 * What the memory of an execution proves of a payment.
 *
 * @param outcome as it was remembered; undefined where the process ended before there was one
 */
export function remembered(outcome?: Outcome): Verdict {
	if (outcome === 'accepted') return { ...ACCEPTED, says: SENT };
	if (outcome === 'reversed') return reversed(`${SENT}, and the money came back`);
	if (outcome === 'alreadySent') {
		return alreadySent(
			'The service knew this order reference in an earlier attempt of this execution',
		);
	}
	return unknown(`${SENT} and got no clear response`);
}
