import { Refusal } from './refusal';

/** What a spreadsheet shows in place of a value, such as #N/A or #DIV/0!. */
const errorValue = /#(?:[A-Z][A-Z0-9/]*[!?]|N\/[AD])/;

/** Forms that a text only gets by a spreadsheet or a template that went wrong. */
const anywhere: RegExp[] = [
	/^[+-]?\d+([.,]\d+)?e[+-]\d+$/i,
	/^=/,
	/^'[\d+=-]/,
	new RegExp(`^${errorValue.source}$`),
	/\[object [A-Z]\w*\]/,
	/^(null|undefined|NaN)$/,
];

/** Nobody's name is held against these: they are names of things. */
const inIdentifiers: RegExp[] = [/^'/, errorValue, /undefined|(^|[^A-Za-z])null$|NaN$/];

const ofField: Record<string, RegExp[]> = {
	orderReference: inIdentifiers,
	id: inIdentifiers,
	accountNumber: [...inIdentifiers, /^\d+[.,]0+$/, /^\D*$/],
};

/**
 * Refuses texts that are broken, so that a test sees when the node lets one out. Written apart from the
 * node's own code, so that a slip in one shows in the other.
 *
 * @throws {Refusal} 400
 */
export function checkTexts(body: unknown): void {
	for (const [name, value] of Object.entries(body as object)) {
		if (typeof value === 'object' && value !== null) checkTexts(value);
		if (typeof value !== 'string' || name === 'checksum') continue;
		const forms = [...anywhere, ...(ofField[name] ?? [])];
		if (forms.some((form) => form.test(value))) {
			throw new Refusal(400, `${name} was broken by a spreadsheet or a template`);
		}
	}
}
