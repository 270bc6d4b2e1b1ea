import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';

/** What builders and agents read of the node and its credential before anything runs. */
const READ =
	/^(?:displayName|description|placeholder|action|message|subtitle|\w+Hint|defaultValue|default)$/;

/** Each text with its place, e.g. `amount placeholder: e.g. 150000`; a part with a name is called by that. */
function textsIn(part: unknown, place: string): string[] {
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([key, value]) => {
		if (typeof value === 'string')
			return READ.test(key) ? [`${place}${key}: ${value}`.trimEnd()] : [];
		const { name = '' } = Object(value) as { name?: string };
		return textsIn(value, name === '' ? place : `${place}${name} `);
	});
}

it('says in the editor what the snapshot shows', () => {
	const parts = [new CardBankPayments().description, new CardBankPaymentsApi()];
	expect(parts.flatMap((part) => textsIn(part, '')).join('\n')).toMatchSnapshot();
});
