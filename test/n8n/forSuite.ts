import { after, before } from 'node:test';
import { startFixture, type Fixture } from '../../workbench/instance/fixture';
import '../reporters/withFailureReport';

interface Closable {
	close(): Promise<unknown>;
}

/**
 * @returns what stands for what `start` makes, for all tests of the suite that calls this: from before
 * the first until after the last
 */
export function forSuite<T extends Closable>(start: () => Promise<T>): T {
	let running: T | undefined;
	before(async () => (running = await start()));
	after(async () => await running?.close());
	return new Proxy({} as T, {
		get: (_, name) => {
			const value: unknown = Reflect.get(running!, name);
			// Private members are reached from the real one only.
			return typeof value === 'function' ? (value.bind(running) as unknown) : value;
		},
	});
}

/** Provides {@link startFixture} for all tests of a suite. */
export const useFixture = (): Fixture => forSuite(startFixture);
