import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import { nodeWith } from '../../workbench/engine/hurriedNode';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { referenceIn } from '../../workbench/servers/proof';
import { settle } from '../unit/support/settle';
import { VirtualClock } from '../unit/support/virtualClock';
import type { Violation } from './violations';

/** A service with a pace, and those who pay there. */
interface Paced {
	name: string;
	/** It takes so many payouts in so many milliseconds. */
	most: number;
	everyMs: number;
	answersAfterMs: number;
	/** How it refuses what comes too early. */
	says: (restMs: number) => { status: number; message: string };
	payouts: number;
	/** n8n processes that know nothing of each other, and share the payouts. */
	processes: number;
}

export interface PaceRow {
	name: string;
	/** Time that it took ÷ the time that the service itself asks for. */
	time: number;
	/** Refused requests for each payout. */
	refused: number;
	violations: Violation[];
}

/** What a run may cost with the worst of these services. */
const LONGEST_TIME = 1.25;
const MOST_REFUSED = 0.5;

const retryAfter = (seconds: number) => ({
	status: 400,
	message: `Payout request is already in progress, please retry after ${seconds} seconds`,
});
const minute: Omit<Paced, 'name'> = {
	most: 1,
	everyMs: 60_000,
	answersAfterMs: 1_000,
	says: (restMs) => retryAfter(Math.ceil(restMs / 1000)),
	payouts: 50,
	processes: 1,
};

const services: Paced[] = [
	{ ...minute, name: 'one in 60 s, named' },
	{ ...minute, name: 'one in 1 s, answers in 5 ms', everyMs: 1_000, answersAfterMs: 5 },
	{ ...minute, name: 'names no time', says: () => ({ status: 429, message: 'Too early' }) },
	{ ...minute, name: 'always says "1 second", keeps 60 s', says: () => retryAfter(1) },
	{ ...minute, name: 'two processes', processes: 2 },
	{ ...minute, name: '120 a minute, named', most: 120, answersAfterMs: 500, payouts: 300 },
];

/** Its time passes when nothing else can happen, for which n8n's engine takes some turns. */
class EngineClock extends VirtualClock {
	override async until<T>(something: Promise<T>): Promise<T> {
		let isOver = false;
		void something.finally(() => (isOver = true));
		for (;;) {
			for (let turn = 0; turn < 20 && !isOver; turn++) await settle();
			if (isOver) return await something;
			const next = this.next();
			if (next !== undefined) this.wake(next);
		}
	}
}

/** How fast the node goes, and how often it is refused, with services that keep a pace. */
export async function measurePace(): Promise<PaceRow[]> {
	const rows: PaceRow[] = [];
	await processedStore();
	for (const service of services) rows.push(await measure(service));
	return rows;
}

async function measure(service: Paced): Promise<PaceRow> {
	const { name, most, everyMs, payouts, processes } = service;
	const clock = new EngineClock();
	const { nodeType, paid, refusals } = servedBy(service, clock);
	const pay = async (_: unknown, index: number) =>
		await execute({
			credential: sandboxCredential('http://127.0.0.1:1', {
				authentication: 'accessToken',
				accessToken: 'sandbox-access-token',
			}),
			parameters: payoutParameters(),
			items: payoutItems(payouts / processes, `pace-${index}`),
			workflowId: `pace ${name} ${index}`,
			nodeType,
		});
	await clock.until(Promise.all(Array.from({ length: processes }, pay)));
	// With a pace, the first one comes at once; a quota is reckoned as the rate that it allows.
	const limitMs = (everyMs * (most === 1 ? payouts - 1 : payouts)) / most;
	const [time, refused] = [clock.passed / limitMs, refusals() / payouts];
	const isWell = paid.size === payouts && time <= LONGEST_TIME && refused <= MOST_REFUSED;
	const says = `${paid.size} paid in ${time} of the time, ${refused} refused for each`;
	return { name, time, refused, violations: isWell ? [] : [{ kind: 'wrongOutcome', says }] };
}

/** The node, with this service in the place of all HTTP. */
function servedBy({ most, everyMs, answersAfterMs, says }: Paced, clock: EngineClock) {
	const paid = new Set<unknown>();
	let [since, taken, refusals] = [-Infinity, 0, 0];
	const answer = ({ method, url, body }: IHttpRequestOptions) => {
		const isPayout = method === 'POST';
		const orderReference = referenceIn(url, isPayout ? JSON.stringify(body) : '');
		const record = { id: '1', orderReference, status: 'PROCESSING' };
		if (!isPayout) {
			if (paid.has(orderReference)) return { status: 200, body: [record] };
			return { status: 404, body: { message: `Invalid or missing payout: ${orderReference}` } };
		}
		const now = clock.now();
		if (now - since >= everyMs) [since, taken] = [now, 0];
		if (taken < most) {
			taken++;
			paid.add(orderReference);
			return { status: 200, body: record };
		}
		refusals++;
		const { status, message } = says(since + everyMs - now);
		return { status, body: { message } };
	};
	const request = async (...call: unknown[]) => {
		const { status, body } = answer(call.find(isRequest) as IHttpRequestOptions);
		await clock.sleep(answersAfterMs);
		return {
			statusCode: status,
			headers: {},
			body: Readable.from([Buffer.from(JSON.stringify(body))]),
		};
	};
	const paced = nodeWith(clock);
	const nodeType = Object.create(paced) as INodeType;
	nodeType.execute = async function (this: IExecuteFunctions) {
		const requests = { httpRequest: request, httpRequestWithAuthentication: request };
		const helpers = { value: { ...this.helpers, ...requests } };
		return (await paced.execute?.call(Object.create(this, { helpers }))) ?? null;
	};
	return { nodeType, paid, refusals: () => refusals };
}

function isRequest(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'url' in value;
}
