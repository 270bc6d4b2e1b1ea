import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Fault } from '../../../sandbox';
import { useEditor } from '../../../workbench/editor/editor';
import {
	add,
	chooseOnError,
	errorView,
	executedSuccessfully,
	executeStep,
	outputHints,
	outputPanel,
	outputTable,
	select,
} from '../../../workbench/editor/nodeView';
import { standIn } from '../../../workbench/servers/forSuite';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

const operation = 'createBankPayout' as const;
const nodeWith = (options: object) => ({ parameters: { ...fromItem.createBankPayout, options } });
const payouts = { parameters: fromItem.createBankPayout };
/** Whose unclear payouts stay so. */
const neverLookedUp = nodeWith({ lookUpUnclear: false });

describe('in the editor, a builder whose payouts do not all go well', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);
	beforeEach(async () => await editor.fixture.control.reset());

	const fault = async (request: Fault) =>
		await editor.fixture.control.addFault({ operation, ...request });
	const ledger = async () => await editor.fixture.control.ledger();

	describe('and who lets the workflow stop', () => {
		/** What the builder reads below the message of a step that fails. */
		const failStep = async (message: RegExp) => {
			assert.match(await executeStep(page), /Problem in node/);
			return (await errorView(page, message)).description;
		};

		it('reads which payout is unknown, and what became of each of the others', async () => {
			// One after the other, so that the groups are the same on every run.
			const node = nodeWith({ concurrency: 1, lookUpUnclear: false });
			await fault({ kind: 'dropAfter', orderReference: 'STOP-004' });
			await editor.openPayments('Stop', samplePayouts(6, 'STOP'), node);

			const description = await failStep(
				/^Item 4, order reference STOP-004: The connection was lost before a response arrived\. The payout may or may not have been made\. It is not sent again by itself\./,
			);
			assert.deepEqual(description.split('\n'), [
				"Look up order reference STOP-004 later, with Payout → Get or in the service's dashboard, before sending it again.",
				'Accepted (3): STOP-001, STOP-002, STOP-003.',
				'Unknown, look these up (1): STOP-004.',
				'Not sent (2): STOP-005, STOP-006.',
			]);
			assert.equal((await ledger()).payouts.length, 4);
		});

		it('reads on the next run that the first was sent before, and how to pay the others', async () => {
			const items = samplePayouts(3, 'AGAIN');
			await fault({ kind: 'statusBefore', status: 422, orderReference: 'AGAIN-002' });
			await editor.openPayments('Again', items, payouts);
			await failStep(/AGAIN-002: The service refused the request/);

			const description = await failStep(
				/Already made: .*AGAIN-001.* It is not sent again, so that the beneficiary is not paid twice\./,
			);
			assert.match(description, /set the option When Already Sent to Pass the Item Through/);
			await add(page, 'Add Option', 'When Already Sent');
			await select(page, 'whenAlreadySent', 'Pass the Item Through');

			assert.match(await executeStep(page), executedSuccessfully);
			assert.deepEqual((await ledger()).paid, { 'AGAIN-001': 1, 'AGAIN-002': 1, 'AGAIN-003': 1 });
		});

		it('finds each of sixty payouts in one of the lists', async () => {
			const items = samplePayouts(60, 'MANY');
			await fault({ kind: 'statusAfter', orderReference: 'MANY-031' });
			await editor.openPayments('Many', items, neverLookedUp);

			const lists = (await failStep(/MANY-031: /)).split('\n').slice(1);
			const namedIn = (line = '') => line.match(/MANY-\d+/g) ?? [];
			const references = items.map(({ orderReference }) => orderReference);
			assert.deepEqual(lists.flatMap(namedIn).sort(), references);
			const accepted = namedIn(lists.find((line) => line.startsWith('Accepted (')));
			assert.equal(Object.keys((await ledger()).paid).length, accepted.length + 1);
		});

		it('reads what to correct, and that nothing was sent', async () => {
			const [first, second, third] = samplePayouts(3, 'WRONG');
			const items = [first!, { ...second, amount: '1,500' }, { ...third, accountNumber: '' }];
			await editor.openPayments('Wrong', items, payouts);

			const description = await failStep(
				/^Nothing was sent: 2 of 3 items need a correction\. Item 2, /,
			);
			assert.match(description, /Item 2, order reference WRONG-002: Amount is "1,500"; enter/);
			assert.match(
				description,
				/Item 3, order reference WRONG-003: Account Number is required but empty\./,
			);
			assert.equal((await ledger()).requests.length, 0);
		});

		it('can read the whole message when an order reference is very long', async () => {
			const orderReference = 'X'.repeat(140);
			const items = [{ ...samplePayouts(1)[0], orderReference, amount: 0 }];
			await editor.openPayments('Long', items, payouts);

			assert.match(await executeStep(page), /Problem in node/);
			const panel = await outputPanel(page).boundingBox();
			const message = outputPanel(page).locator('[data-test-id="node-error-message"] > *');
			const text = await message.first().boundingBox();
			assert.ok(panel !== null && text !== null);
			assert.ok(text.x + text.width <= panel.x + panel.width, JSON.stringify({ panel, text }));
		});
	});

	it('sees a payout whose answer was lost end well, with its record', async () => {
		const items = samplePayouts(3, 'LOST');
		await fault({ kind: 'dropAfter', orderReference: 'LOST-002' });
		await editor.openPayments('Lost', items, payouts);

		assert.match(await executeStep(page), executedSuccessfully);
		const rows = await outputTable(page);
		const { paid, payouts: made } = await ledger();
		const ids = new Map(made.map(({ orderReference, id }) => [orderReference, id]));
		assert.deepEqual(
			rows.map(({ orderReference, id }) => [orderReference, id]),
			items.map(({ orderReference }) => [orderReference, ids.get(orderReference as string)]),
		);
		assert.match(rows[1]?.status ?? '', /AUTHORIZED|SUCCESS/);
		assert.deepEqual(paid, { 'LOST-001': 1, 'LOST-002': 1, 'LOST-003': 1 });
		assert.equal((await outputHints(page)).trim(), '');
	});

	describe('and who lets it go on', () => {
		const mixed = async () => {
			const [good, wrong, refused, unknown] = samplePayouts(4, 'GOES-ON');
			await fault({ kind: 'statusBefore', status: 422, orderReference: 'GOES-ON-003' });
			await fault({ kind: 'dropAfter', orderReference: 'GOES-ON-004' });
			return [good!, { ...wrong, amount: -5 }, refused!, unknown!];
		};

		it("sees each item's outcome in its place, and that three of them need attention", async () => {
			await editor.openPayments('Continue', await mixed(), neverLookedUp);
			await chooseOnError(page, 'Continue');

			assert.match(await executeStep(page), executedSuccessfully);
			const rows = await outputTable(page);
			const shown = rows.map(({ error, orderReference }) => [error, orderReference]);
			assert.deepEqual(shown, [
				['undefined', 'GOES-ON-001'],
				['Payout invalid', 'undefined'],
				['Payout rejected', 'undefined'],
				['Payout outcome unknown', 'undefined'],
			]);
			const [, invalid, refused, unknown] = rows;
			assert.match(invalid?.message ?? '', /^Item 2, .*GOES-ON-002: Amount is -5; enter digits/);
			assert.match(refused?.message ?? '', /HTTP 422.*No money moved for this item\.$/);
			assert.match(refused?.details ?? '', /outcome\s*:\s*rejected[^]*safeToRetry\s*:\s*true/);
			assert.match(unknown?.details ?? '', /Look up order reference GOES-ON-004 later/);
			assert.match(
				await outputHints(page),
				/3 of 4 items need your attention: 1 unknown, 1 rejected, 1 invalid\./,
			);
			assert.deepEqual((await ledger()).paid, { 'GOES-ON-001': 1, 'GOES-ON-004': 1 });
		});

		it('finds them on the error output, apart from those that went well', async () => {
			await editor.openPayments('Error output', await mixed(), neverLookedUp);
			await chooseOnError(page, 'Continue (using error output)');

			assert.match(await executeStep(page), executedSuccessfully);
			const panel = outputPanel(page);
			await panel.getByText('Success Branch (1 item)').click();
			assert.equal((await outputTable(page))[0]?.orderReference, 'GOES-ON-001');
			await panel.getByText('Error Branch (3 items)').click();
			// n8n lays the failed item over its input, so a column of the input comes first.
			const failed = await outputTable(page);
			const shown = failed.map(({ error, orderReference }) => [orderReference, error]);
			assert.deepEqual(shown, [
				['GOES-ON-002', 'Payout invalid'],
				['GOES-ON-003', 'Payout rejected'],
				['GOES-ON-004', 'Payout outcome unknown'],
			]);
		});
	});
});
