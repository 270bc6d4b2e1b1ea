import type { Browser, Locator, Page } from '../editor/playwright';
import { patienceMs } from '../servers/waiting';

/*
 * What people do who have no n8n: they fill in a form, read its last page, and pay at a link.
 */

/** The only card that the sandbox takes. */
export const testCard = '4242 4242 4242 4242';

/** Opens a page as somebody who is not logged in to n8n. */
export async function visit(browser: Browser, url: string): Promise<Page> {
	const page = await browser.newPage({
		baseURL: url,
		viewport: { width: 900, height: 900 },
		colorScheme: 'light',
	});
	page.context().setDefaultTimeout(patienceMs);
	await page.goto(url);
	return page;
}

/**
 * Fills in a form of n8n and sends it.
 *
 * @param answers by the labels of the fields
 */
export async function submitForm(form: Page, answers: Record<string, string>): Promise<void> {
	for (const [label, answer] of Object.entries(answers)) {
		await field(form, label).fill(answer);
	}
	await form.locator('#submit-btn').click();
}

/** The field below a label. */
export function field(form: Page, label: string): Locator {
	return form.getByLabel(label);
}

/**
 * Waits for the page that ends a form.
 *
 * @returns its title and its text
 */
export async function readFormEnding(form: Page): Promise<string> {
	await form.waitForURL(/\/form-waiting\//);
	const ending = form.locator('.header');
	await ending.waitFor();
	return await ending.innerText();
}

/** Pays at a payment link of the sandbox and waits until the page says that it is done. */
export async function payByCard(
	browser: Browser,
	cardPaymentLink: string,
	card = testCard,
): Promise<void> {
	const page = await visit(browser, cardPaymentLink);
	await page.getByLabel('Test card number').fill(card);
	await page.locator('button[type="submit"]').click();
	await page.getByText('Payment complete').first().waitFor();
	await page.close();
}
