import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser, openEditor, openNode, openWorkflow } from '../test/n8n/harness/browser';
import { startFixture, workingCredential, type Fixture } from '../test/n8n/harness/fixture';
import { credentialType, repositoryRoot } from '../test/n8n/harness/paths';
import type { Box, Browser, Page } from '../test/n8n/harness/playwright';
import { readStarters, withCredential } from '../test/n8n/harness/starters';

const picture = path.join(repositoryRoot, 'docs/images/editor.png');
const nodeName = 'Create bank payout';

/** Larger pictures make a README slow to open. */
const maximumBytes = 150_000;

/** Takes the picture of the README anew: the node in n8n's editor, after a payout. */
async function main(): Promise<void> {
	const fixture = await startFixture();
	const browser = await launchBrowser();
	try {
		await mkdir(path.dirname(picture), { recursive: true });
		await takePicture(browser, fixture);
	} finally {
		await browser.close();
		await fixture.close();
	}
	const { size } = await stat(picture);
	if (size > maximumBytes) throw new Error(`${picture} has ${size} bytes, above ${maximumBytes}`);
	console.log(`${path.relative(repositoryRoot, picture)}: ${Math.round(size / 1000)} kB`);
}

async function takePicture(browser: Browser, { api, n8n, sandbox }: Fixture): Promise<void> {
	const credential = await api.createCredential(
		'Payments sandbox',
		credentialType,
		workingCredential(sandbox.baseUrl),
	);
	const starter = (await readStarters()).find(({ name }) => name.endsWith(nodeName));
	if (starter === undefined) throw new Error(`There is no starter workflow for "${nodeName}"`);
	const workflow = await api.createWorkflow(withCredential(starter, credential));

	const page = await openEditor(browser, n8n.url);
	await openWorkflow(page, workflow.id);
	await page.locator('[data-test-id="execute-workflow-button"]').first().click();
	await openNode(page, nodeName);
	const output = page.locator('[data-test-id="output-panel"]');
	await output.getByText('JSON', { exact: true }).click();
	await output.getByText('"AUTHORIZED"').waitFor();
	await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
	// The mouse would leave one field's buttons in the picture.
	await page.locator('[data-test-id="ndv"]').hover({ position: { x: 300, y: 20 } });
	await page.screenshot({ path: picture, clip: await parametersAndOutput(page) });
}

/** The panel of the node without its left third, the input, which is empty here. */
async function parametersAndOutput(page: Page): Promise<Box> {
	const input = await page.locator('[data-test-id="ndv-input-panel"]').boundingBox();
	const whole = await page.locator('[data-test-id="ndv"]').boundingBox();
	if (input === null || whole === null) throw new Error("The node's panel is not open");
	const left = input.x + input.width;
	return {
		x: left,
		y: input.y,
		width: whole.x + whole.width - left,
		height: whole.y + whole.height - input.y,
	};
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
