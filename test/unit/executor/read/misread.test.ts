import { assertNotMisread } from '../../../../nodes/CardBankPayments/executor/read/misread';
import { values } from '../../../../nodes/CardBankPayments/sentences/values';
import { refusedBy } from '../../support/wording';

const { joined, cents, cut } = values.misread;

// By what an expression makes of the row: $json.salary + $json.bonus, and the like.
it.each<[value: unknown, row: unknown, says: typeof joined]>([
	['1500000', { salary: '150000', bonus: '0' }, joined],
	['10050', { salary: 100, bonus: '50' }, joined],
	[10050, { salary: '100', bonus: '50' }, joined],
	['50010050', { basic: '500', house: '100', transport: '50' }, joined],
	['10050', { others: Array.from({ length: 60 }, (_, at) => `7${at}`), a: '100', b: '50' }, joined],
	['100100', { basic: '100', house: '100' }, joined],
	['10050', { body: { pay: [{ salary: '100' }, { bonus: '50' }] } }, joined],
	// What reduce() makes of texts, from 0 on.
	['012', { lines: ['1', '2'] }, joined],
	['150050', { sum: '1 500,50 TZS' }, cents],
	[150000, { sum: 'TZS 1,500.00' }, cents],
	[1, { sum: '1,500.00' }, cut],
	['1.50', { sum: '1.500,00' }, cut],
	[1, { sum: "1'500" }, cut],
	[150, { sum: '150, 000' }, cut],
	[150, { sum: '150\u00a0000,50' }, cut],
])('an amount of %j is not meant in the row %j', (value, row, says) => {
	const { message } = refusedBy(() => assertNotMisread(value, row));
	expect(message).toBe(says({ value: JSON.stringify(value) }));
});

it.each<[value: unknown, row: unknown]>([
	// Taken as it stands there.
	['1500.50', { sum: '1500.50' }],
	['10050', { sum: '10050', salary: '100', bonus: '50' }],
	// Reckoned.
	[150, { salary: '100', bonus: '50' }],
	['1515', { price: '15' }],
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
	// No amount at all is refused elsewhere.
	[undefined, { sum: '1,500.00' }],
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
