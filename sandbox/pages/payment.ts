import { html, type Html } from '../html';
import { grouped } from '../money';
import type { CardPayment } from '../types';
import { layout } from './layout';

/**
 * The page on which the payer enters a card.
 *
 * @param testCard the card number that works
 * @param notice shown above the form, such as why the last card was declined
 */
export function formPage(payment: CardPayment, testCard: string, notice?: string): Html {
	return layout(
		'Card payment',
		html`<main class="narrow">
			<h1>Pay ${grouped(payment.amount)} ${payment.currency}</h1>
			<p class="soft">Order ${payment.orderReference}</p>
			<p class="soft">This is a sandbox: never enter a real card.</p>
			${notice ? html`<p class="notice" role="alert">${notice}</p>` : html``}
			<form method="post">
				<label for="cardNumber">Test card number</label>
				<input
					id="cardNumber"
					name="cardNumber"
					inputmode="numeric"
					autocomplete="off"
					required
					placeholder="${testCard}"
				/>
				<button type="submit">Pay</button>
			</form>
		</main>`,
	);
}

/** What the payer sees in the end. */
export function completePage(payment: CardPayment): Html {
	return layout(
		'Payment complete',
		html`<main class="narrow">
			<h1>Payment complete</h1>
			<p>${grouped(payment.amount)} ${payment.currency} for order ${payment.orderReference}.</p>
		</main>`,
	);
}

/** For a link that this sandbox does not know, or no longer. */
export function notFoundPage(): Html {
	return layout(
		'Unknown payment link',
		html`<main class="narrow">
			<h1>Unknown payment link</h1>
			<p>The sandbox may have been restarted or reset since this link was made.</p>
		</main>`,
	);
}
