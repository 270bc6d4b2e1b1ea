const fromData =
	'Take it from your data: for a bill, supplier code and bill number; for a salary, month and employee number.';

/** Of an order reference that is another one in a later run; the first three begin the others. */
export const changingReference = {
	everyRun: ({ found }: { found: string }) =>
		`Order Reference uses ${found}, which changes with every run`,
	position: ({ found }: { found: string }) =>
		`Order Reference uses ${found}, which is the position of a row, and another one after a row comes or goes above it`,
	day: ({ found }: { found: string }) =>
		`Order Reference uses ${found}, which changes with the day`,
	refused: ({ changes }: { changes: string }) => ({
		says: `${changes}: a later run would pay the same row again`,
		nextStep: fromData,
	}),
	willBeRefused: ({ changes }: { changes: string }) =>
		`${changes}: nothing will be sent. ${fromData}`,
	paidAgain: ({ changes }: { changes: string }) =>
		`${changes}: a later run would pay the same row again. ${fromData}`,
	anotherLink: ({ changes }: { changes: string }) =>
		`${changes}: a later run would make another link for the same order. Take it from your data, such as an invoice number.`,
};
