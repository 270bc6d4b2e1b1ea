import { isSameName } from '../../../../nodes/CardBankPayments/executor/check/sameName';

it.each([
	[' MUSHI ,  ASHA ', 'Asha Mushi'],
	['MUSHI,ASHA', 'Asha Mushi'],
	[' Asha  Mushi ', 'Asha\u00a0Mushi'],
	['ASHA JUMA MUSHI', 'Asha Mushi'],
	['KILIMO SUPPLIES LTD', 'Kilimo Supplies Ltd.'],
	['VAN DIJK TRADERS', 'Vandijk Traders'],
	['Ｍüller', 'Müller'],
	['STRASSE', 'Straße'],
])('%s holds the account of %s', (bank, row) => {
	expect(isSameName(bank, row)).toBe(true);
	expect(isSameName(row, bank)).toBe(true);
});

it.each([
	['ASHA MUSHA', 'Asha Mushi'],
	['ASHA', 'Asha Mushi'],
	['ASHA JUMA MUSHI', 'Asha Peter Mushi'],
	['ASHA JUMA PETER MUSHI', 'Asha Mushi'],
	['ASHA ASHA', 'Asha Mushi'],
])('%s does not hold the account of %s', (bank, row) => {
	expect(isSameName(bank, row)).toBe(false);
	expect(isSameName(row, bank)).toBe(false);
});
