import type { TestEvent } from 'node:test/reporters';

/** What became of the tests of one file. */
export interface Counts {
	passed: number;
	failed: number;
}

/** A reporter of node:test that writes {@link Counts} as JSON. Those that were cut off have failed. */
export default async function* suiteCounts(
	events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
	const counts: Counts = { passed: 0, failed: 0 };
	for await (const event of events) {
		if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
		const { details, skip } = event.data;
		// What holds tests is none.
		if (details.type === 'suite' || skip !== undefined) continue;
		counts[event.type === 'test:pass' ? 'passed' : 'failed']++;
	}
	yield JSON.stringify(counts);
}
