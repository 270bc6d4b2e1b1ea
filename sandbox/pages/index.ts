import type { Html } from '../html';
import type { SandboxState } from '../state';
import { overviewPage, shownRows } from './overview';
import { completePage, formPage, notFoundPage } from './payment';

/** The one card number that pays. A fixed number keeps real ones out of the sandbox. */
export const testCard = '4242 4242 4242 4242';

const payPath = /^\/pay\/([^/?]+)$/;

/** A browser's request. */
export interface PageRequest {
	method: string;
	path: string;
	/** The url-encoded body of a form. */
	form: string;
}

/** Whether a path belongs to a page for people. */
export function isPage(path: string): boolean {
	return path === '/' || path.startsWith('/pay/');
}

/**
 * Answers a browser: the overview at `/`, the payer's page at `/pay/<id>`.
 *
 * @returns the status and the whole page
 */
export function answerPage(
	{ method, path, form }: PageRequest,
	state: SandboxState,
): { status: number; html: string } {
	const [status, page] = route(method, path, form, state);
	return { status, html: page.text };
}

function route(method: string, path: string, form: string, state: SandboxState): [number, Html] {
	if (path === '/')
		return [200, overviewPage(state.ledger(Math.max(0, state.requests.length - shownRows)))];
	const payment = state.cardPayments.find(payPath.exec(path)?.[1] ?? '');
	if (!payment) return [404, notFoundPage()];
	if (method === 'POST' && payment.status === 'PENDING') {
		const number = new URLSearchParams(form).get('cardNumber') ?? '';
		if (number.replace(/\D/g, '') !== testCard.replace(/\D/g, '')) {
			return [400, formPage(payment, testCard, 'This card was declined. Use the test card.')];
		}
		state.cardPayments.pay(payment);
	}
	return [200, payment.status === 'PAID' ? completePage(payment) : formPage(payment, testCard)];
}
