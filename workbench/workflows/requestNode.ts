import { credentialType } from '../install/paths';
import type { PaymentNode } from './workflows';

/** n8n's own HTTP Request node, asking with our credential, in the place of our node. */
export function requestNode(
	url: string,
	options: object = {},
	parameters: object = {},
): PaymentNode {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options,
			...parameters,
		},
	};
}
