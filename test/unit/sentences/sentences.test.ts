import { sentences } from '../../../nodes/CardBankPayments/sentences';
import { expectGoodWording, expectShort } from '../support/wording';

/** In the place of each value stands its name. */
const placeholders = new Proxy({}, { get: (_, name) => `‹${String(name)}›` });

/** Each sentence with its name, e.g. `agentRules.noPayouts.says`. */
function textsIn(part: unknown, name: string): Array<[name: string, text: string]> {
	if (typeof part === 'function') return textsIn(part(placeholders), name);
	if (typeof part === 'string') return [[name, part]];
	return Object.entries(part as object).flatMap(([key, one]) =>
		textsIn(one, name === '' ? key : `${name}.${key}`),
	);
}

const texts = textsIn(sentences, '');

it('says in a run what the snapshot shows', () => {
	expect(texts.map((text) => text.join(' | ')).join('\n')).toMatchSnapshot();
});

it.each(texts)('%s is worded well', (name, text) => {
	// Some go on behind the name of a field, such as "is empty".
	expectGoodWording(`${name} ${text}`);
	if (/nextStep/i.test(name)) expectShort(text);
});

// Whoever owns a table knows neither the node nor its words, and "Paid" is a promise.
it.each(Object.entries(sentences.notes))(
	'the note %s is for whoever owns the table',
	(...[name, note]) => {
		for (const [, text] of textsIn(note, name)) {
			expect(text).toMatch(/^[A-Z]/);
			expect(text).not.toMatch(/\b(items?|outcome|record)\b|\{\{|\$json/i);
			if (!/paid/i.test(name)) expect(text).not.toMatch(/^Paid/);
		}
	},
);
