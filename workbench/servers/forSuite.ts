import { after, before } from 'node:test';

interface Closable {
	close(): Promise<unknown>;
}

/**
 * Stands for something that is there only later, when a test uses it.
 *
 * @param real what it stands for, asked for at each use
 */
export function standIn<T extends object>(real: () => T): T {
	return new Proxy({} as T, {
		get: (_, name) => {
			const target = real();
			const value: unknown = Reflect.get(target, name);
			// Private members are reached from the real one only.
			return typeof value === 'function' ? (value.bind(target) as unknown) : value;
		},
	});
}

/**
 * @returns what `start` makes, for all tests of the suite that calls this: from before the first
 * until after the last
 */
export function forSuite<T extends Closable>(start: () => Promise<T>): T {
	let running: T | undefined;
	before(async () => (running = await start()));
	after(async () => await running?.close());
	return standIn(() => running!);
}
