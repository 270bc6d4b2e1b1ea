import type { Browser, Locator, Page } from 'playwright-core';
import { testCard } from '../../sandbox/pages';
import { openPage } from './browser';

/*
 * The users without n8n: they fill in a form, read its last page, and pay at a link.
 */

/** Opens a page as somebody who is not logged in to n8n. */
export async function visit(browser: Browser, url: string): Promise<Page> {
	const page = await openPage(browser, url);
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
		await form.getByLabel(label).fill(answer);
	}
	await form.locator('#submit-btn').click();
}

/** A form for the users of n8n asks each of them once whether it may know who they are. */
export async function allowAccess(form: Page, firstField: Locator): Promise<void> {
	const allow = form.getByText('Allow access');
	await firstField.or(allow).first().waitFor();
	if (await allow.isVisible()) await allow.click();
	await firstField.waitFor();
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
export async function payByCard(browser: Browser, cardPaymentLink: string): Promise<void> {
	const page = await visit(browser, cardPaymentLink);
	await typeCard(page, testCard);
	await page.context().close();
}

/** Fills in the open payment page of the sandbox and waits until it says that it is done. */
export async function typeCard(page: Page, card: string): Promise<void> {
	await page.getByLabel('Test card number').fill(card);
	await page.locator('button[type="submit"]').click();
	await page.getByText('Payment complete').first().waitFor();
}
