import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import { expectGoodWording } from '../support/wording';

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

const texts = [new CardBankPayments().description, new CardBankPaymentsApi()].flatMap((part) =>
	textsIn(part, ''),
);

it('says in the editor what the snapshot shows', () => {
	expect(texts.join('\n')).toMatchSnapshot();
});

it('words it well', () => {
	for (const text of texts) {
		// Values, and labels of n8n's own, have words that we avoid.
		if (/ default: /.test(text)) continue;
		expectGoodWording(text.replace(/On Error|the error output|Select a bank\.\.\./g, 'N'));
	}
});
