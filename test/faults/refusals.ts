/**
 * Statuses that the node takes for the service's word that a request was not accepted. Written down
 * here once more, so that a change of the node's own table has to be meant. 401 renews the token.
 */
export const refusals: readonly number[] = [
	...[301, 307, 308],
	...[400, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, 431, 451],
];

/** Statuses that prove nothing: something in between may give them after the money has moved. */
export const unclearStatuses: readonly number[] = [
	...[300, 302, 303, 304, 305, 306, 399],
	...[406, 408, 416, 418, 419, 420, 424, 430, 440, 444, 449, 450, 460, 463, 470],
	...[494, 495, 496, 497, 498, 499, 500, 501, 502, 503, 504, 505, 520, 522, 524, 530, 599],
];

/** Refused for its pace, and sent again by itself. */
export const TOO_MANY_REQUESTS = 429;

/** Whether money may have moved on this answer, as far as a client can tell. */
export function provesNothing(status: number | null): boolean {
	if (status === null || status === 409) return status === null;
	return !refusals.includes(status) && status !== 401 && status !== TOO_MANY_REQUESTS;
}
