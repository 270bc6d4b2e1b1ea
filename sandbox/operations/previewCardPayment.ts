import { formatCents, parseCents, shareOf } from '../money';
import type { Call } from './call';

/**
 * The sandbox's card methods. What `fee` and `message` stand for is not published: here the fee is
 * a share of the amount in its currency, and the messages merely differ, so that a mix-up shows.
 */
const methods = [
	{ name: 'VISA', feeBasisPoints: 290n, message: 1 },
	{ name: 'MASTERCARD', feeBasisPoints: 310n, message: 2 },
	{ name: 'AMERICAN EXPRESS', feeBasisPoints: 350n, message: 3 },
];

/** Lists the card methods with their fees for an amount. */
export function previewCardPayment({ body }: Call) {
	const amount = parseCents((body as { amount: string }).amount);
	return {
		activeMethods: methods.map(({ name, feeBasisPoints, message }) => ({
			name,
			fee: Number(formatCents(shareOf(amount, feeBasisPoints))),
			message,
		})),
	};
}
