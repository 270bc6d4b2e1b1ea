import { assertNotMisread } from '../../../../nodes/CardBankPayments/executor/read/misread';
import { refusedBy } from '../../support/wording';

const JOINED = 'one text behind another; to add them, write Number() around each';
const CENTS = 'which counts the cents as whole money; keep a dot before them, e.g. 1500.50';
const CUT =
	'the beginning of a longer number; remove what separates its thousands, and put a dot before its cents, e.g. 1500.50';

// By what an expression makes of the row: $json.salary + $json.bonus, and the like.
it.each<[value: unknown, row: unknown, says: string]>([
	['10050', { salary: '100', bonus: '50' }, JOINED],
	['1500000', { salary: '150000', bonus: '0' }, JOINED],
	['10050', { salary: 100, bonus: '50' }, JOINED],
	[10050, { salary: '100', bonus: '50' }, JOINED],
	['50010050', { basic: '500', house: '100', transport: '50' }, JOINED],
	['100100', { basic: '100', house: '100' }, JOINED],
	['10050', { body: { pay: [{ salary: '100' }, { bonus: '50' }] } }, JOINED],
	// What reduce() makes of texts, from 0 on.
	['012', { lines: ['1', '2'] }, JOINED],
	['150050', { sum: '1500,50' }, CENTS],
	[150000, { sum: 'TZS 1,500.00' }, CENTS],
	['150050', { sum: '1 500,50 TZS' }, CENTS],
	[1, { sum: '1,500.00' }, CUT],
	['1.50', { sum: '1.500,00' }, CUT],
	[1, { sum: '1 500 000' }, CUT],
	[1, { sum: "1'500" }, CUT],
	[25, { sum: '25.000.000' }, CUT],
	[150, { sum: '150, 000' }, CUT],
	[150, { sum: '150\u00a0000,50' }, CUT],
	[150, { sum: 'TZS 150.000' }, CUT],
])('an amount of %j is not meant in the row %j', (value, row, says) => {
	expect(refusedBy(() => assertNotMisread(value, row)).message).toBe(
		`is ${JSON.stringify(value)}, ${says}`,
	);
});

it.each<[value: unknown, row: unknown]>([
	// Taken as it stands there.
	['1500.50', { sum: '1500.50' }],
	['0025.05', { sum: '0025.05' }],
	['10050', { sum: '10050', salary: '100', bonus: '50' }],
	// Reckoned.
	[150, { salary: '100', bonus: '50' }],
	['150.00', { salary: '100', bonus: '50' }],
	[15000, { price: 1500, quantity: 10, discount: 0 }],
	[125000, { month: 12, hours: 25, rate: 5000 }],
	[15000, { price: '1500', quantity: '10', discount: '0' }],
	[1500, { sum: '1500.75' }],
	[1500.5, { sum: '1500.50 TZS' }],
	[1500.5, { sum: '1,500.50' }],
	['1500.50', { sum: '1.500,50' }],
	[1500, { sum: '1500, 30 days' }],
	[1500.5, { sum: '1500.50\n2026-11-30' }],
	['1500', { sum: 'TZS 1.500/=' }],
	[2531250, { sum: '$1,012.50' }],
	// No amount at all is refused elsewhere.
	[undefined, { sum: '1,500.00' }],
	[{ sum: 5 }, {}],
])('an amount of %j is meant in the row %j', (value, row) => {
	expect(() => assertNotMisread(value, row)).not.toThrow();
});

it('takes no time in a row of thousands of values, and looks into no more than a few levels', () => {
	const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`c${at}`, '1']));
	const begunAt = performance.now();
	expect(() => assertNotMisread('1'.repeat(29) + '2', many)).not.toThrow();
	expect(performance.now() - begunAt).toBeLessThan(1_000);
	const circular: Record<string, unknown> = { sum: '100' };
	circular.self = circular;
	expect(() => assertNotMisread('7', circular)).not.toThrow();
});
