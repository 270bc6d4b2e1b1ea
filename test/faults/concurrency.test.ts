import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import type { Fault } from '../../sandbox';
import type { EngineCredential } from '../../workbench/engine/credentials';
import { retryExecution, startExecution, type EngineScenario } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { waitUntil } from '../../workbench/servers/waiting';
import { EVERY_TIME } from './faultCases';
import { useServices, type IsolatedService } from './isolatedService';
import { readReport } from './report';

interface RunChanges extends Partial<EngineScenario> {
	options?: INodeParameters;
}

/**
 * Several runs of one node at once, written by hand where chance would hardly find them: a workflow, a service
 * that pays whatever it is asked to, and what went wrong with them.
 */
class ConcurrencyFixture {
	readonly violations: string[] = [];

	constructor(
		readonly service: IsolatedService,
		readonly workflowId: string,
	) {}

	/** The order references with these numbers. */
	references(first: number, last: number): string[] {
		const count = last - first + 1;
		return Array.from({ length: count }, (_, index) => `${this.workflowId}-${first + index}`);
	}

	/** An execution of the node with its defaults, but for the changes. */
	start(references: string[], { options, ...changes }: RunChanges = {}) {
		const scenario: EngineScenario = {
			credential: this.service.credential,
			parameters: payoutParameters(options),
			items: payoutItems(references.length).map((item, index) => ({
				...item,
				orderReference: references[index],
			})),
			workflowId: this.workflowId,
			nodeType: this.service.nodeType,
			...changes,
		};
		return { scenario, finished: startExecution(scenario).finished };
	}

	/** Runs it, and holds all its outcomes to these, if any. */
	async run(references: string[], changes?: RunChanges, expected?: Outcome[]): Promise<void> {
		const named = references.map((reference) => ({ reference, amount: '' }));
		const report = readReport(await this.start(references, changes).finished, named);
		for (const reference of expected === undefined ? [] : references) {
			const outcome = report?.outcomes.get(reference);
			if (outcome === undefined || !expected?.includes(outcome)) {
				this.violations.push(`${reference} is ${outcome}, and not ${expected?.join(' or ')}`);
			}
		}
	}

	async addFault(orderReference: string | undefined, fault: Fault): Promise<void> {
		await this.service.addFault({ operation: 'createBankPayout', orderReference, ...fault });
	}

	/** Waits until the service has received this payout. */
	async arrived(reference?: string): Promise<void> {
		await waitUntil(async () => {
			const { requests } = await this.service.sandbox.control.ledger();
			return requests.some(
				({ operation, orderReference }) =>
					operation === 'createBankPayout' && orderReference === reference,
			);
		});
	}

	/** Each of them once, and nobody else at all. */
	async expectPaid(references: string[]): Promise<void> {
		const { paid } = await this.service.atRest();
		for (const reference of new Set([...references, ...Object.keys(paid)])) {
			const times = paid[reference] ?? 0;
			const isRight = times === (references.includes(reference) ? 1 : 0);
			if (!isRight) this.violations.push(`${reference} was paid ${times} times`);
		}
	}
}

const withService = useServices();
let workflows = 0;

/** Holds a workflow of its own, at a service of its own, to what `play` expects of it. */
async function withFixture(
	{ uniqueOrderReferences }: { uniqueOrderReferences: boolean },
	play: (fixture: ConcurrencyFixture) => Promise<void>,
): Promise<void> {
	await withService(async (service) => {
		await service.reset(uniqueOrderReferences);
		const fixture = new ConcurrencyFixture(service, `concurrency-${++workflows}`);
		await play(fixture);
		expect(fixture.violations).toEqual([]);
	});
}

const returnPayout: RunChanges = { options: { whenAlreadySent: 'returnPayout' } };

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

type Begin = (references: string[], changes: RunChanges) => Promise<unknown>;

/** What may run beside one that waits for the pace; prepared before either begins. */
const others: Record<string, (fixture: ConcurrencyFixture) => Promise<Begin> | Begin> = {
	'stops at a used reference': (fixture) => async (all, changes) => await fixture.run(all, changes),
	// It pays what it finds free, so that the one that waits need not.
	'goes on behind used references': (fixture) => async (all, changes) =>
		await fixture.run(all, { ...changes, ...returnPayout }),
	'is started again and again': (fixture) => async (all, changes) => {
		for (let count = 0; count < 15; count++) await fixture.run(all, changes);
	},
	async 'is retried and cannot settle what it sent'(fixture) {
		const [lost] = fixture.references(9, 9);
		await fixture.addFault(lost, { kind: 'dropBefore' });
		const { scenario, finished } = fixture.start([lost!, ...fixture.references(0, 5)]);
		const failed = await finished;
		await fixture.addFault(lost, lookUpTakes(SLOW_MS));
		return async () => await retryExecution(failed, scenario);
	},
};

/** Five payouts at a pace, and another run of the same node. */
async function beside(
	fixture: ConcurrencyFixture,
	other: string,
	isFirst: boolean,
	sharesPace: boolean,
) {
	const begin = await others[other]!(fixture);
	const used = fixture.references(0, 0);
	const own = isFirst ? fixture.references(1, 5) : fixture.references(0, 4);
	if (isFirst) await fixture.run(used);
	await fixture.addFault(used[0], lookUpTakes(other.includes('again') ? QUICK_MS : SLOW_MS));
	await fixture.addFault(own[1], { kind: 'paceRefusal', waitSeconds: WAIT_SECONDS });

	const all = [...new Set([...used, ...own])];
	const changes = sharesPace ? {} : { credential: fixture.service.pastedToken };
	const early = isFirst ? begin(all, changes) : undefined;
	// Its look-up is on the way by then, where it has one.
	if (isFirst) await sleep(300);
	const expected: Outcome[] | undefined = other.startsWith('goes on') ? undefined : ['accepted'];
	const waits = fixture.run(own, { options: { concurrency: 1 } }, expected);
	if (!isFirst) await fixture.arrived(own[1]);
	await Promise.all([waits, early ?? sleep(100).then(async () => await begin(all, changes))]);
	await fixture.expectPaid(all);
}

const RUNS = 12;
const MOST_PER_DAY = 500;

/**
 * Twelve runs of 100 each under a limit of 500 for the day. Each counts all that the service had been asked to pay
 * before its list was asked for, so that the limit is passed only by what was under way since then. Those of one
 * process never pass it.
 */
async function underOneLimit(
	fixture: ConcurrencyFixture,
	atOnce: number,
	isOneProcess: boolean,
): Promise<void> {
	const references = fixture.references(1, RUNS);
	const { service } = fixture;
	const tokens = await Promise.all(
		references.map(async () => await service.ownToken(!isOneProcess)),
	);
	const options = { maximumPerDay: MOST_PER_DAY };
	const waiting = references.entries();
	const runOneByOne = async () => {
		for (const [at, reference] of waiting)
			await fixture.run([reference], { options, credential: tokens[at] });
	};
	await Promise.all(Array.from({ length: atOnce }, runOneByOne));
	const { requests } = await service.atRest();
	const made = requests.filter(({ operation }) => operation === 'createBankPayout');
	for (const { seq, tokenSerial, orderReference } of made) {
		const own = requests.filter((one) => one.tokenSerial === tokenSerial && one.seq < seq);
		// The first page: what is paid between two pages came after the list was asked for.
		const isBegun = ({ operation, path }: (typeof requests)[number]) =>
			operation === 'getManyPayouts' && /[?&]skip=0(&|$)/.test(path);
		const listed = own.filter(isBegun).at(-1)?.seq ?? Infinity;
		const paid = 100 * (1 + made.filter((one) => one.seq < listed).length);
		if (paid > MOST_PER_DAY) fixture.violations.push(`${orderReference} left, with ${paid} in all`);
	}
	const paid = made.length * 100;
	if (paid < MOST_PER_DAY) fixture.violations.push(`Only ${made.length} were made`);
	if (isOneProcess && paid > MOST_PER_DAY) fixture.violations.push(`${made.length} were made`);
}

it.concurrent.each(
	[1, 2, 4, RUNS].flatMap((atOnce) =>
		['one process', 'several'].map((where) => [atOnce, where] as const),
	),
)('twelve runs under one limit of the day, %i at once, in %s', async (atOnce, where) => {
	await withFixture({ uniqueOrderReferences: false }, async (fixture) => {
		await fixture.service.takesNoFee();
		await underOneLimit(fixture, atOnce, where === 'one process');
	});
});

/** What befalls payouts that two runs send at once. Each was made, or is sent again. */
const troubles: Record<string, Fault[]> = {
	'all is well': [],
	'answers are lost': [{ kind: 'dropAfter', times: 3, skip: 1 }],
	'the service fails behind a payout': [{ kind: 'statusAfter', status: 500, times: 3, skip: 1 }],
	'it keeps a pace': [{ kind: 'paceRefusal', times: 3, skip: 1 }],
	'it asks to wait for what it has paid': [{ kind: 'paceRefusalAfter', times: 3, skip: 1 }],
};

/** Between processes, the 409 of the service decides; in one, nothing else is needed. */
const IN_ONE = 'in one process, no 409';

it.concurrent.each(
	Object.keys(troubles).flatMap((trouble) =>
		[IN_ONE, 'in two processes'].map((where) => [where, trouble] as const),
	),
)('the same rows in two workflows at once, %s: %s', async (where, trouble) => {
	await withFixture({ uniqueOrderReferences: where !== IN_ONE }, async (fixture) => {
		const { service, workflowId } = fixture;
		const all = fixture.references(1, 12);
		for (const fault of troubles[trouble]!) await fixture.addFault(undefined, fault);
		const run = async (name: string, credential: EngineCredential) => {
			const how = { workflowId: `${workflowId}-${name}`, credential } as const;
			const changes = { ...how, onError: 'continueRegularOutput' } as const;
			await fixture.run(all, changes, ['accepted', 'alreadySent']);
		};
		const { credential, fromAnotherProcess } = service;
		const other = where === IN_ONE ? credential : fromAnotherProcess;
		await Promise.all([run('one', credential), run('other', other)]);
		await fixture.expectPaid(all);
	});
});

it.concurrent.each(
	Object.keys(others).flatMap((other) =>
		['before one that waits', 'while one waits'].flatMap((when) =>
			['with', 'without'].map((shares) => [other, when, shares] as const),
		),
	),
)('a run %s %s, %s its pace', async (other, when, shares) => {
	await withFixture({ uniqueOrderReferences: false }, async (fixture) => {
		await beside(fixture, other, when.startsWith('before'), shares === 'with');
	});
});
