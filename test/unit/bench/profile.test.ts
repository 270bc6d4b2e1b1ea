import { sharesOf, type CpuProfile } from '../../../bench/profile';

type Frame = [id: number, functionName: string, url: string, children?: number[]];

const frames: Frame[] = [
	[1, '(root)', '', [2, 3, 4, 5, 12]],
	[2, '(idle)', ''],
	[3, '(garbage collector)', ''],
	[4, 'post', 'node:inspector'],
	[5, 'execute', 'file:///x/n8n-nodes-yardsticks/dist/nodes/read.js', [6, 9]],
	[6, '_getNodeParameter', 'file:///x/node_modules/n8n-core/dist/context.js', [7]],
	[7, 'evaluate', 'file:///x/node_modules/axios/anything.js', [8]],
	[8, 'evalClosureSync', ''],
	[9, 'request', 'file:///x/node_modules/@n8n/backend-network/dist/request.js', [10]],
	[10, 'request', 'node:http', [11]],
	[11, 'connect', ''],
	[12, 'save', 'file:///x/node_modules/n8n/dist/save.js'],
];

/** A profile in which each frame took some milliseconds by itself. */
function profileOf(milliseconds: Record<number, number>): CpuProfile {
	return {
		nodes: frames.map(([id, functionName, url, children]) => ({
			id,
			callFrame: { functionName, url },
			children,
		})),
		samples: Object.keys(milliseconds).map(Number),
		timeDeltas: Object.values(milliseconds).map((value) => value * 1000),
	};
}

const shares = (profile: CpuProfile) =>
	Object.fromEntries(
		sharesOf(profile)
			.filter(({ milliseconds }) => milliseconds > 0)
			.map(({ name, milliseconds }) => [name, milliseconds]),
	);

describe('what the time of a profiled run went into', () => {
	it('is told from whose code it was', () => {
		expect(shares(profileOf({ 2: 1, 3: 2, 5: 3, 9: 4, 10: 5, 12: 6 }))).toEqual({
			waiting: 1,
			garbage: 2,
			own: 3,
			request: 4,
			network: 5,
			other: 6,
		});
	});

	it('counts everything below the evaluation of a parameter as that', () => {
		expect(shares(profileOf({ 6: 1, 7: 2, 8: 4 }))).toEqual({ expressions: 7 });
	});

	it('counts built-in functions to whoever called them', () => {
		expect(shares(profileOf({ 11: 8 }))).toEqual({ network: 8 });
	});

	it('leaves the profiler itself out', () => {
		expect(shares(profileOf({ 4: 100, 5: 1 }))).toEqual({ own: 1 });
	});
});
