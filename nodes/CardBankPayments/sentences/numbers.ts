/** What becomes of a text that a spreadsheet takes for a number. */
export const numbers = {
	zerosMissing:
		'leading zeros may be missing. Format the column as text, and type the numbers again.',
	otherReference:
		'Order Reference is a number, too: without its leading zeros it is another one, and who was paid under it would be paid again.',
};
