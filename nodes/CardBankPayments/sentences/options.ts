const addFromList = 'Add each from the list, with a value or an expression of its own.';

/** What is wrong with the Options of the node. */
export const options = {
	unknown: ({ name }: { name: string }) => ({
		says: `There is no option ${name}`,
		nextStep: addFromList,
	}),
	oneExpression: {
		says: 'The Options cannot be one expression as a whole',
		nextStep: addFromList,
	},
	refused: ({ option, why }: { option: string; why: string }) => `The option ${option} ${why}`,
	differs: ({ item, other }: { item: number; other: number }) => ({
		says: `differs between items ${item} and ${other}`,
		nextStep:
			'It holds for all items of a run: give it a fixed value, or the same one for each item.',
	}),
	notWholeNumber: ({ least, most }: { least: number; most: number }) =>
		`must be a whole number from ${least} to ${most}`,
	notSeconds: ({ least, most }: { least: number; most: number }) =>
		`must be a number of seconds from ${least} to ${most}`,
};
