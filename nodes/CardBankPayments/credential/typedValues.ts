import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

/**
 * A hidden field that holds the others as they were typed, on n8n 1: there `$self` gives expressions
 * without evaluating them, and as JSON nothing evaluates them later. n8n 2 evaluates them, and needs
 * none of this.
 */
export function typedValues(fields: INodeProperties[]): INodeProperties {
	const shown = fields.filter(({ type }) => type !== 'hidden');
	const values = shown.map(({ name }) => `${name}: $self.${name}`);
	return {
		displayName: 'Typed Values',
		name: 'typedValues',
		type: 'hidden',
		// n8n stores nothing where a token is pasted, and evaluating takes it half a millisecond.
		displayOptions: { show: { authentication: ['generateToken'] } },
		default: `={{ JSON.stringify({ ${values.join(', ')} }) }}`,
	};
}

/**
 * Keeps the expressions of a credential. n8n 1 stores all its values along with a token, so the next
 * item would be paid from the account of this one.
 *
 * @param credentials as n8n gives them to `preAuthentication`; changed in how they turn into JSON
 */
export function keepExpressions(credentials: ICredentialDataDecryptedObject): void {
	const toJSON = () => {
		const { typedValues: typed, ...values } = credentials;
		return { ...values, ...(JSON.parse(String(typed)) as typeof values) };
	};
	Object.defineProperty(credentials, 'toJSON', { value: toJSON, configurable: true });
}
