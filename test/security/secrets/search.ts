/**
 * Every form in which a secret may lie in a file, a database or a log.
 *
 * @param secret printable text of at least eight characters
 */
function formsOf(secret: string): Buffer[] {
	const bytes = Buffer.from(secret);
	const texts = [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
		bytes.toString('hex'),
		bytes.toString('hex').toUpperCase(),
		...[0, 1, 2].flatMap((offset) => insideBase64(bytes, offset)),
	];
	const unique = [...new Set(texts)].map((text) => Buffer.from(text));
	return [...unique, Buffer.from(secret, 'utf16le')];
}

/** What is left of a secret in base64 whatever stands around it, as in `user:secret`. */
function insideBase64(bytes: Buffer, offset: number): string[] {
	const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
	const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6)];
	return (['base64', 'base64url'] as const).map((form) => shifted.toString(form).slice(from, to));
}

/** One secret in one place. */
export interface Finding {
	place: string;
	secret: string;
	/** What stands around it, without the secret itself. */
	around: string;
}

/** One place that was searched. */
export interface SearchedPlace {
	place: string;
	bytes: number;
}

const CONTEXT = 80;

/** Looks for secrets in places, in every form, and keeps count. */
export class SecretSearch {
	readonly findings: Finding[] = [];

	readonly places: SearchedPlace[] = [];

	private readonly forms: Array<{ name: string; form: Buffer }>;

	/** @param secrets by their names, which alone appear in findings */
	constructor(secrets: ReadonlyMap<string, string>) {
		this.forms = [...secrets].flatMap(([name, secret]) =>
			formsOf(secret).map((form) => ({ name, form })),
		);
	}

	/** How many forms of secrets each place is searched for. */
	get formCount(): number {
		return this.forms.length;
	}

	/** @returns the names of the secrets that are there */
	search(place: string, content: string | Buffer): string[] {
		const bytes = Buffer.from(content);
		const found = this.forms.flatMap(({ name, form }) => {
			const at = bytes.indexOf(form);
			if (at < 0) return [];
			const before = bytes.subarray(Math.max(0, at - CONTEXT), at).toString();
			const after = bytes.subarray(at + form.length, at + form.length + CONTEXT).toString();
			this.findings.push({ place, secret: name, around: `${before}[…]${after}` });
			return [name];
		});
		const known = this.places.find((one) => one.place === place);
		if (known === undefined) {
			this.places.push({ place, bytes: bytes.length });
		} else known.bytes += bytes.length;
		return [...new Set(found)];
	}
}
