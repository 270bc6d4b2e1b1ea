import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import { faultKinds } from '../../sandbox';
import { Contract } from '../../sandbox/contract';
import { operations } from '../../sandbox/operations';
import {
	call,
	makeLink,
	ledger,
	pay,
	payoutPath,
	refusalOf,
	sandbox,
	useSandboxServer,
} from './support';

useSandboxServer();

describe('openapi.yaml', () => {
	const document = parse(readFileSync(join(__dirname, '../../sandbox/openapi.yaml'), 'utf8'));

	it('is a sound document, all of whose schemas can be compiled', async () => {
		// Money and days are formats of the sandbox's own.
		const ajvOpts = { validateFormats: false };
		await new OpenAPIBackend({ definition: document, strict: true, ajvOpts }).init();
	});

	it('knows the same kinds of faults as the code', () => {
		const { enum: kinds } = document.components.schemas.Fault.properties.kind;
		expect(kinds.sort()).toEqual([...faultKinds].sort());
	});

	it('knows the same operations as the code', () => {
		const { enum: names } = document.components.schemas.Fault.properties.operation;
		expect(names.sort()).toEqual(Object.keys(operations).sort());
	});

	it('foresees each status of an answer', async () => {
		const contract = await Contract.load();
		const path = `/third-parties${payoutPath}`;
		const request = { method: 'POST', path, headers: {}, rawBody: '', body: undefined };
		expect(contract.violation(contract.match(request), 202, {})).toContain('202');
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
	[pay, { amount: 1.005 }, 'amount'],
	[pay, { bic: 'NOSUCHBK' }, 'NOSUCHBK'],
	[pay, { colour: 'red' }, 'colour'],
	[makeLink, { amount: 25.5 }, 'amount'],
	[makeLink, { customer: { fullName: 'x', phoneNumber: '1' } }, 'customer.email'],
])('refuses what breaks the contract, and names it: %#, %p', async (send, changes, field) => {
	expect(await refusalOf(await send(changes))).toMatch(new RegExp(`^400 .*${field}`));
	expect((await ledger()).payouts).toEqual([]);
});

it.each([
	...['1.50385E+11', '1,5e+11', '="0150"', "'0150", '#N/A', '#DIV/0!', '[object Object]', 'null'],
	...['undefined', 'INV#REF!', 'INVundefined'],
])('takes no text that a spreadsheet or a template has broken: %s', async (text) => {
	for (const field of ['orderReference', 'accountNumber']) {
		expect(await refusalOf(await pay({ [field]: text }))).toBe(
			`400 ${field} was broken by a spreadsheet or a template`,
		);
	}
	const refused = await makeLink({ customer: { id: text } });
	expect(refused.status).toBe(400);
	expect((await pay({ accountNumber: '150384512700.0' })).status).toBe(400);
	expect((await pay({ orderReference: '202612E017', accountName: 'Asha Null' })).status).toBe(200);
});

it.each<[object, number]>([
	[{ body: '[]' }, 400],
	[{ body: `"${'x'.repeat(200_000)}"` }, 413],
	[{ method: 'PUT' }, 405],
])('takes no request like %#, %.40j: %i', async (options, status) => {
	expect((await call(payoutPath, options)).status).toBe(status);
});
