/** What an answer must hold so that it counts for what was asked for, whichever operation it was. */
export const proofOf = (orderReference: unknown) => ({
	id: 'record-1',
	orderReference,
	cardPaymentLink: 'https://pay.example.com/1',
	activeMethods: [],
	fee: 1,
	clientId: 'client-1',
	accountName: 'Asha Mushi',
});

/** The reference of a request, in its body or at the end of its path; nothing where there is none. */
export function referenceIn(url = '', body: string): unknown {
	try {
		if (body === '') return decodeURIComponent(url.split('/').at(-1) ?? '');
		return (JSON.parse(body) as { orderReference?: unknown }).orderReference;
	} catch {
		return undefined;
	}
}
