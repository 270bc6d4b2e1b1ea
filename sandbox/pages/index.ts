import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Html } from '../html';
import type { SandboxState } from '../state';
import { overviewPage } from './overview';
import { completePage, formPage, notFoundPage } from './payment';

/** The one card number that pays. A fixed number keeps real ones out of the sandbox. */
export const testCard = '4242 4242 4242 4242';

const scriptPath = '/browser.js';
const script = readFileSync(join(__dirname, 'browser.js'), 'utf8');

const payPath = /^\/pay\/([^/?]+)$/;

/** A browser's request. */
export interface BrowserRequest {
	method: string;
	path: string;
	/** The url-encoded body of a form. */
	form: string;
}

/** Whether a path belongs to a page for people. */
export function isPage(path: string): boolean {
	return path === '/' || path === scriptPath || path.startsWith('/pay/');
}

/** What a browser is answered. */
export interface PageAnswer {
	status: number;
	mediaType: 'text/html' | 'text/javascript';
	text: string;
}

/** Answers a browser: the overview at `/` and its script, the payer's page at `/pay/<id>`. */
export function answerPage(
	{ method, path, form }: BrowserRequest,
	state: SandboxState,
): PageAnswer {
	if (path === scriptPath) return { status: 200, mediaType: 'text/javascript', text: script };
	const [status, page] = route(method, path, form, state);
	return { status, mediaType: 'text/html', text: page.text };
}

function route(method: string, path: string, form: string, state: SandboxState): [number, Html] {
	if (path === '/') return [200, overviewPage(state)];
	const payment = state.cardPayments.link(payPath.exec(path)?.[1] ?? '');
	if (!payment) return [404, notFoundPage()];
	if (method === 'POST' && payment.status === 'PENDING') {
		const number = new URLSearchParams(form).get('cardNumber') ?? '';
		if (number.replace(/\D/g, '') !== testCard.replace(/\D/g, '')) {
			state.cardPayments.decline(payment);
			return [400, formPage(payment, testCard, 'This card was declined. Use the test card.')];
		}
		state.cardPayments.pay(payment);
	}
	return [200, payment.status === 'PAID' ? completePage(payment) : formPage(payment, testCard)];
}
