/**
 * Whether two texts are the name of one holder. Banks write MUSHI ASHA for Asha Mushi, and ASHA JUMA MUSHI, too.
 *
 * @returns true also where one has a single word more, as long as the other has two of its own
 */
export function isSameName(one: string, other: string): boolean {
	const names: [string[], string[]] = [wordsOf(one), wordsOf(other)];
	if (names[0].join('') === names[1].join('')) return true;
	const [shorter, longer] = names.sort((a, b) => a.length - b.length);
	const rest = [...longer];
	for (const word of shorter) {
		const at = rest.indexOf(word);
		if (at === -1) return false;
		rest.splice(at, 1);
	}
	return rest.length === 0 || (rest.length === 1 && shorter.length > 1);
}

const wordsOf = (name: string): string[] =>
	name.normalize('NFKC').toUpperCase().replace(/[.,]/g, ' ').trim().split(/\s+/);
