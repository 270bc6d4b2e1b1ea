import type { N8nApi } from '../../workbench/instance/api';
import { closeNotifications, openWorkflow } from '../../workbench/editor/browser';
import { listExamples, readExample, withCredentials } from '../../workbench/workflows/examples';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../workbench/servers/waiting';
import { takePictures, type Box } from './album';

/** CSS pixels beyond the nodes and notes: the names of nodes are wider than they are. */
const margin = { side: 56, top: 16, bottom: 72 };

/** The first with which the file is small enough is taken: the larger, the better to read. */
const windowWidths = [1920, 1760, 1600, 1440, 1280];

/** What lies over a workflow, and the dots behind it, which make a file much larger. */
const invisible = [
	'.vue-flow__background',
	'.vue-flow__panel',
	':has(> [data-test-id="execute-workflow-button"])',
	// Beside it, the choice of a trigger where there are several.
	':has(> [data-test-id="execute-workflow-button"]) ~ *',
	'[data-test-id="workflow-chat-button"]',
	'[data-test-id="logs-panel"]',
];

/** Pictures of each example, as it lies on the canvas when its credentials are selected. */
export async function takeCanvasPictures(page: Page, api: N8nApi): Promise<void> {
	// Nobody asks the chat model anything here.
	await api.createCredential('Chat model', 'openAiApi', { apiKey: 'none' });
	const credentials = await api.listCredentials();
	for (const name of await listExamples()) {
		const workflow = withCredentials(await readExample(name), credentials);
		const { id } = await api.createWorkflow(workflow);
		await openWorkflow(page, id);
		await closeNotifications(page);
		await page.addStyleTag({ content: `${invisible.join()} { opacity: 0 }` });
		for (const width of windowWidths) {
			await page.setViewportSize({ width, height: (width * 5) / 8 });
			await page.locator('[data-test-id="zoom-to-fit"]').click();
			if (await takePictures(page, `examples/${name}`, await boxAtRest(page))) break;
		}
	}
}

/** The part of the canvas in which nodes and notes lie, once they have stopped to move. */
async function boxAtRest(page: Page): Promise<Box> {
	let box = await boxAround(page);
	await waitUntil(async () => {
		const earlier = box;
		box = await boxAround(page);
		return JSON.stringify(box) === JSON.stringify(earlier);
	});
	return box;
}

async function boxAround(page: Page): Promise<Box> {
	const elements = await page.locator('.vue-flow__node').all();
	const boxes = await Promise.all(elements.map(async (element) => await element.boundingBox()));
	const shown = boxes.filter((box) => box !== null);
	const left = Math.min(...shown.map(({ x }) => x)) - margin.side;
	const top = Math.min(...shown.map(({ y }) => y)) - margin.top;
	const right = Math.max(...shown.map(({ x, width }) => x + width)) + margin.side;
	const bottom = Math.max(...shown.map(({ y, height }) => y + height)) + margin.bottom;
	return { x: left, y: top, width: right - left, height: bottom - top };
}
