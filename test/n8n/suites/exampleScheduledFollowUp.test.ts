import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payout } from '../../../sandbox';
import { insertRows } from '../../../workbench/workflows/dataTables';
import { paidTwice } from '../../../workbench/workflows/outcomes';
import { referencesIn } from '../payoutSummary';
import { pendingRows, TableExample, withoutLookUps } from '../tableExample';

const trigger = 'Every weekday at 9:00';
const finance = 'finance@example.com';
const operation = 'createBankPayout';

describe('the example "Scheduled payouts"', () => {
	const example = new TableExample('scheduled-payouts', trigger);
	const { fixture, prepare, run, statuses, noteOf } = example;

	it('asks the service about what it has sent, and pays nothing a second time', async () => {
		const laterStatus = {
			MADE: 'SUCCESS',
			READY: 'AUTHORIZED',
			WORKING: 'PROCESSING',
			WAITING: 'PENDING',
			BACK: 'REVERSED',
			REFUND: 'REFUNDED',
			BROKEN: 'FAILED',
			STRANGE: 'HELD',
		};
		const known = Object.keys(laterStatus);
		const altered = ['NOSTATUS', 'OTHERSUM', 'OTHERTO', 'TWICE', 'NOTYET'];
		const workflowId = await prepare(pendingRows(...known, ...altered));
		await fixture.control.settings({ settlementMs: 600_000 });
		await run(workflowId);
		assert.deepEqual(new Set(Object.values(await statuses())), new Set(['accepted']));
		await example.mailbox.clear();

		await run(workflowId);
		const early = await example.mailbox.messages();
		assert.deepEqual(early, [], 'nothing is new, so nobody gets an e-mail');

		for (const [reference, status] of Object.entries(laterStatus)) {
			await fixture.control.setPayoutStatus(reference, status);
		}
		const alterations: Record<string, (record: Payout) => object[]> = {
			NOSTATUS: (record) => [{ ...record, status: undefined }],
			OTHERSUM: (record) => [{ ...record, status: 'SUCCESS', amount: '999.00' }],
			OTHERTO: (record) => [
				{ ...record, status: 'SUCCESS', beneficiary: { accountNumber: '0150384512799' } },
			],
			TWICE: (record) => [record, { ...record, id: 'another' }],
			NOTYET: () => [],
		};
		const { payouts } = await fixture.control.ledger();
		const data = payouts.flatMap(
			(record) => alterations[record.orderReference]?.(record) ?? [record],
		);
		const body = { data, totalCount: data.length };
		await fixture.control.addFault({ kind: 'answer', operation: 'getManyPayouts', body });
		await run(workflowId);
		assert.deepEqual(await statuses(), {
			MADE: 'paid',
			READY: 'accepted',
			WORKING: 'accepted',
			WAITING: 'accepted',
			BACK: 'reversed',
			REFUND: 'reversed',
			BROKEN: 'reversed',
			STRANGE: 'unknown',
			NOSTATUS: 'unknown',
			OTHERSUM: 'unknown',
			OTHERTO: 'unknown',
			TWICE: 'unknown',
			NOTYET: 'accepted',
		});
		assert.match(await noteOf('BACK'), /REVERSED/);
		assert.match(await noteOf('OTHERSUM'), /another amount/);
		assert.match(await noteOf('OTHERTO'), /another account/);
		assert.match(await noteOf('TWICE'), /more than one/);
		assert.match(await noteOf('NOTYET'), /does not list it/);

		const { subject, text } = await example.mailbox.waitForMessage(finance);
		assert.match(subject, /some unknown/);
		assert.match(text, /- MADE, 1,000\.00 TZS, Asha Mushi: accepted → paid/);
		const unclear = ['STRANGE', ...altered.slice(0, 4)];
		const back = ['BACK', 'REFUND', 'BROKEN'];
		assert.deepEqual(referencesIn(text, 'CHANGED'), ['MADE', ...back, ...unclear]);
		assert.deepEqual(referencesIn(text, 'REVERSED'), back);
		assert.deepEqual(referencesIn(text, 'UNKNOWN'), unclear);

		await example.mailbox.clear();
		await fixture.control.setPayoutStatus('OTHERSUM', 'SUCCESS');
		await run(workflowId);
		const { OTHERSUM } = await statuses();
		assert.equal(OTHERSUM, 'paid', 'a row that was to look up is asked about again');
		const settled = await example.mailbox.waitForMessage(finance);
		assert.match(settled.text, /OTHERSUM.*: unknown → paid/);
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
	});

	it('keeps its rows as they are where the list cannot be read, and pays what is pending', async () => {
		const workflowId = await prepare(pendingRows('OPEN1', 'OPEN2'));
		await run(workflowId);
		await insertRows(fixture.api, example.table, pendingRows('NEXT'));
		await fixture.control.addFault({ kind: 'malformedJson', operation: 'getManyPayouts' });
		await run(workflowId);
		assert.deepEqual(await statuses(), { OPEN1: 'accepted', OPEN2: 'accepted', NEXT: 'accepted' });
		assert.match(await noteOf('OPEN1'), /records were read/);
	});

	it('asks for a list of a thousand open rows with a few requests', async () => {
		const references = Array.from({ length: 1000 }, (_, index) => `MANY${index}`);
		const workflowId = await prepare(pendingRows(...references));
		await fixture.control.settings({ settlementMs: 600_000 });
		await run(workflowId);
		const before = (await fixture.control.ledger()).requests.length;
		await fixture.control.settings({ settlementMs: 0 });
		await run(workflowId);
		assert.deepEqual(new Set(Object.values(await statuses())), new Set(['paid']));
		const asked = (await fixture.control.ledger()).requests.slice(before);
		assert.ok(asked.length <= 30, `${asked.length} requests`);
	});

	it('asks about a payout that it could not find before it pays anything else', async () => {
		const workflowId = await prepare(pendingRows('LATE1'), withoutLookUps);
		await fixture.control.addFault({ kind: 'dropAfter', operation, orderReference: 'LATE1' });
		await run(workflowId);
		assert.deepEqual(await statuses(), { LATE1: 'unknown' });
		const { text } = await example.mailbox.waitForMessage(finance);
		assert.deepEqual(referencesIn(text, 'UNKNOWN'), ['LATE1']);

		await insertRows(fixture.api, example.table, pendingRows('LATE2'));
		await fixture.control.setPayoutStatus('LATE1', 'SUCCESS');
		await run(workflowId);
		assert.deepEqual(await statuses(), { LATE1: 'paid', LATE2: 'accepted' });
		const asked = (await fixture.control.ledger()).requests.map((request) => request.operation);
		assert.deepEqual(asked.slice(-2), ['getManyPayouts', operation]);
	});

	it('calls a payout paid when the service says SUCCESS, and never for want of a status', async () => {
		const workflowId = await prepare(pendingRows('ATONCE', 'SILENT', 'BACK'));
		const made = { kind: 'payoutStatus', operation } as const;
		await fixture.control.addFault({ ...made, orderReference: 'ATONCE', payoutStatus: 'SUCCESS' });
		await fixture.control.addFault({ ...made, orderReference: 'BACK' });
		const silent = { orderReference: 'SILENT' };
		await fixture.control.addFault({ kind: 'answer', operation, ...silent, body: silent });
		await run(workflowId);
		assert.deepEqual(await statuses(), { ATONCE: 'paid', SILENT: 'accepted', BACK: 'reversed' });
		assert.match(await noteOf('BACK'), /REVERSED/);
	});
});
