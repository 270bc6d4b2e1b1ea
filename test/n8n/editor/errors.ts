import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Fault } from '../../../sandbox';
import { useEditor } from '../../../workbench/editor/editor';
import {
	chooseOnError,
	errorView,
	executedSuccessfully,
	executeStep,
	outputHints,
	outputPanel,
	outputTable,
} from '../../../workbench/editor/nodeView';
import { standIn } from '../../../workbench/servers/forSuite';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

/** One after the other, so that the groups are the same on every run; unclear payouts stay so. */
const options = { concurrency: 1, lookUpUnclear: false };
const payouts = { parameters: { ...fromItem.createBankPayout, options } };

describe('in the editor, a builder whose payouts do not all go well', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);
	beforeEach(async () => await editor.fixture.control.reset());

	const fault = async (request: Fault) =>
		await editor.fixture.control.addFault({ operation: 'createBankPayout', ...request });

	it('and who lets the workflow stop, reads each outcome on a line of its own', async () => {
		await fault({ kind: 'dropAfter', orderReference: 'STOP-004' });
		await editor.openPayments('Stop', samplePayouts(6, 'STOP'), payouts);
		assert.match(await executeStep(page), /Problem in node/);
		const { description } = await errorView(page, /^Item 4, order reference STOP-004: .*lost/);
		assert.deepEqual(description.split('\n').slice(1), [
			'Accepted (3): STOP-001, STOP-002, STOP-003.',
			'Unknown, look these up (1): STOP-004.',
			'Not sent (2): STOP-005, STOP-006.',
		]);
	});

	it('can read the whole message when an order reference is very long', async () => {
		const items = [{ ...samplePayouts(1)[0], orderReference: 'X'.repeat(140), amount: 0 }];
		await editor.openPayments('Long', items, payouts);
		assert.match(await executeStep(page), /Problem in node/);
		const panel = await outputPanel(page).boundingBox();
		const message = outputPanel(page).locator('[data-test-id="node-error-message"] > *');
		const text = await message.first().boundingBox();
		assert.ok(panel !== null && text !== null);
		assert.ok(text.x + text.width <= panel.x + panel.width, JSON.stringify({ panel, text }));
	});

	it('and who lets it go on, finds each in the output, or apart on the error output', async () => {
		const [good, wrong, refused, unknown] = samplePayouts(4, 'ON');
		for (const onError of ['Continue', 'Continue (using error output)']) {
			await editor.fixture.control.reset();
			await fault({ kind: 'statusBefore', status: 422, orderReference: 'ON-003' });
			await fault({ kind: 'statusAfter', orderReference: 'ON-004' });
			const items = [good!, { ...wrong, amount: -5 }, refused!, unknown!];
			await editor.openPayments(onError, items, payouts);
			await chooseOnError(page, onError);
			assert.match(await executeStep(page), executedSuccessfully);
			const panel = outputPanel(page);
			if (onError === 'Continue') {
				assert.match(await outputHints(page), /3 of 4 items need your attention/);
			} else {
				await panel.getByText('Success Branch (1 item)').click();
				assert.equal((await outputTable(page))[0]?.orderReference, 'ON-001');
				await panel.getByText('Error Branch (3 items)').click();
			}
			const failed = (await outputTable(page)).slice(-3);
			assert.deepEqual(
				failed.map(({ error }) => error),
				['Payout invalid', 'Payout rejected', 'Payout outcome unknown'],
			);
			assert.match(failed[1]?.details ?? '', /outcome\s*:\s*rejected[^]*safeToRetry\s*:\s*true/);
		}
	});
});
