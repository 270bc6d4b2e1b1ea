import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import codex from '../../../nodes/CardBankPayments/CardBankPayments.node.json';
import { useEditor } from '../../../workbench/editor/editor';
import {
	beginWorkflow,
	entry,
	openNodeCreator,
	searchNode,
} from '../../../workbench/editor/nodeCreator';
import { nodeType } from '../../../workbench/instance/paths';
import type { Locator } from '../../../workbench/editor/playwright';
import { standIn } from '../../../workbench/servers/forSuite';
import { nodeTypes } from '../nodeTypes';

const title = 'Card and Bank Payments';
const [category = ''] = codex.categories;

/** What builders type who look for such a node; the aliases of the codex are there for these. */
const searched = [
	...['payout', 'pay', 'transfer', 'bank', 'card', 'payment link', 'invoice'],
	...['ClickPesa', 'Tanzania', 'bank transfer', 'disbursement', 'TZS'],
	...[title, 'bank payments'],
];

describe("in n8n's node panel, a builder", () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);
	let panel: Locator;

	const openPanel = async () => {
		await beginWorkflow(page);
		panel = await openNodeCreator(page);
	};
	before(openPanel);

	/** Whether these words show the node, which no earlier words may have left there. */
	async function finds(words: string): Promise<void> {
		await searchNode(page, 'No node has this name', title);
		await entry(page, title).waitFor({ state: 'detached' });
		await (await searchNode(page, words, title)).waitFor();
	}

	for (const words of searched) {
		it(`finds the node by "${words}"`, async () => await finds(words));
	}

	it('does not find it by words that have nothing to do with it', async () => {
		await (await searchNode(page, 'Gmail', 'Gmail')).waitFor();
		assert.equal(await entry(page, title).count(), 0);
	});

	// n8n 2.40 shows the categories of a codex nowhere: its panel puts all nodes of services into one
	// group, "Action in an app". So the name of the category is an alias too.
	it(`finds the node by its category, ${category}, typed as words`, async () => {
		assert.equal(category, 'Finance & Accounting');
		for (const words of [category, 'finance', 'accounting']) await finds(words);
	});

	it("finds the node in the group of the apps' actions, with what it does", async () => {
		await openPanel();
		await panel.getByText('Action in an app').click();
		await entry(page, title).scrollIntoViewIfNeeded();
		await panel.getByText('Create card payment links and bank payouts').waitFor();
	});

	it('sees the nine things that it does, by resource', async () => {
		await openPanel();
		await (await searchNode(page, title, title)).click();
		await panel.getByText('Actions (9)').waitFor();
		const text = await panel.innerText();
		const order = [
			'CARD PAYMENT ACTIONS',
			'Initiate card payment',
			'Get card payment',
			'Get many card payments',
			'Preview card payment',
			'PAYOUT ACTIONS',
			'Create bank payout',
			'Get payout',
			'Get many payouts',
			'Preview bank payout',
			'Verify bank account',
		];
		const places = order.map((words) => text.toLowerCase().indexOf(words.toLowerCase()));
		const isInOrder = places.every((place, index) => place > (places[index - 1] ?? -1));
		assert.ok(isInOrder, text);
	});

	it('gets the category and the aliases from n8n with the node', async () => {
		const types = await nodeTypes(editor.fixture.api);
		const { categories, alias } = types.find(({ name }) => name === nodeType)?.codex ?? {};
		assert.deepEqual({ categories, alias }, { categories: codex.categories, alias: codex.alias });
	});
});
