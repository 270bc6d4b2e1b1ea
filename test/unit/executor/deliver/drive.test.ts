import type { Outcome, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	drive,
	settle,
	type World,
} from '../../../../nodes/CardBankPayments/executor/deliver/drive';
import type { Step } from '../../../../nodes/CardBankPayments/executor/deliver/steps';
import { payment } from '../../support/payments';
import * as at from '../../support/steps';

const { accepted, unclear, used, unsent, refused } = at;
const { free, wasRefused, held, ready, sent, open, ended } = at;
const { stopped, taken } = at;

type Answers = { [Method in keyof World]: ReturnType<World[Method]> };

/** A look-up after which a payment may leave. */
const notKnown: Answers['lookUp'] = Promise.resolve({ is: 'lookedUp', proves: 'notKnown' });
const answered = (of: Result): Answers['send'] => Promise.resolve({ is: 'answered', result: of });

/** What was called, in this order, and with which step. */
let calls: string[];
beforeEach(() => (calls = []));

/** A world in which all goes well, but for what a test changes. */
function worldOf(changes: Partial<Answers> = {}): World {
	const answers: Answers = {
		stopped: undefined,
		reserve: Promise.resolve({ is: 'reserved' }),
		lookUp: notKnown,
		claim: { is: 'claimed' },
		send: answered(accepted),
		note: undefined,
		...changes,
	};
	const call = <Method extends keyof World>(method: Method, step?: Step): Answers[Method] => {
		// Asked before each step that sends, which the order of the others does not show.
		if (method !== 'stopped') calls.push([method, step?.at].filter(Boolean).join(' '));
		return answers[method];
	};
	return {
		stopped: () => call('stopped'),
		reserve: async () => await call('reserve'),
		lookUp: async (_, step) => await call('lookUp', step),
		claim: () => call('claim'),
		send: async () => await call('send'),
		note: (_, step) => call('note', step),
	};
}

const wait = async ({ at }: Step) => {
	calls.push(`wait ${at}`);
	await Promise.resolve();
};

const run = async (from: Step, changes?: Partial<Answers>): Promise<Step> =>
	await drive(payment(0), from, worldOf(changes), wait);

describe('the order of what happens', () => {
	it.each<[string, Step, Partial<Answers>, string[], Outcome]>([
		[
			'a payment leaves',
			free,
			{},
			['reserve', 'wait ready', 'claim', 'send', 'note ended'],
			'accepted',
		],
		[
			'a refused payment is looked up right before it is claimed',
			wasRefused,
			{},
			[
				...['reserve', 'wait held', 'lookUp held', 'note ready'],
				...['wait ready', 'claim', 'send', 'note ended'],
			],
			'accepted',
		],
		[
			'an unclear payment is looked up, and never sent again',
			ready,
			{ send: answered(unclear) },
			['wait ready', 'claim', 'send', 'note unclear', 'lookUp unclear', 'note ended'],
			'unknown',
		],
		[
			'a payment with a used reference is looked up, and noted as one that has left',
			ready,
			{ send: answered(used) },
			['wait ready', 'claim', 'send', 'note used', 'lookUp used', 'note ended'],
			'alreadySent',
		],
		[
			'what another call sends is looked up, and not noted',
			ready,
			{ claim: taken },
			['wait ready', 'claim', 'lookUp used'],
			'alreadySent',
		],
		['a run that stops sends nothing', free, { stopped: stopped(unsent) }, [], 'notSent'],
		[
			'a run that stops claims nothing',
			ready,
			{ stopped: stopped(unsent) },
			['wait ready'],
			'notSent',
		],
		[
			'a run that stops looks up what was refused',
			wasRefused,
			{ stopped: stopped(unsent) },
			['wait held', 'lookUp held', 'note ended'],
			'rejected',
		],
		[
			'a doubted refusal is looked up, and not sent again',
			sent,
			{ send: Promise.resolve({ is: 'doubted', result: refused }) },
			['send', 'note held', 'wait held', 'lookUp held', 'note ended'],
			'rejected',
		],
		['what has ended is left alone', ended(used), {}, [], 'alreadySent'],
	])('%s', async (_, from, changes, order, outcome) => {
		expect(await run(from, changes)).toMatchObject({ at: 'ended', result: { outcome } });
		expect(calls).toEqual(order);
	});

	it('a refusal for now is handed back, and noted', async () => {
		const send: Answers['send'] = Promise.resolve({ is: 'refusedForNow', result: refused });
		expect(await run(free, { send })).toEqual(wasRefused);
		expect(calls).toEqual(['reserve', 'wait ready', 'claim', 'send', 'note free']);
	});
});

describe('nothing is thrown', () => {
	// How each step ends is that of steps.test.ts, whatever throws.
	const thrown = [new TypeError('it broke'), 'it broke', undefined, null, 7, Symbol('it broke')];
	const throwing: Array<[string, keyof World | 'wait', Step, Outcome, Partial<Answers>?]> = [
		['stopped', 'stopped', free, 'notSent'],
		['reserve', 'reserve', free, 'notSent'],
		['wait', 'wait', ready, 'notSent'],
		['look-up', 'lookUp', held, 'unknown'],
		['claim', 'claim', ready, 'notSent'],
		['send', 'send', ready, 'unknown'],
		['note, of an accepted payment', 'note', ready, 'accepted'],
		['note, of an unclear payment', 'note', ready, 'unknown', { send: answered(unclear) }],
		[
			...(['note, of a refused payment', 'note', ready, 'unknown'] as const),
			{ send: Promise.resolve({ is: 'refusedForNow', result: refused }) },
		],
		['note, of a payment that may leave', 'note', held, 'notSent'],
	];
	const cases = throwing.flatMap((each) => thrown.map((what) => ({ each, what })));

	it.each(cases)('by $each.0, with $what', async ({ each, what }) => {
		const [, method, from, outcome, changes] = each;
		const broken = () => {
			throw what;
		};
		const world: World = { ...worldOf(changes), ...(method !== 'wait' && { [method]: broken }) };
		const step = await drive(payment(0), from, world, method === 'wait' ? broken : wait);
		expect(step).toMatchObject({ at: 'ended', result: { outcome } });
		if (what !== thrown[0] || outcome === 'accepted') return;
		const hasMayBe = outcome === 'unknown' ? 'The request may have left: ' : '';
		expect(step).toMatchObject({ result: { says: `${hasMayBe}it broke` } });
	});

	it('a send that throws is noted as unknown', async () => {
		const send = Promise.reject(new Error('it broke'));
		expect(await run(ready, { send })).toMatchObject({ result: { outcome: 'unknown' } });
		expect(calls).toEqual(['wait ready', 'claim', 'send', 'note ended']);
	});

	it.each<[string, Step, Outcome]>([
		['before it has left', ready, 'notSent'],
		['after it has left', sent, 'unknown'],
	])('by a fact that cannot follow, %s', async (_, from, outcome) => {
		const odd = { is: 'reserved' } as never;
		const step = await run(from, { claim: odd, send: odd });
		expect(step).toMatchObject({ at: 'ended', result: { outcome } });
	});
});

describe('a payment that does not leave any more', () => {
	it('ends with what its look-up has found', async () => {
		const found: Answers['lookUp'] = Promise.resolve({
			...{ is: 'lookedUp', proves: 'known', found: accepted },
		});
		const result = await settle(payment(7), open, worldOf({ lookUp: found }));
		expect(result).toMatchObject({ outcome: 'accepted', index: 7, orderReference: 'INV-7' });
		expect(calls).toEqual(['lookUp unclear', 'note ended']);
	});

	it('cannot end as refused for now', async () => {
		const world = worldOf({ send: Promise.resolve({ is: 'refusedForNow', result: refused }) });
		await expect(settle(payment(7), ready, world)).rejects.toThrow('A payment cannot end as free');
	});
});
