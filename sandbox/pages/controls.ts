import type { Fault, ServiceOperation } from '../faults';
import { html, type Html } from '../html';
import type { SettingsChange } from '../types';

/** What a user may do to the next request; each is the body of `POST /_sandbox/faults`. */
const nextRequest: Array<[name: string, fault: Fault]> = [
	['Be refused', { kind: 'statusBefore', status: 422 }],
	['Get no response before the payment', { kind: 'dropBefore' }],
	['Get no response after the payment', { kind: 'dropAfter' }],
	['Be slow', { kind: 'delay', delayMs: 5_000 }],
	['Meet an expired token', { kind: 'expiredToken' }],
	['Be asked to wait', { kind: 'paceRefusal', waitSeconds: 5 }],
	[
		'Come back reversed',
		{ kind: 'payoutStatus', payoutStatus: 'REVERSED', operation: 'createBankPayout' },
	],
];

/** Which request that is; the first one is chosen. */
const operationNames: Record<Exclude<ServiceOperation, 'generateToken'>, string> = {
	createBankPayout: 'Create bank payout',
	previewBankPayout: 'Preview bank payout',
	getPayout: 'Get payout',
	getManyPayouts: 'Get many payouts',
	verifyBankAccount: 'Verify bank account',
	initiateCardPayment: 'Initiate card payment',
	previewCardPayment: 'Preview card payment',
	getPayment: 'Get card payment',
	getManyPayments: 'Get many card payments',
	getBalance: 'Get balance',
	getStatement: 'Get statement',
	listBanks: 'Get many banks',
	getManyExchangeRates: 'Get many exchange rates',
};

/** The panel with which a user steers the sandbox: `browser.js` sends what the elements name. */
export function controls({ paceSeconds = 0 }: SettingsChange): Html {
	return html`<section class="panel" aria-labelledby="next-request">
			<h2 id="next-request">Let the next request…</h2>
			<label for="operation">Operation</label>
			<select id="operation">
				${Object.entries(operationNames).map(([id, name]) => html`<option value="${id}">${name}</option>`)}
			</select>
			<div class="buttons">
				${nextRequest.map(([name, fault]) =>
					button(name, 'faults', fault, `The next request will: ${name.toLowerCase()}.`),
				)}
			</div>
		</section>
		<section class="panel" aria-labelledby="rules">
			<h2 id="rules">Rules</h2>
			<form data-path="settings" data-body="{}" data-done="The sandbox keeps this pace.">
				<label for="pace">Keep a pace of one payout in N seconds</label>
				<input
					id="pace"
					name="paceSeconds"
					type="number"
					min="0"
					step="any"
					required
					value="${paceSeconds}"
				/>
				<button type="submit">Keep this pace</button>
				<span class="soft">0 keeps none.</span>
			</form>
			<div class="buttons">
				${button('Start afresh', 'reset', {}, 'Everything is forgotten, but for the settings of the start.')}
			</div>
			<p role="status"></p>
			<noscript><p class="notice">These controls need JavaScript.</p></noscript>
		</section>`;
}

/** What is still going to happen to coming requests, and how to remove it. */
export function waitingFaults(waiting: Array<{ fault: Fault; times: number }>): Html {
	if (waiting.length === 0) return html``;
	return html`<h2>Still to come</h2>
		<ul>
			${waiting.map(
				({ fault, times }) =>
					html`<li>
						${nameOf(fault)}: ${requestOf(fault)}${times > 1 ? `, ${times} times` : ''}
					</li>`,
			)}
		</ul>
		<div class="buttons">
			<button
				type="button"
				data-path="faults"
				data-method="DELETE"
				data-done="The next requests go as usual."
			>
				Remove all
			</button>
		</div>`;
}

function button(name: string, path: string, body: object, done: string): Html {
	return html`<button
		type="button"
		data-path="${path}"
		data-body="${JSON.stringify(body)}"
		data-done="${done}"
	>
		${name}
	</button>`;
}

function nameOf({ kind }: Fault): string {
	return nextRequest.find(([, fault]) => fault.kind === kind)?.[0] ?? kind;
}

function requestOf({ operation, orderReference }: Fault): string {
	const names: Partial<Record<ServiceOperation, string>> = operationNames;
	const name = operation ? (names[operation] ?? operation) : 'any request';
	return orderReference === undefined ? name : `${name} ${orderReference}`;
}
