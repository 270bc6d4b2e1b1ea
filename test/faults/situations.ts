import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import type { Fault } from '../../sandbox';
import { retryExecution, startExecution, type Scenario } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { waitUntil } from '../../workbench/servers/waiting';
import { nodeInAHurry } from './hurriedClock';
import { Lane } from './lane';
import { EVERY_TIME } from './marks';
import { readReport } from './report';
import type { Violation } from './violations';

/** What several runs of one node come to, written by hand where chance would hardly find it. */
type Situation = (stage: Stage) => Promise<void>;

export interface SituationResult {
	name: string;
	violations: Violation[];
}

interface Changes extends Partial<Scenario> {
	options?: INodeParameters;
	/** The amount of the last item. */
	lastAmount?: string;
}

type Outcomes = Map<string, Outcome> | undefined;

/** A workflow, a service that pays whatever it is asked to, and what went wrong with them. */
class Stage {
	readonly violations: Violation[] = [];

	constructor(
		readonly lane: Lane,
		readonly workflowId: string,
	) {}

	/** The order references with these numbers. */
	references(first: number, last: number): string[] {
		const count = last - first + 1;
		return Array.from({ length: count }, (_, index) => `${this.workflowId}-${first + index}`);
	}

	/** An execution of the node with its defaults, but for the changes. */
	start(references: string[], { options, lastAmount, ...changes }: Changes = {}) {
		const items = payoutItems(references.length).map((item, index) => ({
			...item,
			orderReference: references[index],
		}));
		Object.assign(items.at(-1) ?? {}, lastAmount !== undefined && { amount: lastAmount });
		const scenario: Scenario = {
			credential: this.lane.credential,
			parameters: payoutParameters(options),
			items,
			workflowId: this.workflowId,
			nodeType: nodeInAHurry,
			...changes,
		};
		const { finished, cancel } = startExecution(scenario);
		const named = references.map((reference) => ({ reference, amount: '' }));
		const outcomes = finished.then((ended) => readReport(ended, named)?.outcomes);
		return { scenario, finished, cancel, outcomes };
	}

	async run(references: string[], changes?: Changes): Promise<Outcomes> {
		return await this.start(references, changes).outcomes;
	}

	async strike(orderReference: string | undefined, fault: Fault): Promise<void> {
		await this.lane.addFault({ operation: 'createBankPayout', orderReference, ...fault });
	}

	/** Waits until the service has received this payout. */
	async arrived(reference?: string): Promise<void> {
		await waitUntil(async () => {
			const { requests } = await this.lane.control.ledger();
			return requests.some(({ orderReference }) => orderReference === reference);
		});
	}

	breach(says: string, kind: Violation['kind'] = 'wrongOutcome'): void {
		this.violations.push({ kind, says });
	}

	expectOutcomes(outcomes: Outcomes, references: string[], expected: Outcome): void {
		for (const reference of references) {
			const outcome = outcomes?.get(reference);
			if (outcome !== expected) this.breach(`${reference} is ${outcome}, and not ${expected}`);
		}
	}

	/** Each of them once, and nobody else at all. */
	async expectPaid(references: string[], lane = this.lane): Promise<void> {
		const { paid } = await lane.atRest(0);
		for (const reference of new Set([...references, ...Object.keys(paid)])) {
			const times = paid[reference] ?? 0;
			const wanted = references.includes(reference) ? 1 : 0;
			if (times > wanted) this.breach(`${reference} was paid ${times} times`, 'paidTwice');
			if (times < wanted) this.breach(`${reference} was paid by nobody`);
		}
	}
}

const passThrough: Changes = { options: { whenAlreadySent: 'passThrough' } };
const goOn: Changes = { onError: 'continueRegularOutput' };

/** Half a second here: a payout waits while another run comes and goes. */
const WAIT_SECONDS = 60;
/** Longer than the one that waits takes to pay all five; and so short that many fit into that. */
const SLOW_MS = 4_000;
const QUICK_MS = 200;
const lookUpTakes = (delayMs: number): Fault => ({
	kind: 'delay',
	operation: 'getPayout',
	delayMs,
	times: EVERY_TIME,
});

type Begin = (references: string[], changes: Changes) => Promise<unknown>;

/** What may run beside one that waits for the pace; prepared before either begins. */
const others: Record<string, (stage: Stage) => Promise<Begin> | Begin> = {
	'stops at a used reference': (stage) => async (all, changes) => await stage.run(all, changes),
	// It pays what it finds free, so that the one that waits need not.
	'passes used references through': (stage) => async (all, changes) =>
		await stage.run(all, { ...changes, ...passThrough }),
	'is started again and again': (stage) => async (all, changes) => {
		for (let count = 0; count < 15; count++) await stage.run(all, changes);
	},
	async 'is retried and cannot settle what it sent'(stage) {
		const [lost] = stage.references(9, 9);
		await stage.strike(lost, { kind: 'dropBefore' });
		const { scenario, finished } = stage.start([
			...stage.references(9, 9),
			...stage.references(0, 5),
		]);
		const failed = await finished;
		await stage.strike(lost, lookUpTakes(SLOW_MS));
		return async () => await retryExecution(failed, scenario);
	},
};

/** Five payouts at a pace, and another run of the same node. */
function beside(other: string, isFirst: boolean, sharesPace: boolean): Situation {
	return async (stage) => {
		const begin = await others[other]!(stage);
		const [used] = stage.references(0, 0);
		const own = isFirst ? stage.references(1, 5) : stage.references(0, 4);
		if (isFirst) await stage.run(stage.references(0, 0));
		await stage.strike(used, lookUpTakes(other.includes('again') ? QUICK_MS : SLOW_MS));
		await stage.strike(own[1], { kind: 'paceRefusal', waitSeconds: WAIT_SECONDS });

		const all = [...new Set([...stage.references(0, 0), ...own])];
		const start = async () =>
			await begin(all, sharesPace ? {} : { credential: stage.lane.pastedToken });
		const early = isFirst ? start() : undefined;
		// Its look-up is on the way by then, where it has one.
		if (isFirst) await sleep(300);
		const { outcomes } = stage.start(own, { options: { concurrency: 1 } });
		if (!isFirst) await stage.arrived(own[1]);
		await Promise.all([outcomes, early ?? sleep(100).then(start)]);
		if (!other.startsWith('passes')) stage.expectOutcomes(await outcomes, own, 'accepted');
		await stage.expectPaid(all);
	};
}

async function triedThenLive(stage: Stage): Promise<void> {
	const live = await Lane.open();
	await live.reset({ uniqueOrderReferences: false, coldToken: true });
	const list = stage.references(0, 2);
	await stage.run(list);
	const { credential } = stage.lane;
	const { stored } = credential;
	const { baseUrl = '', clientId = '' } = live.credential.stored;
	// n8n keeps the token when a credential is edited.
	credential.stored = { ...stored, baseUrl, clientId };
	stage.expectOutcomes(await stage.run(list), list, 'accepted');
	stage.expectOutcomes(await stage.run(list, goOn), list, 'alreadySent');
	const { requests } = await live.atRest(0);
	if (requests.some(({ authorizationValid }) => authorizationValid === false)) {
		stage.breach('The token of one Base URL went to another one', 'wrongAccount');
	}
	credential.stored = stored;
	stage.expectOutcomes(await stage.run(list, goOn), list, 'alreadySent');
	await stage.expectPaid(list);
	await stage.expectPaid(list, live);
	await live.close();
}

const all: Record<string, Situation> = {
	...Object.fromEntries(
		Object.keys(others).flatMap((other) =>
			[true, false].flatMap((isFirst) =>
				[true, false].map((shares) => {
					const order = isFirst ? 'before one that waits' : 'while one waits';
					const name = `a run ${other} ${order}, ${shares ? 'with' : 'without'} its pace`;
					return [name, beside(other, isFirst, shares)];
				}),
			),
		),
	),
	'a workflow is tried on one Base URL and then pays at another one': triedThenLive,
};

export const situations = Object.keys(all).map((name) => ({ name }));

/** Plays them side by side, each with a service of its own. */
export async function playSituations(names: string[]): Promise<SituationResult[]> {
	const play = async (name: string): Promise<SituationResult> => {
		const lane = await Lane.open();
		await lane.reset({ uniqueOrderReferences: false, coldToken: false });
		const stage = new Stage(lane, `situation-${Object.keys(all).indexOf(name)}`);
		await all[name]!(stage).catch((error: Error) => stage.breach(error.message, 'breach'));
		await lane.close();
		return { name, violations: stage.violations };
	};
	return await Promise.all(names.map(play));
}
