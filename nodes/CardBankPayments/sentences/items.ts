/** What is wrong with an item as a whole, or with its node. */
export const items = {
	emptyRow: { says: 'The row is empty', nextStep: 'Delete the row, or fill it in' },
	columns: ({ names }: { names: string }) => `The row has: ${names}`,
	noColumns: 'nothing',
	oddColumn: ({ name }: { name: string }) =>
		`"${name}" (with a blank or a sign that nobody can see)`,
	joinedColumns: ({ name }: { name: string }) =>
		`${name} (several columns in one: set the delimiter of the file)`,
	oneExpression:
		'they cannot be one expression as a whole; give each field a value, or an expression of its own',
	noFilter: ({ name, names }: { name: string; names: string }) =>
		`there is no filter ${name}; use ${names}`,
	noOperation: ({ operation, resource }: { operation: string; resource: string }) => ({
		says: `There is no operation ${operation} of ${resource}`,
		nextStep: 'Choose Resource and Operation from their lists.',
	}),
};
