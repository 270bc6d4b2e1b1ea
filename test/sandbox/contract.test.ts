import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { faultKinds } from '../../sandbox';
import { Contract } from '../../sandbox/contract';
import {
	call,
	initiate,
	jsonOf,
	ledger,
	paths,
	pay,
	refusalOf,
	sandbox,
	useSandbox,
} from './support';

useSandbox();

describe('openapi.yaml', () => {
	const document = parse(readFileSync(join(__dirname, '../../sandbox/openapi.yaml'), 'utf8'));

	it('is OpenAPI 3.1 and knows the same kinds of faults as the code', () => {
		expect(document.openapi).toMatch(/^3\.1\./);
		expect(document.components.schemas.Fault.properties.kind.enum.sort()).toEqual(
			[...faultKinds].sort(),
		);
	});

	it('finds what is wrong with an answer', async () => {
		const contract = await Contract.load();
		const operation = contract.match({
			method: 'POST',
			path: `/third-parties${paths.payout}`,
			headers: {},
			rawBody: '',
			body: undefined,
		});
		const sound = await jsonOf<Record<string, unknown>>(pay());
		const violation = (changes: object, status = 200) =>
			contract.violation(operation, status, { ...sound, ...changes });
		expect(violation({})).toBeUndefined();
		expect(violation({ amount: 100 })).toContain('amount');
		expect(violation({ fee: undefined })).toContain('fee');
		expect(violation({ createdAt: 'today' })).toContain('createdAt');
		expect(violation({ exchanged: true })).toContain('exchange');
		expect(violation({}, 202)).toContain('202');
	});

	it('stops an answer of the sandbox itself that breaks it, and the ledger tells', async () => {
		await sandbox.control.settings({ clientId: '' });
		expect(await refusalOf(await pay())).toMatch(/^500 .*clientId/);
		const { contractViolations } = await ledger();
		expect(contractViolations).toEqual([expect.stringContaining('clientId')]);
	});
});

it.each<[typeof pay, object, string]>([
	[pay, { amount: undefined }, 'amount'],
	[pay, { amount: '100' }, 'amount'],
	[pay, { amount: 1.005 }, 'amount'],
	[pay, { accountName: '' }, 'accountName'],
	[pay, { bic: 'NOSUCHBK' }, 'NOSUCHBK'],
	[pay, { colour: 'red' }, 'colour'],
	[initiate, { amount: 25.5 }, 'amount'],
	[initiate, { currency: 'TZS' }, 'currency'],
	[initiate, { customer: { fullName: 'x', phoneNumber: '1' } }, 'customer.email'],
])('refuses what breaks the contract, and names it: %#, %p', async (send, changes, field) => {
	expect(await refusalOf(await send(changes))).toMatch(new RegExp(`^400 .*${field}`));
	expect((await ledger()).payouts).toEqual([]);
});

it('refuses a body that is no JSON object or too long, a path and a method that it does not have', async () => {
	expect(await refusalOf(await call(paths.payout, { rawBody: '[]' }))).toMatch(/^400 .*body/);
	expect((await pay({ accountName: 'x'.repeat(200_000) })).status).toBe(413);
	expect((await call('/payouts', { body: {} })).status).toBe(404);
	expect((await call(paths.initiate, { method: 'PUT' })).status).toBe(405);
});
