import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { outcomeCases, type OutcomeCase } from '../../unit/examples/outcomeCases';
import { referenceOf, scriptedPayouts } from '../examples/scripted';
import { payingRepeats, pendingRow, ExampleFixture } from '../examples/exampleFixture';

/** The titles of an e-mail's sections, by the order references in them. */
function sectionsIn(text: string): Record<string, string> {
	const told: Record<string, string> = {};
	let title = '';
	for (const line of text.split(/\r?\n/)) {
		const [, reference] = /^ ?- (CASE\d+) /.exec(line) ?? [];
		if (reference !== undefined) told[reference] = title;
		else [, title = title] = /^([A-Z0-9 →,]+): \d/.exec(line) ?? [];
	}
	return told;
}

const rowOf = (each: OutcomeCase) => pendingRow(referenceOf(each));

// Which status and which note: test/unit/examples/outcomes. Of an upload: exampleForms.
describe('an example that pays a table, for every outcome and cause', () => {
	const exampleFixture = new ExampleFixture(payingRepeats);
	const { fixture, mailbox } = exampleFixture;
	const store = async (name: string) =>
		await exampleFixture.store(name, (workflow) => changeNodes(workflow, scriptedPayouts('$json')));
	const statusOf = async (each: OutcomeCase) =>
		(await exampleFixture.table.rows()).find((row) => row.orderReference === referenceOf(each))
			?.status;

	describe('scheduled-payouts, all of them in one run', () => {
		let statuses: Record<string, unknown>;
		let sections: Record<string, string>;
		before(async () => {
			await exampleFixture.table.fill(outcomeCases.map(rowOf));
			await mailbox.clear();
			await fixture.api.execute(await store('scheduled-payouts'), 'Every weekday at 9:00');
			const rows = await exampleFixture.table.rows();
			statuses = Object.fromEntries(rows.map((row) => [row.orderReference, row.status]));
			sections = sectionsIn((await mailbox.waitForMessage('finance@example.com')).text);
		});

		for (const each of outcomeCases) {
			it(`writes ${each.status}, and says ${each.section}, for: ${each.name}`, () => {
				const reference = referenceOf(each);
				const expected = [each.status, each.section];
				assert.deepEqual([statuses[reference], sections[reference]], expected);
			});
		}
	});

	describe('row-by-row-payouts, one in each run', () => {
		let id: string;
		before(async () => (id = await store('row-by-row-payouts')));

		for (const each of outcomeCases) {
			const isTold = !['pending', 'accepted', 'paid'].includes(each.status);
			const says = isTold ? each.section : 'nothing';
			it(`writes ${each.status}, and says ${says}, for: ${each.name}`, async () => {
				await exampleFixture.table.fill([rowOf(each)]);
				await fixture.api.execute(id, 'Every minute');
				assert.equal(await statusOf(each), each.status);
				const reference = referenceOf(each);
				await exampleFixture.expectMails(
					isTold ? [new RegExp(`: ${each.section}: 1, .*- ${reference} `, 's')] : [],
				);
			});
		}
	});
});
