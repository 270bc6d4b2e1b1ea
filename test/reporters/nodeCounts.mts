import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { writeCounts } from './counts.js';

/** Shows the tests of node:test as its own reporter does, and counts them. */
export default async function* nodeCounts(
	events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
	yield* Readable.from(counting(events)).pipe(new spec());
}

async function* counting(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
	const counts = { passed: 0, failed: 0 };
	for await (const event of events) {
		yield event;
		if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
		const { details, skip } = event.data;
		// What holds tests is none. Those that were cut off have failed.
		if (details.type === 'suite' || skip !== undefined) continue;
		counts[event.type === 'test:pass' ? 'passed' : 'failed']++;
	}
	writeCounts(counts);
}
