import { Refusal } from './refusal';

/** A bank as `GET /third-parties/list/banks` lists it. */
export interface Bank {
	name: string;
	value: string;
	bic: string;
}

/** A handful is enough: the sandbox only has to tell a known BIC from an unknown one. */
export const banks: readonly Bank[] = [
	{ name: 'Absa Bank Tanzania', value: 'ABSA', bic: 'BARCTZTZ' },
	{ name: 'CRDB Bank', value: 'CRDB', bic: 'CORUTZTZ' },
	{ name: 'Diamond Trust Bank Tanzania', value: 'DTB', bic: 'DTKETZTZ' },
	{ name: 'Exim Bank Tanzania', value: 'EXIM', bic: 'EXTNTZTZ' },
	{ name: 'National Bank of Commerce', value: 'NBC', bic: 'NLCBTZTX' },
	{ name: 'NMB Bank', value: 'NMB', bic: 'NMIBTZTZ' },
	{ name: 'Stanbic Bank Tanzania', value: 'STANBIC', bic: 'SBICTZTX' },
	{ name: 'Standard Chartered Bank Tanzania', value: 'SCB', bic: 'SCBLTZTX' },
];

const byBic = new Map(banks.map((bank) => [bank.bic, bank]));

/** The bank with this BIC, if payouts can go there. */
export function findBank(bic: string): Bank | undefined {
	return byBic.get(bic);
}

/** The refusal of a BIC that no bank has. */
export function unknownBank(bic: string): Refusal {
	return new Refusal(400, `bic: no bank with the BIC "${bic}" is in the list of banks`);
}
