import type { NodeExecutionHint } from 'n8n-workflow';
import { execute, NODE_NAME, type Scenario } from '../../workbench/engine/engine';
import {
	fromItem,
	goodItems,
	operationsUnderTest,
	withoutFirstField,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const changing = '={{ $json.orderReference + $runIndex }}';

describe.each(operationsUnderTest)('a run of $name', (operation) => {
	const hintsOf = async (changes: Partial<Scenario> = {}): Promise<NodeExecutionHint[]> => {
		await sandbox.know(operation, changes.items?.slice(0, 1) ?? goodItems(operation, 2));
		const { run } = await execute(sandbox.scenario(operation, goodItems(operation, 2), changes));
		return run.data.resultData.runData[NODE_NAME]?.at(-1)?.hints ?? [];
	};

	it('has no hint where all is well', async () => {
		expect(await hintsOf()).toEqual([]);
	});

	it('warns above its items of a reference that changes, where one is used up', async () => {
		const hints = await hintsOf({ parameters: fromItem(operation, { orderReference: changing }) });
		const warning = {
			type: 'warning',
			location: 'outputPane',
			message: expect.stringMatching(/^The Order Reference uses \$runIndex, which changes/),
		};
		expect(hints).toEqual(operation.operation.effect === 'none' ? [] : [warning]);
	});

	it('counts what needs attention', async () => {
		const [first, second] = goodItems(operation, 2);
		const hints = await hintsOf({
			items: [first!, withoutFirstField(operation, second!)],
			onError: 'continueRegularOutput',
		});
		expect(hints).toMatchObject([
			{ message: expect.stringMatching(/^1 of 2 items needs your attention: 1 invalid\./) },
		]);
	});
});
