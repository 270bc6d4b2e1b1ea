import { CardPaymentBook } from './cardPayments';
import { FaultQueue } from './faults';
import { PayoutPace } from './pace';
import { PayoutBook } from './payouts';
import { changeSettings } from './settings';
import { TokenRegistry } from './tokens';
import type { Ledger, LedgerRequest, SandboxSettings, SettingsChange } from './types';
import { Webhooks, type Announce } from './webhooks';

/**
 * All that one sandbox knows. A reset makes a new one, so nothing of the old can be left over; a
 * request that is still under way keeps writing into the state it began with.
 */
export class SandboxState {
	readonly tokens = new TokenRegistry();
	readonly faults = new FaultQueue();
	readonly payouts: PayoutBook;
	readonly pace = new PayoutPace();
	readonly cardPayments: CardPaymentBook;
	readonly requests: LedgerRequest[] = [];
	readonly contractViolations: string[] = [];
	/** Requests that are being carried out, even if their client has gone. */
	underWay = 0;
	private readonly webhooks = new Webhooks();
	private inFlight = 0;
	private peakInFlight = 0;

	constructor(private current: SandboxSettings) {
		const announce: Announce = (event, record) =>
			this.webhooks.announce(event, record, this.current);
		this.payouts = new PayoutBook(current.balances, announce);
		this.cardPayments = new CardPaymentBook(announce);
	}

	get settings(): SandboxSettings {
		return this.current;
	}

	/** Changes settings; balances that are given replace the present ones. */
	changeSettings(change: SettingsChange): void {
		this.current = changeSettings(this.current, change);
		if (change.balances) this.payouts.setBalances(change.balances, this.current);
	}

	/**
	 * Counts a request as being under way.
	 *
	 * @returns what to call when it ends; calling it again does nothing
	 */
	enter(): () => void {
		this.peakInFlight = Math.max(this.peakInFlight, ++this.inFlight);
		let open = true;
		return () => {
			if (open) this.inFlight--;
			open = false;
		};
	}

	/** Nobody is told of anything any more. */
	end(): void {
		this.webhooks.end();
	}

	/**
	 * Everything that happened.
	 *
	 * @param since leaves out the requests up to and including this sequence number
	 */
	ledger(since = 0): Ledger {
		return {
			// Sequence numbers count up from 1 without gaps.
			requests: this.requests.slice(since),
			payouts: this.payouts.list(this.current),
			paid: this.payouts.timesPaid(),
			cardPayments: this.cardPayments.links(),
			payments: this.cardPayments.payments(this.current),
			webhooks: this.webhooks.calls,
			tokensIssued: this.tokens.issued,
			balances: this.payouts.currentBalances(this.current),
			peakInFlight: this.peakInFlight,
			underWay: this.underWay,
			contractViolations: this.contractViolations,
		};
	}
}
