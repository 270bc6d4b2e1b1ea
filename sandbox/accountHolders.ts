/**
 * Whom the banks of the sandbox name as the holder of an account: the last digit of its number
 * decides. Numbers that end in 9, or in no digit, belong to banks that do not tell.
 */
const accountHolders = [
	'Asha Mushi',
	'Kilimanjaro Coffee Traders Ltd',
	'Baraka Mollel',
	'Grace Mwakyusa',
	'Juma Hassan',
	'Lake Zone Fisheries Ltd',
	'Neema Joseph',
	'Zanzibar Spice Exports Ltd',
	'Rehema Salum',
];

/** The account holder, where the bank tells. */
export function accountHolderOf(accountNumber: string): string | undefined {
	return accountHolders[Number(/\d$/.exec(accountNumber)?.[0] ?? NaN)];
}
