/**
 * Statuses that the node takes for the service's word that a request was not accepted. Written down
 * here once more, so that a change of the node's own table has to be meant. 401 renews the token.
 */
const refusals: readonly number[] = [
	...[301, 307, 308],
	...[400, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, 431, 451],
];

/** Refused for its pace, and sent again by itself. */
export const TOO_MANY_REQUESTS = 429;

/** Whether money may have moved on this answer, as far as a client can tell. */
export function provesNothing(status: number | null): boolean {
	if (status === null || status === 409) return status === null;
	return !refusals.includes(status) && status !== 401 && status !== TOO_MANY_REQUESTS;
}
