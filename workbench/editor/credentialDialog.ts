import type { Locator, Page } from 'playwright-core';
import { waitUntil } from '../servers/waiting';

/** The dialog in which a credential is made and changed. */
export const credentialDialog = (page: Page): Locator => page.getByTestId('editCredential-modal');

/** How the banner begins that shows the result of the test; what went wrong stands below. */
export const testTexts = {
	succeeded: 'Connection tested successfully',
	failed: 'Couldn’t connect with these settings',
} as const;

/** Opens the dialog for a new credential out of the open panel of a node that has none. */
export async function newCredential(page: Page): Promise<void> {
	await page.getByTestId('node-credentials-empty-state').click();
	await credentialDialog(page).waitFor();
}

/** Opens the dialog for the credential of an open node, and waits for the result of n8n's test. */
export async function openCredential(page: Page): Promise<void> {
	await openDialog(page);
	await waitUntil(async () => (await readBanner(page)) !== '');
	// The banner stands while its button is still busy.
	await credentialDialog(page).locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

async function openDialog(page: Page): Promise<void> {
	await page.getByTestId('credential-edit-button').first().click();
	await credentialDialog(page).waitFor();
}

/** Fills in fields of the dialog by the names of their parameters. */
export async function fillCredential(page: Page, values: Record<string, string>): Promise<void> {
	for (const [name, value] of Object.entries(values)) {
		const field = credentialDialog(page).getByTestId(`parameter-input-${name}`);
		await field.locator('input').first().fill(value);
	}
}

/**
 * Saves the credential, upon which n8n tests it.
 *
 * @param result to wait for: for a moment, n8n may still show that of the test before
 * @returns the text of the banner that shows the result
 */
export async function saveAndTest(page: Page, result: RegExp): Promise<string> {
	const tested = page.waitForResponse(/\/rest\/credentials\/test$/);
	await credentialDialog(page).getByTestId('credential-save-button').click();
	await tested;
	let text = '';
	await waitUntil(async () => result.test((text = await readBanner(page)))).catch(() => {
		throw new Error(`n8n does not show ${result}, but: ${text}`);
	});
	return text;
}

/** @returns an empty text while there is no result */
async function readBanner(page: Page): Promise<string> {
	// After a first success n8n closes the dialog at once; opened again, it shows the result.
	if (!(await credentialDialog(page).isVisible())) await openDialog(page);
	const banner = credentialDialog(page).locator('.el-tag:visible');
	const details = banner.getByText('More details');
	if (await details.isVisible()) await details.click();
	return (await banner.allInnerTexts())
		.filter((text) => Object.values(testTexts).some((start) => text.includes(start)))
		.join('\n');
}

export async function closeCredential(page: Page): Promise<void> {
	await credentialDialog(page).locator('.el-dialog__headerbtn').first().click();
	await credentialDialog(page).waitFor({ state: 'hidden' });
}
