/** A figure with its range over the rounds. */
export interface Figure {
	median: number;
	min: number;
	max: number;
}

/** @throws {Error} when there is nothing to summarize */
export function summarize(values: number[]): Figure {
	const sorted = [...values].sort((a, b) => a - b);
	const [min] = sorted;
	const max = sorted.at(-1);
	if (min === undefined || max === undefined) throw new Error('There is nothing to summarize');
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] as number;
	const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
	return { median, min, max };
}

/**
 * The ratio of two candidates, round by round: both met the machine in the same state then, so this
 * says more than the ratio of their medians.
 */
export function ratios(dividend: number[], divisor: number[]): Figure {
	return summarize(dividend.map((value, round) => value / (divisor[round] as number)));
}

export function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}
