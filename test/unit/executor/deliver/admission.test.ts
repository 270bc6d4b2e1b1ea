import type { IDataObject } from 'n8n-workflow';
import type {
	Payment,
	Result,
	Verdict,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { Admission } from '../../../../nodes/CardBankPayments/executor/deliver/admission';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { UnderWay } from '../../../../nodes/CardBankPayments/executor/deliver/underWay';
import { payment, result } from '../../support/payments';
import { unknown } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { meansOf, serviceOf } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

/** Half past midnight in East Africa, when it is still yesterday in London. */
const NOW = Date.parse('2026-11-23T21:30:00Z');
const TODAY = '2026-11-24';
/** The lists begin a day earlier. */
const [EVE, YESTERDAY] = ['2026-11-22', '2026-11-23'];

/** The readings of one run, in their order. */
let read: string[];
let balances: IDataObject[];
let paid: IDataObject[];
/** How the service ends each reading, where it does not give what there is. */
let lost: Verdict | undefined;
/** What the service says that the time is, for each list. */
let times: Array<number | undefined>;

beforeEach(() => {
	[read, balances, paid, lost, times, passed] = [[], [], [], undefined, [], 0];
});

const service = serviceOf({
	async read({ option }, { startDate, endDate } = {}) {
		const isList = option.value === 'getMany';
		read.push(isList ? `list ${startDate} ${endDate ?? ''}`.trim() : 'balance');
		const records = isList ? paid : balances;
		const at = isList ? times.shift() : undefined;
		return await Promise.resolve({ result: lost ?? result(0, 'accepted', { records }), at });
	},
});

/** Milliseconds since the test began. */
let passed: number;
const clock = { ...new VirtualClock(), now: () => passed, wallTime: () => NOW + passed };

const admission = (settings: Partial<Means>) =>
	new Admission(meansOf({ service, clock, ...settings }), new UnderWay());

const tzs = payment(0, { cents: 300n });
const usd = payment(1, { cents: 300n, currency: 'USD' });
const first = async (one: Admission, waiting: Payment[] = [tzs, usd]) =>
	await one.refuse(() => waiting);
const told = (results: Result[]) =>
	results.map(({ index, outcome, cause }) => `${index} ${outcome} ${cause}`);

it('reads the balance and then the list of today, of what is left', async () => {
	balances = [{ currency: 'TZS', balance: 3 }];
	paid = [{ amount: '1.00', currency: 'USD', status: 'SUCCESS' }];
	const refused = await first(admission({ checkBalance: true, maximumPerDay: 300n }));
	expect(told(refused)).toEqual(['1 notSent account']);
	expect(read).toEqual(['balance', `list ${YESTERDAY}`]);
});

it('reads no list where the balance leaves nothing to send', async () => {
	const refused = await first(admission({ checkBalance: true, maximumPerDay: 300n }));
	expect(told(refused)).toEqual(['0 notSent account', '1 notSent account']);
	expect(read).toEqual(['balance']);
});

const noList = 'The list of what was paid out today could not be read: ';

it.each<[string, Partial<Means>, Verdict | undefined, string]>([
	[
		'the balance does not come',
		{ checkBalance: true },
		unknown('Lost'),
		'The balance could not be read: Lost',
	],
	['the list does not come', { maximumPerDay: 300n }, unknown('Lost'), `${noList}Lost`],
	['a record in it shows nothing', { maximumPerDay: 300n }, undefined, `${noList}a payout in it`],
])('sends nothing where %s, and says why', async (_, settings, answer, says) => {
	[lost, paid] = [answer, [{}]];
	const refused = await first(admission(settings));
	expect(told(refused)).toEqual(['0 notSent service', '1 notSent service']);
	expect(refused[1]?.says).toContain(says);
});

it.each<[string, number[], string[]]>([
	['the day of our clock, where the service says no time', [], [YESTERDAY]],
	['the day of the service', [NOW + 1_000], [YESTERDAY]],
	['the day that begins meanwhile', [NOW + 86_400_000, NOW + 86_400_001], [YESTERDAY, TODAY]],
])('asks for %s', async (_, says, days) => {
	times = says;
	expect(await first(admission({ maximumPerDay: 300n }))).toEqual([]);
	expect(read).toEqual(days.map((day) => `list ${day}`));
});

it('counts what was paid since the day began, whatever a list shows besides', async () => {
	const at = (createdAt: string) => ({ createdAt, amount: 3, currency: 'TZS', status: 'SUCCESS' });
	const refused = async (...days: string[]) => {
		paid = days.map(at);
		return told(await first(admission({ maximumPerDay: 600n }), [tzs]));
	};
	const eve = '2026-11-23T20:59:59.999Z';
	expect(await refused(eve, '2026-11-23T21:00:00Z')).toEqual([]);
	expect(await refused(eve, '2026-11-23T21:00:00Z', '2026-11-24T00:10:00+03:00')).toEqual([
		'0 invalid settings',
	]);
});

it('sends nothing where the service says another day each time', async () => {
	times = [1, 2, 3].map((days) => NOW + days * 86_400_000);
	const refused = await first(admission({ maximumPerDay: 300n }));
	expect(told(refused)).toEqual(['0 notSent service', '1 notSent service']);
	expect(refused[0]?.says).toContain('the day of the service changed each time');
	expect(read).toHaveLength(3);
});

it('asks for the day of the service first, once it is known', async () => {
	times = [NOW - 86_400_000, NOW - 86_400_000, NOW - 86_400_000 + 1_000];
	const one = admission({ maximumPerDay: 900n });
	await first(one);
	passed = 1_000;
	await first(one);
	expect(read).toEqual([YESTERDAY, EVE, EVE].map((day) => `list ${day}`));
});

it('is due for the first payout, and for the limit of the day once a second and on each day', async () => {
	const [balance, day] = [admission({ checkBalance: true }), admission({ maximumPerDay: 1_000n })];
	const due = () => [balance.isDue(), day.isDue(), admission({}).isDue()];
	expect(due()).toEqual([true, true, false]);
	// Half a second before midnight, by the service's clock.
	times = [Date.parse('2026-11-24T20:59:59.500Z'), Date.parse('2026-11-24T20:59:59.500Z')];
	await first(balance);
	await first(day);
	expect(due()).toEqual([false, false, false]);
	passed = 499;
	expect(due()).toEqual([false, false, false]);
	passed = 500;
	expect(due()).toEqual([false, true, false]);
	times = [Date.parse('2026-11-24T21:00:00Z')];
	await first(day);
	passed = 1_499;
	expect(due()).toEqual([false, false, false]);
	// One that was refused since needs another, too.
	expect([day.isDue(499), day.isDue(500)]).toEqual([false, true]);
	passed = 1_500;
	expect(due()).toEqual([false, true, false]);
});

it('counts what has left before, and keeps in all others of its currency', async () => {
	const one = admission({ maximumPerDay: 901n });
	const [left, last] = [payment(3, { cents: 400n }), payment(4, { cents: 1n })];
	expect(await first(one, [left, tzs, last])).toEqual([]);
	one.leaves(left);
	one.ended(left, result(3, 'accepted'));
	expect(await first(one, [tzs, last, usd])).toEqual([]);
	// What the list shows counts once.
	paid = [
		{ amount: 4, currency: 'TZS', status: 'PENDING', orderReference: 'INV-3' },
		{ amount: 3, currency: 'TZS', status: 'PENDING', orderReference: 'X' },
	];
	expect(told(await first(one, [tzs, last, usd]))).toEqual([
		'0 invalid settings',
		'4 invalid settings',
	]);
	// One that was rejected leaves its room to others.
	one.ended(left, result(3, 'rejected'));
	paid = [];
	expect(await first(one, [tzs, payment(5, { cents: 601n })])).toEqual([]);
});
