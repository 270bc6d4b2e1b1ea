import type { SandboxControl } from '../../sandbox';
import type { N8nApi } from '../../workbench/instance/api';
import { closeNotifications, openNode, openWorkflow } from '../../workbench/editor/browser';
import {
	closeCredential,
	credentialDialog,
	openCredential,
} from '../../workbench/editor/credentialDialog';
import { executeStep, nodeView, outputPanel } from '../../workbench/editor/nodeView';
import { credentialType } from '../../workbench/install/paths';
import type { Locator, Page } from 'playwright-core';
import { fromItem, nodeNames, paymentWorkflow } from '../../workbench/workflows/workflows';
import { takePictures, type Box } from './album';

const starterName = 'Create bank payout';

/** The node with a payout and its answer, its credential, and a run that was stopped. */
export async function takeNodePictures(
	page: Page,
	api: N8nApi,
	control: SandboxControl,
): Promise<void> {
	await openStarter(page, api);
	await executeStep(page);
	await outputPanel(page).locator('[data-test-id="radio-button-json"]').click();
	await outputPanel(page).getByText('"AUTHORIZED"').waitFor();
	await tidy(page);
	await takePictures(page, 'editor', await parametersAndOutput(page));

	await openCredential(page);
	await closeNotifications(page);
	await takePictures(page, 'credential', await boxOf(credentialDialog(page)));
	await closeCredential(page);

	const orderReference = 'SAL202612E06';
	await control.addFault({ kind: 'dropAfter', operation: 'createBankPayout', orderReference });
	await control.addFault({ kind: 'recordLate', orderReference, times: 10 });
	await openSalaries(page, api);
	await executeStep(page);
	await tidy(page);
	await takePictures(page, 'stopped-run', await errorCard(page));
}

async function openStarter(page: Page, api: N8nApi): Promise<void> {
	const starter = (await api.listWorkflows()).find(({ name }) => name.endsWith(starterName));
	if (starter === undefined) throw new Error(`There is no starter workflow for "${starterName}"`);
	await openWorkflow(page, starter.id);
	await openNode(page, starterName);
}

async function openSalaries(page: Page, api: N8nApi): Promise<void> {
	const items = Array.from({ length: 10 }, (_, index) => {
		const number = String(index + 1).padStart(2, '0');
		// Equal salaries to one account would be held.
		const own = { orderReference: `SAL202612E${number}`, accountNumber: `01501234567${number}` };
		return { ...salary, ...own };
	});
	const credential = (await api.listCredentials()).find(({ type }) => type === credentialType);
	if (credential === undefined) throw new Error('There is no credential for the payments');
	// One after the other, so that every picture shows the same; and one of them stays unknown.
	const options = { concurrency: 1 };
	const parameters = { ...fromItem.createBankPayout, options };
	const workflow = await api.createWorkflow(
		paymentWorkflow('Salaries', items, { parameters }, credential),
	);
	await openWorkflow(page, workflow.id);
	await openNode(page, nodeNames.payments);
}

const salary = {
	amount: 450000,
	currency: 'TZS',
	accountName: 'Asha Mushi',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};

/** Neither messages nor the buttons that a field gets under the mouse belong into a picture. */
async function tidy(page: Page): Promise<void> {
	await closeNotifications(page);
	await nodeView(page).hover({ position: { x: 300, y: 20 } });
}

/** The panel of the node without its left third, the input, which is empty here. */
async function parametersAndOutput(page: Page): Promise<Box> {
	const input = await boxOf(page.locator('[data-test-id="ndv-input-panel"]'));
	const whole = await boxOf(nodeView(page));
	const left = input.x + input.width;
	return {
		x: left,
		y: input.y,
		width: whole.x + whole.width - left,
		height: whole.y + whole.height - input.y,
	};
}

/** The output panel down to the end of what it says about the run. */
async function errorCard(page: Page): Promise<Box> {
	const panel = await boxOf(outputPanel(page));
	const text = await boxOf(outputPanel(page).locator('[data-test-id="node-error-description"]'));
	return { ...panel, height: text.y + text.height + margin - panel.y };
}

/** CSS pixels. */
const margin = 8;

async function boxOf(element: Locator): Promise<Box> {
	await element.waitFor();
	return (await element.boundingBox())!;
}
