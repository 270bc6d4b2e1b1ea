import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import { REMEMBERED } from '../../nodes/CardBankPayments/executor/journal/usedReferences';
import type { Store } from '../../workbench/engine/processedStore';

/** A store of processed items, and where it may keep lists. */
export interface StoreUnderTest {
	store: Store;
	/** Of a workflow that n8n has stored. */
	workflowId: string;
}

/** The list of one node, asked as the node asks for it. */
function listOf({ store, workflowId }: StoreUnderTest, nodeId: string) {
	const place = { workflow: { id: workflowId, active: false }, node: { id: nodeId } as INode };
	return {
		check: async (...items: string[]) =>
			await store.checkProcessedAndRecord(items, 'node', place, REMEMBERED),
		remove: async (...items: string[]) =>
			await store.removeProcessed(items, 'node', place, REMEMBERED),
	};
}

/** What the node relies on in n8n's store where a service has no look-ups. It has no lock between processes. */
export const storeContract: Record<string, (subject: StoreUnderTest) => Promise<void>> = {
	async 'knows what it was given before, and takes what is new'(subject) {
		const { check } = listOf(subject, 'known');
		assert.deepEqual(await check('A', 'B'), { new: ['A', 'B'], processed: [] });
		assert.deepEqual(await check('C', 'B', 'D', 'A'), { new: ['C', 'D'], processed: ['B', 'A'] });
	},
	async 'keeps a list for each node'(subject) {
		await listOf(subject, 'one').check('A');
		assert.deepEqual((await listOf(subject, 'other').check('A')).new, ['A']);
	},
	async 'takes out what it is told, and only that'(subject) {
		const { check, remove } = listOf(subject, 'removed');
		await remove('A');
		await check('A', 'B', 'C');
		await remove('C', 'A', 'X');
		assert.deepEqual(await check('A', 'B', 'C'), { new: ['A', 'C'], processed: ['B'] });
	},
	async 'remembers no more entries than it is asked for, and forgets the oldest first'(subject) {
		const { check } = listOf(subject, 'full');
		await check(...Array.from({ length: REMEMBERED.maxEntries }, (_, index) => `OLD-${index}`));
		await check('NEW', 'NEWER');
		assert.deepEqual(await check('OLD-2', 'NEW', 'NEWER'), {
			new: [],
			processed: ['OLD-2', 'NEW', 'NEWER'],
		});
		assert.deepEqual((await check('OLD-0', 'OLD-1')).new, ['OLD-0', 'OLD-1']);
	},
	async 'says how it is missing where the workflow was never stored'({ store }) {
		const unsaved = listOf({ store, workflowId: '' }, 'node');
		await assert.rejects(unsaved.check('A'), { code: 'ERR_ASSERTION' });
		await assert.rejects(unsaved.remove('A'), { code: 'ERR_ASSERTION' });
		await assert.rejects(listOf({ store, workflowId: 'gone' }, 'node').check('A'), /foreign key/i);
	},
};
