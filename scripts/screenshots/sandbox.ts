import type { Sandbox } from '../../sandbox';
import type { Page } from 'playwright-core';
import { post } from '../../workbench/servers/sandboxClient';
import { takePictures } from './album';

/** CSS pixels: as wide as an ordinary screen, and down to the payouts. */
const view = { width: 1280, height: 1080 };

/** The page of a sandbox that has been used a little, with something still to come. */
export async function takeSandboxPictures(page: Page, sandbox: Sandbox): Promise<void> {
	await use(sandbox);
	await page.setViewportSize(view);
	await page.goto(sandbox.url);
	await page.getByText('Still to come').waitFor();
	await takePictures(page, 'sandbox', { x: 0, y: 0, ...view });
}

const payout = { currency: 'TZS', bic: 'CORUTZTZ', transferType: 'ACH' };

async function use({ control, baseUrl }: Sandbox): Promise<void> {
	await control.reset();
	await post(baseUrl, '/payments/initiate-card-payment', {
		amount: '1250.00',
		currency: 'USD',
		orderReference: 'INV204',
		customer: {
			fullName: 'Grace Mwakyusa',
			email: 'grace@example.com',
			phoneNumber: '255712345678',
		},
	});
	for (const [orderReference, accountName, accountNumber, amount] of [
		['SAL202611E001', 'Asha Mushi', '0150123456780', 450_000],
		['SAL202611E002', 'Baraka Mollel', '0150123456782', 612_500],
		['SAL202611E003', 'Neema Joseph', '0150123456786', 380_000],
	]) {
		const body = { ...payout, orderReference, accountName, accountNumber, amount };
		await post(baseUrl, '/payouts/create-bank-payout', body);
	}
	await control.setPayoutStatus('SAL202611E001', 'SUCCESS');
	await control.setPayoutStatus('SAL202611E002', 'REVERSED');
	await control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
}
