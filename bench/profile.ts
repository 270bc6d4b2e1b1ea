/** What the time of a run went into, and how much of it. */
export interface ProfileShare {
	name: ProfilePart;
	milliseconds: number;
}

export type ProfilePart = keyof typeof partNames;

/** The parts of a run, as the tables call them. */
export const partNames = {
	expressions: 'n8n evaluates parameters',
	own: 'this package: checks, memory, guard, session',
	request: 'n8n’s request helper and axios',
	network: 'Node.js: sockets, HTTP, streams, timers',
	garbage: 'garbage collection',
	other: 'other',
	waiting: 'waiting for the service',
} as const;

/** The parts of V8's CPU profile that we read. */
export interface CpuProfile {
	nodes: Array<{
		id: number;
		callFrame: { functionName: string; url: string };
		children?: number[];
	}>;
	samples: number[];
	/** Microseconds. */
	timeDeltas: number[];
}

type Frame = CpuProfile['nodes'][number];

/** Says what the time of a profiled run went into, in the order of {@link partNames}. */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): ProfileShare[] {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	const partOf = new Map<number, ProfilePart | undefined>();
	const decide = (id: number): ProfilePart | undefined => {
		if (partOf.has(id)) return partOf.get(id);
		const frame = byId.get(id) as Frame;
		const parent = parents.get(id);
		const inherited = parent === undefined ? undefined : decide(parent);
		const part = inherited === 'expressions' ? inherited : (partOfFrame(frame) ?? inherited);
		partOf.set(id, part);
		return part;
	};

	const microseconds = new Map<ProfilePart, number>();
	samples.forEach((id, index) => {
		if (isProfiler(byId.get(id) as Frame)) return;
		const part = decide(id) ?? 'other';
		microseconds.set(part, (microseconds.get(part) ?? 0) + (timeDeltas[index] ?? 0));
	});
	return (Object.keys(partNames) as ProfilePart[]).map((name) => ({
		name,
		milliseconds: (microseconds.get(name) ?? 0) / 1000,
	}));
}

/** The profiler's own start and stop are no part of the run. */
function isProfiler({ callFrame: { url } }: Frame): boolean {
	return url === 'node:inspector';
}

/** Undefined for frames that belong to whoever called them, such as built-in functions. */
function partOfFrame({ callFrame: { functionName, url } }: Frame): ProfilePart | undefined {
	if (functionName === '(idle)') return 'waiting';
	if (functionName === '(garbage collector)') return 'garbage';
	if (functionName === '_getNodeParameter') return 'expressions';
	if (/n8n-nodes-(yardsticks|card-bank-payments)\//.test(url)) return 'own';
	if (/node_modules\/(axios|proxy-from-env|@n8n\/backend-network)\//.test(url)) return 'request';
	if (/request-helpers\/|credentials-helper/.test(url)) return 'request';
	if (url.startsWith('node:')) return 'network';
	return url === '' ? undefined : 'other';
}
