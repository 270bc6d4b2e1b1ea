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

/** The next step of an item begins with what to do. */
const OF_ITEMS = /^(?:access|lookUps|nextSteps)\./;
const CLICK =
	/^(?:Ask|Check|Clear|Copy|Correct|Delete|Find out|Give|In|Look|Make|Nothing to do|Paste|Remove|Run|Top up|Wait)\b/;

it('says in a run what the snapshot shows', () => {
	expect(texts.map((text) => text.join(' | ')).join('\n')).toMatchSnapshot();
});

it.each(texts)('%s is worded well', (name, text) => {
	// Some go on behind the name of a field, such as "is empty".
	expectGoodWording(`${name} ${text}`);
	if (!/nextStep/i.test(name)) return;
	expectShort(text);
	if (OF_ITEMS.test(name)) expect(text).toMatch(CLICK);
});

// Only the service's own SUCCESS is a payment.
it.each(texts.filter(([name]) => /^outcomes\.(?!before\.paid)/.test(name)))(
	'%s calls nothing paid',
	(_, text) => expect(text).not.toMatch(/\bpaid\b/i),
);

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
