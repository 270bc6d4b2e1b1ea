import type { IDataObject } from 'n8n-workflow';
import { simplifiedByNode } from '../support/byNode';

/** A row of the table, as n8n gives it to the node that pays: somebody set it to pending at noon. */
export const inputRow = (orderReference: string): IDataObject => ({
	...{ id: 7, orderReference, amount: 1000, currency: 'TZS', accountNumber: '0150384512700' },
	...{ accountName: 'Asha Mushi', bic: 'CORUTZTZ', transferType: 'ACH', status: 'pending' },
	...{ note: null, payoutId: 'earlier-payout', fee: '1.00' },
	...{ createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-25T12:00:00.000Z' },
});

/** What the node may put out for a row, and what an example makes of it. */
export interface OutcomeCase {
	name: string;
	/** The item that the node puts out for the row. */
	item: (row: IDataObject) => IDataObject;
	/** What a table gets, and, where it is another word, the result of an upload. */
	status: string;
	result?: string;
	note: RegExp;
	/** The title of its section in the e-mail. */
	section: string;
	/** Whether the row gets the payout's id. */
	hasPayout?: boolean;
}

/** When a payout of this run was made: after somebody set the row to pending. */
export const createdNow = '2026-11-25T12:00:01.000Z';

const record = (row: IDataObject, status?: string, createdAt = createdNow) => ({
	...{ id: 'payout-1', orderReference: row.orderReference, createdAt, fee: '1500.00' },
	...{ amount: '2500.00', currency: 'TZS', ...(status && { status }) },
	beneficiary: { accountNumber: row.accountNumber, accountName: row.accountName },
});
const madeBefore = '2026-10-28T06:00:00.000Z';

/** How one record may come out: by the service, and by the builder's options. */
const recordForms: Record<string, (whole: IDataObject, row: IDataObject) => IDataObject> = {
	simplified: (whole) => simplifiedByNode(whole),
	'with what was sent': (whole, { accountNumber, accountName, bic, transferType }) => ({
		...{ accountNumber, accountName, bic, transferType },
		...whole,
	}),
	'with fields that nobody expects': (whole) => ({
		...whole,
		...{ updatedAt: whole.createdAt, message: 'Payout received', note: 'none', payoutId: 'P1' },
		...{ outcome: 'ok', cause: 'none', details: { outcome: 'ok' }, serviceError: 'none' },
	}),
};

const failed =
	(outcome: string, cause: string, more: IDataObject = {}, error = `Payout ${outcome}`) =>
	({ orderReference }: IDataObject): IDataObject => ({
		error,
		message: `${String(orderReference)} (item 3): It says why.`,
		details: {
			...{ outcome, orderReference, cause, nextStep: 'It says what to do.' },
			safeToRetry: ['rejected', 'notSent', 'invalid'].includes(outcome),
			...more,
		},
	});
const withRecord =
	(outcome: string, status: string) =>
	(row: IDataObject): IDataObject =>
		failed(outcome, 'reference', { payout: record(row, status, madeBefore) })(row);

/** The note of an item that says itself what happened. */
const says = /^It says why\. It says what to do\.$/;
const nothingSent = { section: 'PENDING, NOTHING WAS SENT', status: 'pending', result: 'not sent' };
const made = { note: /^The service accepted it: /, hasPayout: true };
const paidBefore = {
	...{ status: 'already sent', section: 'ALREADY SENT, NOTHING WAS SENT NOW', hasPayout: true },
	note: /^NOT PAID NOW: .*\(2026-10-28, [A-Z]+\)\. Only a new bill gets a new order reference\.$/,
};

/** Every outcome and cause of the node's items. */
export const outcomeCases: OutcomeCase[] = [
	...['AUTHORIZED', 'PROCESSING', 'PENDING'].map((status) => ({
		...{ name: `accepted ${status}`, item: (row: IDataObject) => record(row, status) },
		...{ ...made, status: 'accepted', section: 'ACCEPTED' },
	})),
	{
		...{ name: 'accepted SUCCESS', item: (row) => record(row, 'SUCCESS') },
		...{ ...made, status: 'paid', section: 'PAID' },
	},
	{
		...{ name: 'accepted without a status', item: (row) => record(row) },
		...{ ...made, status: 'accepted', section: 'ACCEPTED' },
	},
	{
		name: 'accepted, by a look-up whose record has no id',
		item: (row) => ({ ...record(row, 'PROCESSING'), id: undefined, fee: undefined }),
		...{ ...made, status: 'accepted', section: 'ACCEPTED', hasPayout: false },
	},
	...Object.entries(recordForms).flatMap(([form, formed]): OutcomeCase[] => [
		{
			...{ name: `accepted, ${form}`, item: (row) => formed(record(row, 'PROCESSING'), row) },
			...{ ...made, status: 'accepted', section: 'ACCEPTED' },
		},
		{
			...{ name: `alreadySent, of last month, ${form}`, ...paidBefore },
			item: (row) => ({ ...formed(record(row, 'SUCCESS', madeBefore), row), alreadySent: true }),
		},
	]),
	...['SUCCESS', 'AUTHORIZED'].map((status) => ({
		...{ name: `alreadySent, of last month, ${status}`, ...paidBefore },
		item: (row: IDataObject) => ({ ...record(row, status, madeBefore), alreadySent: true }),
	})),
	{
		name: 'alreadySent, by a run that ended before it could write',
		item: (row) => ({ ...record(row, 'SUCCESS'), alreadySent: true }),
		...{ status: 'paid', section: 'PAID', hasPayout: true },
		// An upload has no row that somebody set to pending.
		...{ result: 'already sent', note: /SUCCESS/ },
	},
	{
		...{ name: 'alreadySent, and reversed since', item: withRecord('alreadySent', 'REVERSED') },
		...{ status: 'reversed', section: 'REVERSED', note: says, hasPayout: true },
	},
	{
		...{ name: 'alreadySent, with a status nobody knows', item: withRecord('alreadySent', 'ODD') },
		...{ status: 'unknown', section: 'UNKNOWN', note: says, hasPayout: true },
	},
	{
		...{ name: 'alreadySent, and no record is shown', item: failed('alreadySent', 'reference') },
		...{ status: 'unknown', section: 'UNKNOWN', note: says },
	},
	{
		name: "alreadySent, and the reference is somebody else's",
		item: failed('alreadySent', 'reference', {}, 'Order reference belongs to another payout'),
		...{ status: 'reference used', section: 'REFERENCE USED', note: says },
	},
	{
		...{ name: 'reversed', item: withRecord('reversed', 'REFUNDED') },
		...{ status: 'reversed', section: 'REVERSED', note: says, hasPayout: true },
	},
	...['service', 'reference'].map((cause) => ({
		...{ name: `unknown, ${cause}`, item: failed('unknown', cause) },
		...{ status: 'unknown', section: 'UNKNOWN', note: says },
	})),
	...['rejected', 'invalid'].map((outcome) => ({
		...{ name: `${outcome}, item`, item: failed(outcome, 'item', { httpStatus: 400 }) },
		...{ status: 'rejected', section: 'REJECTED', note: says },
	})),
	...[
		...['account', 'service', 'settings', 'reference'].map((cause) => ['rejected', cause] as const),
		...['settings', 'reference'].map((cause) => ['invalid', cause] as const),
		...['account', 'service', 'settings', 'reference', 'run'].map(
			(cause) => ['notSent', cause] as const,
		),
	].map(([outcome, cause]) => ({
		...{ name: `${outcome}, ${cause}`, item: failed(outcome, cause), ...nothingSent, note: says },
	})),
	{
		name: 'Validate Only',
		item: ({ orderReference }) => ({
			...{ outcome: 'notSent', orderReference, message: 'Validate Only is on: nothing was sent.' },
			...{ nextStep: 'Turn it off.', request: { method: 'POST', body: {} } },
		}),
		...{ ...nothingSent, note: /^Validate Only is on: nothing was sent\. Turn it off\.$/ },
	},
	{
		...{ name: 'the node is deactivated', item: (row) => row },
		...{ ...nothingSent, note: /^Nothing was sent: "Create bank payout" did not run/ },
	},
	{
		name: "an item with n8n's own error",
		item: () => ({ error: 'Something in n8n' }),
		...{ status: 'unknown', section: 'UNKNOWN', note: /^Something in n8n$/ },
	},
];
