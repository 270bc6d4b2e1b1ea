import { fuzz, targets } from './fuzz/fuzz';

/** Generated inputs for each operation. */
const INPUTS = process.env.THOROUGH ? 10_000 : 1_000;

/** How many broken promises are shown of each operation. */
const SHOWN = 10;

it.each(targets())(
	'$operation.name sends what was set, or refuses it, whatever the input',
	async (target) => {
		const violations = await fuzz(target, jest.getSeed(), INPUTS);
		expect(violations.slice(0, SHOWN)).toEqual([]);
	},
	// Where ten others use the machine.
	1_800_000,
);
