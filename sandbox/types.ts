export type Currency = 'TZS' | 'USD';
export type TransferType = 'ACH' | 'RTGS';
export type EstimatedArrival = 'Instant' | '1-3 Working Days';

/** The service's statuses of a payout; a test may order any other text. */
export type PayoutStatus =
	| 'AUTHORIZED'
	| 'PROCESSING'
	| 'PENDING'
	| 'SUCCESS'
	| 'REVERSED'
	| 'REFUNDED'
	| 'FAILED'
	| (string & {});

/** The service's statuses of a payment; a test may order any other text. */
export type PaymentStatus =
	'PENDING' | 'PROCESSING' | 'SUCCESS' | 'SETTLED' | 'FAILED' | 'ON-HOLD' | (string & {});

/** How a request that comes too early is refused; see `pace.ts`. */
export type PaceForm = 'message' | 'retryAfter' | 'bare';

/** Who bears the fee of a payout: the one who pays, the beneficiary, or each a half. */
export type FeeBearer = 'merchant' | 'beneficiary' | 'both';

/** Decimal text in major units for each currency, e.g. `{ TZS: '1500.00', USD: '2.50' }`. */
export type MoneyByCurrency = Record<Currency, string>;

/** How one sandbox behaves. The defaults are in `settings.ts`. */
export interface SandboxSettings {
	/** Milliseconds that every request to the payments service waits before it is carried out. */
	delayMs: number;
	/** How far the clock of the service is ahead of the machine's; less than zero where it is behind. */
	clockAheadMs: number;
	tokenLifetimeSeconds: number;
	/** Whether issuing a token makes the earlier ones invalid. */
	onlyNewestToken: boolean;
	clientId: string;
	apiKey: string;
	/** A fixed token for pasting into a credential; it does not expire. */
	accessToken: string;
	/** Whether payloads carry a checksum, and how it is made. */
	checksum: 'none' | 'hmacSha256Json' | 'hmacSha256Values';
	checksumSecret: string;
	/** Whether the account has had money at all; without, it has no balance and pays nothing. */
	hasBalance: boolean;
	balances: MoneyByCurrency;
	/** Whether an order reference is refused the second time. When false it is paid again. */
	uniqueOrderReferences: boolean;
	/** Milliseconds from a payout's creation to its final status. */
	settlementMs: number;
	/** The payout fee, in the source currency. */
	fees: Record<TransferType, MoneyByCurrency>;
	feeBearer: FeeBearer;
	/** TZS for one USD, as decimal text. */
	exchangeRate: string;
	/** Seconds between two accepted payouts, fractions allowed; 0 keeps no pace. */
	paceSeconds: number;
	paceForm: PaceForm;
	/** Whether an order reference may hold letters and digits only. */
	plainReferences: boolean;
	/** Where events are posted to, on this machine only; empty for none. */
	webhookUrl: string;
}

/** Some of the settings; a currency or transfer type left out keeps its value. */
export type SettingsChange = Partial<Omit<SandboxSettings, 'balances' | 'fees'>> & {
	balances?: Partial<MoneyByCurrency>;
	fees?: Partial<Record<TransferType, Partial<MoneyByCurrency>>>;
};

/** The bank payout resource, as the service answers it. */
export interface Payout {
	id: string;
	orderReference: string;
	createdAt: string;
	updatedAt: string;
	amount: string;
	currency: Currency;
	fee: string;
	exchanged: boolean;
	exchange?: {
		sourceCurrency: Currency;
		targetCurrency: Currency;
		sourceAmount: number;
		rate: number;
	};
	status: PayoutStatus;
	channel: 'BANK TRANSFER';
	channelProvider: string;
	transferType: TransferType | null;
	order: { amount: string; currency: Currency };
	beneficiary: { accountNumber: string; accountName: string; amount: string };
	clientId: string;
}

/** Who pays: somebody whom the service knows, or the details of somebody whom it does not. */
export type Customer = { id: string } | { fullName: string; email: string; phoneNumber: string };

/** A payment link that was made. */
export interface CardPayment {
	id: string;
	orderReference: string;
	amount: string;
	currency: string;
	/** Absent where the customer was given by details. */
	customerId?: string;
	customer: Customer;
	cardPaymentLink: string;
	/** Whether the payer has paid. The service's own word for it is the status of the payment. */
	status: 'PENDING' | 'PAID';
	createdAt: string;
	paidAt?: string;
}

/** The payment that a link asks for, as the service's look-up answers it. */
export interface PaymentRecord {
	id: string;
	status: PaymentStatus;
	paymentReference: string;
	orderReference: string;
	/** In major units; 0 until something was collected. */
	collectedAmount: number;
	collectedCurrency: string;
	message: string;
	customer:
		{ id: string } | { customerName: string; customerEmail: string; customerPhoneNumber: string };
	createdAt: string;
	updatedAt: string;
}

/** One event that was posted to the address of the setting `webhookUrl`. */
export interface WebhookCall {
	at: string;
	event: string;
	url: string;
	/** The posted body: `{ event, data }`, with a checksum where the account has them. */
	body: unknown;
	/** The receiver's answer; null while there is none. */
	status: number | null;
	/** Why there is no answer. */
	failure?: string;
}

/** One request as it arrived, and what became of it. */
export interface LedgerRequest {
	/** 1 for the first request after a reset, then counting up without gaps. */
	seq: number;
	at: string;
	method: string;
	path: string;
	/** The operation's id in openapi.yaml; absent when the path or method is unknown. */
	operation?: string;
	orderReference?: string;
	/** Secrets are replaced by a short fingerprint: equal values have equal fingerprints. */
	headers: Record<string, string>;
	/** The Authorization header with each token replaced by `<token>`, spaces as they came. */
	authorizationShape?: string;
	/** Whether the request was let in; absent where no token is asked for. */
	authorizationValid?: boolean;
	/** The parsed body, null when there was none or it was not JSON. */
	body: unknown;
	/** The first 10 kB of the body, exactly as received. */
	rawBody: string;
	/** Null while unanswered, and for good when the connection went away before the answer. */
	status: number | null;
	/** The kind of the fault that was applied; two kinds are joined by a plus sign. */
	fault?: string;
	/** Serial of the token that was issued or shown; 0 is the fixed access token. */
	tokenSerial?: number;
	/** For whom the token was issued that was shown and accepted. */
	clientId?: string;
}

/** Everything the sandbox received and did since its start or last reset. */
export interface Ledger {
	requests: LedgerRequest[];
	/** Every payout made, in order, with its present status. */
	payouts: Payout[];
	/** How many times each order reference was paid out. */
	paid: Record<string, number>;
	cardPayments: CardPayment[];
	/** The payments that the links ask for, in the same order, with their present status. */
	payments: PaymentRecord[];
	/** The events that were posted, in order. */
	webhooks: WebhookCall[];
	tokensIssued: number;
	balances: MoneyByCurrency;
	/** The most requests to the payments service that were open at the same moment. */
	peakInFlight: number;
	/** Requests that are being carried out, even if their client has gone. */
	underWay: number;
	/** Answers of the sandbox itself that broke openapi.yaml. Always empty in a sound sandbox. */
	contractViolations: string[];
}
