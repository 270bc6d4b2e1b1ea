import { html, type Html } from '../html';
import type { CardPayment, Ledger, LedgerRequest, Payout } from '../types';
import { layout } from './layout';

/** Often enough to follow along, seldom enough to read in peace. */
const refreshSeconds = 5;

/** As many rows of a table as a browser shows without effort. */
export const shownRows = 100;

/**
 * The overview: balances, payment links, payouts and the latest requests, newest first.
 *
 * @param ledger with no more requests than are to be shown
 */
export function overviewPage(ledger: Ledger): Html {
	const { balances, cardPayments, payouts, requests } = ledger;
	return layout(
		'Payments sandbox',
		html`<h1>Payments sandbox</h1>
			<p class="soft">A local service for trying things out. No real money moves here.</p>
			<div class="cards">
				<div class="card">TZS balance <b>${balances.TZS}</b></div>
				<div class="card">USD balance <b>${balances.USD}</b></div>
				<div class="card">Payouts made <b>${payouts.length}</b></div>
				<div class="card">Payment links <b>${cardPayments.length}</b></div>
			</div>
			${table(
				'Payment links',
				['Made', 'Order reference', 'Customer', 'Amount', 'Status', 'Link'],
				cardPayments.slice(-shownRows).reverse().map(linkRow),
			)}
			${table(
				'Payouts',
				['Made', 'Order reference', 'Beneficiary', 'Bank', 'Receives', 'Deducted', 'Fee', 'Status'],
				payouts.slice(-shownRows).reverse().map(payoutRow),
			)}
			${table(
				'Latest requests',
				['No.', 'At', 'Request', 'Order reference', 'Answer', 'Fault'],
				[...requests].reverse().map(requestRow),
			)}`,
		refreshSeconds,
	);
}

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
						${columns.map((column) => html`<th>${column}</th>`)}
					</tr>
				</thead>
				<tbody>
					${rows}
				</tbody>
			</table>
		</div>`;
}

function linkRow(payment: CardPayment): Html {
	return html`<tr>
		<td>${clock(payment.createdAt)}</td>
		<td>${payment.orderReference}</td>
		<td>${payment.customerId}</td>
		<td class="number">${payment.amount} ${payment.currency}</td>
		<td>${payment.status}</td>
		<td><a href="/pay/${payment.id}">Open</a></td>
	</tr>`;
}

function payoutRow(payout: Payout): Html {
	const { beneficiary } = payout;
	return html`<tr>
		<td>${clock(payout.createdAt)}</td>
		<td>${payout.orderReference}</td>
		<td>${beneficiary.accountName}, ${beneficiary.accountNumber}</td>
		<td>${payout.channelProvider} (${payout.transferType ?? ''})</td>
		<td class="number">${beneficiary.amount} TZS</td>
		<td class="number">${payout.amount} ${payout.currency}</td>
		<td class="number">${payout.fee} ${payout.currency}</td>
		<td>${payout.status}</td>
	</tr>`;
}

function requestRow(request: LedgerRequest): Html {
	return html`<tr>
		<td>${request.seq}</td>
		<td>${clock(request.at)}</td>
		<td>${request.method} ${request.path}</td>
		<td>${request.orderReference ?? ''}</td>
		<td>${request.status ?? 'none'}</td>
		<td>${request.fault ?? ''}</td>
	</tr>`;
}

/** The time of day, in UTC. */
function clock(isoTime: string): string {
	return isoTime.slice(11, 19);
}
