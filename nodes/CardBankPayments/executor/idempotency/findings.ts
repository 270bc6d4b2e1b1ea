import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { ItemResult, LookedUp, Payment } from '../common/payment';
import { fingerprintOf, isOf } from './fingerprint';
import { keyOf, type Stored } from './stored';

/** What the service said of a payment, as far as it is kept with the execution. */
export interface Said {
	answer?: IDataObject;
	lookedUp?: LookedUp;
}

/**
 * What the service said of payments that the guard held back. Kept apart from what was sent: this
 * execution never sent them, and a later try may.
 */
export class Findings {
	/** @param context `getContext('node')` */
	constructor(
		private readonly context: IContextObject,
		private readonly operation: string,
		private readonly kind: RecordKind,
	) {}

	/** Call when the service was asked. */
	keep({ orderReference, body }: Payment, { lookedUp, record }: ItemResult): void {
		if (lookedUp === undefined) return;
		const findings = (this.context.findings ??= {}) as Stored<Said & { fingerprint: string }>;
		(findings[this.operation] ??= {})[keyOf(orderReference)] = {
			fingerprint: fingerprintOf(body),
			lookedUp,
			answer: record?.content,
		};
	}

	/** What the service said in an earlier try, which this one may not be able to ask again. */
	of(payment: Payment): Pick<ItemResult, 'lookedUp' | 'record'> {
		const findings = (this.context.findings ?? {}) as Stored<Said & { fingerprint: string }>;
		const finding = findings[this.operation]?.[keyOf(payment.orderReference)];
		if (finding === undefined) return {};
		// The record was held against the details of then.
		return told(isOf(finding, payment) ? finding : { lookedUp: finding.lookedUp }, this.kind);
	}
}

export function told(
	{ answer, lookedUp }: Said,
	kind: RecordKind,
): Pick<ItemResult, 'lookedUp' | 'record'> {
	return {
		...(answer && { record: { kind, content: answer } }),
		...(lookedUp && { lookedUp }),
	};
}
