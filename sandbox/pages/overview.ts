import { html, type Html } from '../html';
import { grouped } from '../money';
import type { SandboxState } from '../state';
import type { CardPayment, LedgerRequest, PaymentRecord, Payout, WebhookCall } from '../types';
import { controls, waitingFaults } from './controls';
import { layout } from './layout';

/** As many rows of a table as a browser shows without effort. */
const shownRows = 100;

/** Columns of amounts, which stand on the right. */
const amounts: ReadonlySet<string> = new Set(['Amount', 'Receives', 'Deducted', 'Fee']);

/**
 * The overview: controls, balances, payment links, payouts, events and the latest requests, newest
 * first. `browser.js` keeps the part with the id `live` up to date.
 */
export function overviewPage(state: SandboxState): Html {
	const ledger = state.ledger(Math.max(0, state.requests.length - shownRows));
	const { balances, cardPayments, payments, payouts, requests, webhooks } = ledger;
	const links = cardPayments.map((link, index) => linkRow(link, payments[index]!));
	return layout(
		'Payments sandbox',
		html`<h1>Payments sandbox</h1>
			<p class="soft">A local service for trying things out. No real money moves here.</p>
			${controls(state.settings)}
			<div id="live">
				${waitingFaults(state.faults.waiting())}
				<div class="cards">
					<div class="card">TZS balance <b>${grouped(balances.TZS)}</b></div>
					<div class="card">USD balance <b>${grouped(balances.USD)}</b></div>
					<div class="card">Payouts made <b>${grouped(payouts.length)}</b></div>
					<div class="card">Payment links <b>${grouped(cardPayments.length)}</b></div>
				</div>
				${table('Payment links', ['Made', 'Order reference', 'Customer', 'Amount', 'Status', 'Link'], links)}
				${table(
					'Payouts',
					[
						'Made',
						'Order reference',
						'Beneficiary',
						'Bank',
						'Receives',
						'Deducted',
						'Fee',
						'Status',
					],
					payouts.map(payoutRow),
				)}
				${
					webhooks.length === 0
						? html``
						: table('Events', ['At', 'Event', 'Address', 'Response'], webhooks.map(eventRow))
				}
				${table(
					'Latest requests',
					['No.', 'At', 'Request', 'Order reference', 'Response', 'Fault'],
					requests.map(requestRow),
				)}
			</div>`,
		{ script: '/browser.js' },
	);
}

/** @param rows oldest first; the newest are shown, newest first */
function table(title: string, columns: string[], rows: Html[]): Html {
	if (rows.length === 0) {
		return html`<h2>${title}</h2>
			<p class="soft">None yet.</p>`;
	}
	return html`<h2>${title}</h2>
		<div class="scroll">
			<table>
				<thead>
					<tr>
						${columns.map((column) => html`<th class="${amounts.has(column) ? 'number' : ''}">${column}</th>`)}
					</tr>
				</thead>
				<tbody>
					${rows.slice(-shownRows).reverse()}
				</tbody>
			</table>
		</div>`;
}

function linkRow(link: CardPayment, payment: PaymentRecord): Html {
	return html`<tr>
		<td>${clock(link.createdAt)}</td>
		${text(link.orderReference)} ${text(customerOf(link), 'long')}
		<td class="number">${grouped(link.amount)} ${link.currency}</td>
		${text(payment.status)}
		<td><a href="/pay/${link.id}">Open</a></td>
	</tr>`;
}

function payoutRow(payout: Payout): Html {
	const { beneficiary } = payout;
	return html`<tr>
		<td>${clock(payout.createdAt)}</td>
		${text(payout.orderReference)}
		${text(`${beneficiary.accountName}, ${beneficiary.accountNumber}`)}
		${text(`${payout.channelProvider} (${payout.transferType ?? ''})`)}
		<td class="number">${grouped(beneficiary.amount)} TZS</td>
		<td class="number">${grouped(payout.amount)} ${payout.currency}</td>
		<td class="number">${grouped(payout.fee)} ${payout.currency}</td>
		${text(payout.status)}
	</tr>`;
}

function eventRow({ at, event, url, status, failure }: WebhookCall): Html {
	return html`<tr>
		<td>${clock(at)}</td>
		<td>${event}</td>
		${text(url)} ${text(String(status ?? failure ?? 'none'))}
	</tr>`;
}

function requestRow(request: LedgerRequest): Html {
	return html`<tr>
		<td>${request.seq}</td>
		<td>${clock(request.at)}</td>
		${text(`${request.method} ${request.path}`, 'long')} ${text(request.orderReference ?? '')}
		<td>${request.status ?? 'none'}</td>
		<td>${request.fault ?? ''}</td>
	</tr>`;
}

/** A cell with text from outside: it wraps between words, and within one only if it is very long. */
function text(value: string, width: 'usual' | 'long' = 'usual'): Html {
	return html`<td><span class="text ${width}">${value}</span></td>`;
}

function customerOf({ customer }: CardPayment): string {
	return 'id' in customer ? customer.id : `${customer.fullName}, ${customer.email}`;
}

/** The time of day, in UTC. */
function clock(isoTime: string): string {
	return isoTime.slice(11, 19);
}
