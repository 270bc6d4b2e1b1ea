import { parseArgs } from 'node:util';

/** How many random schedules are tried unless told otherwise. */
const DEFAULT_RUNS = 2000;

/** Seeds are 32-bit numbers with a sign. */
const LIMIT = 2 ** 31;

export interface Arguments {
	/** Random schedules on top of the matrix. */
	runs: number;
	/** Decides everything that is random. */
	seed: number;
	/** File for the figures. */
	json?: string;
	/** Only the cells whose name contains this text, and no schedules. */
	only?: string;
	/** Only this counterexample, and no cells. */
	replay?: string;
	/** Only the table of the pace. */
	pace?: boolean;
}

export const usage = `Usage: npm run test:faults -- [options]

  --runs N       random schedules on top of the matrix (${DEFAULT_RUNS}, or the variable FAULTS_RUNS)
  --seed N       repeats the random choices of an earlier run
  --json FILE    writes the figures to a file
  --only TEXT    only the cells and situations whose name contains the text
  --replay TEXT  only one counterexample, as it was printed
  --pace         only how fast the node goes, and how often it is refused, at services with a pace`;

/** @throws Error that says which value is wrong */
export function readArguments(argv: string[], environment: NodeJS.ProcessEnv): Arguments {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args: argv,
		options: {
			runs: text,
			seed: text,
			json: text,
			only: text,
			replay: text,
			pace: { type: 'boolean' },
		},
	});
	const { runs = environment.FAULTS_RUNS, seed, json, only, replay, pace } = values;
	return {
		runs: wholeNumber('--runs', runs) ?? DEFAULT_RUNS,
		seed: wholeNumber('--seed', seed) ?? Math.floor(Math.random() * LIMIT),
		json,
		only,
		replay,
		pace,
	};
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
	if (text === undefined || text === '') return undefined;
	const value = Number(text);
	if (Number.isInteger(value) && value >= 0 && value < LIMIT) return value;
	throw new Error(`${name} must be a whole number below ${LIMIT}, not "${text}"`);
}
