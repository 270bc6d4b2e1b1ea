/*
 * What the e-mail says that sums up a run of the example "Scheduled payouts".
 */

/** The lines on the totals, which come before the first heading. */
export function linesWithTotals(text: string): string[] {
	const [totals = ''] = text.split('CHANGED');
	return totals.split('\n').filter((line) => /: \d+ payouts?, /.test(line));
}

/** The order references in the list below a heading of the e-mail, in its order. */
export function referencesIn(text: string, heading: string): string[] {
	const [, below = ''] = text.split(`\n${heading}`);
	const [list = ''] = below.split(/\n[A-Z ]{5,}\n/);
	return [...list.matchAll(/^- ([^,]+), /gm)].map(([, reference = '']) => reference);
}
