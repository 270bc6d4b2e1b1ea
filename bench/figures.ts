/** One line of the table: the node and what stands beside it, by round. */
export interface Line {
	what: string;
	node: number[];
	beside: number[];
	/** What stands beside it: HTTP Request, unless it says otherwise. */
	besideName?: string;
	unit: keyof typeof shown;
	/** The most that the ratio may be. */
	goal: number;
	/** How the two are compared in one round: divided, unless it says otherwise. */
	ratio?: (node: number, beside: number) => number;
	ratioUnit?: string;
}

/** How milliseconds, or megabytes, are shown. */
const shown = {
	s: (value: number) => `${(value / 1000).toFixed(2)} s`,
	ms: (value: number) => `${value.toFixed(0)} ms`,
	MB: (value: number) => `${value.toFixed(0)} MB`,
};

/**
 * Runs all in turn, A, B, A, B: both met the machine in the same state then, so the ratio of a round says more than
 * that of two medians.
 *
 * @returns what they gave, by round
 */
export async function inTurn<Name extends string, Given>(
	rounds: number,
	runs: Record<Name, () => Promise<Given>>,
): Promise<Record<Name, Given[]>> {
	const given = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as Given[]]));
	for (let round = 0; round < rounds; round++) {
		for (const [name, run] of Object.entries<() => Promise<Given>>(runs)) {
			given[name]?.push(await run());
			process.stdout.write('.');
		}
	}
	process.stdout.write('\n');
	return given as Record<Name, Given[]>;
}

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

const divided = (node: number, beside: number) => node / beside;

function ratiosOf({ node, beside, ratio = divided }: Line): number[] {
	return node.map((value, round) => ratio(value, beside[round]!));
}

export function isReached(line: Line): boolean {
	return median(ratiosOf(line)) <= line.goal;
}

/** A table in Markdown. */
export function tableOf(lines: Line[]): string {
	const rows = lines.map((line) => {
		const { what, node, beside, besideName = 'HTTP Request', unit, ratioUnit = '', goal } = line;
		const ratios = ratiosOf(line);
		const range = [Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(2));
		return [
			what,
			shown[unit](median(node)),
			`${besideName}: ${shown[unit](median(beside))}`,
			`${median(ratios).toFixed(2)}${ratioUnit}`,
			node.length > 1 ? range.join(' to ') : '',
			`≤ ${goal}`,
		];
	});
	const head = ['', 'this node', 'beside it', 'ratio', 'lowest to highest', 'goal'];
	const ruler = ['---', '--:', '--:', '--:', '--:', '--:'];
	return [head, ruler, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
