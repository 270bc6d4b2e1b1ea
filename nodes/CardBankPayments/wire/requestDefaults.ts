import type { INodeTypeDescription } from 'n8n-workflow';

/** What all requests of the node have in common; our executor and n8n's routing engine share it. */
export const requestDefaults = {
	baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
	headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
	json: true,
	// A redirect would carry token and payment to an address that nobody has checked.
	disableFollowRedirect: true,
} satisfies INodeTypeDescription['requestDefaults'];
