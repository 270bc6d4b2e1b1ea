import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { useEditor } from '../../../workbench/editor/editor';
import {
	beginWorkflow,
	entry,
	openNodeCreator,
	searchNode,
} from '../../../workbench/editor/nodeCreator';
import type { Locator } from 'playwright-core';
import { standIn } from '../../../workbench/servers/forSuite';

const title = 'Card and Bank Payments';

/** What builders type who look for such a node: its name, an alias, and its category. */
const searched = ['bank payments', 'Tanzania', 'payment link', 'finance'];

describe("in n8n's node panel, a builder", () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);
	let panel: Locator;
	before(async () => {
		await beginWorkflow(page);
		panel = await openNodeCreator(page);
	});

	it('finds the node by the words of its codex, and by no others', async () => {
		for (const words of searched) {
			await searchNode(page, 'No node has this name', title);
			await entry(page, title).waitFor({ state: 'detached' });
			await (await searchNode(page, words, title)).waitFor();
		}
		await (await searchNode(page, 'Gmail', 'Gmail')).waitFor();
		assert.equal(await entry(page, title).count(), 0);
	});

	it('sees the nine things that it does, by resource', async () => {
		await (await searchNode(page, title, title)).click();
		await panel.getByText('Actions (9)').waitFor();
		const text = (await panel.innerText()).toLowerCase();
		const [cards = '', payouts = ''] = text.split('payout actions');
		for (const words of ['initiate card payment', 'get many card payments']) {
			assert.ok(cards.includes(words), text);
		}
		for (const words of ['create bank payout', 'get many payouts', 'verify bank account']) {
			assert.ok(payouts.includes(words), text);
		}
	});
});
