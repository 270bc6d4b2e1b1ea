import { parseArgs } from 'node:util';

/**
 * How much is tried. With the defaults, the whole takes about ten minutes; docs/measurements.md has what
 * came of it.
 */
export interface Sizes {
	/** Executions that run in parallel, of {@link payouts} each. */
	executions: number;
	/** Payouts in each execution. */
	payouts: number;
	/** Executions in which workers are killed, for each of the three. */
	kills: number;
	/** Executions for each of the three disturbances of the network and the service. */
	cuts: number;
	/** Pairs of the same run on two workers, with a service that pays every request. */
	pairs: number;
	/** Executions for each measurement of the speed. */
	speed: number;
}

export interface Arguments {
	sizes: Sizes;
	/** Only the tests whose name contains this text. */
	only?: string;
	/** Keep n8n's logs in this folder. */
	logs?: string;
}

const defaults: Sizes = {
	executions: 200,
	payouts: 10,
	kills: 40,
	cuts: 40,
	pairs: 16,
	speed: 100,
};

export const usage = `Usage: npm run test:queue -- [options]

  --executions N  executions in parallel (${defaults.executions})
  --payouts N     payouts in each execution (${defaults.payouts})
  --kills N       executions under way for each worker that is killed (${defaults.kills})
  --cuts N        executions for each disturbance (${defaults.cuts})
  --pairs N       pairs of the same run on two workers (${defaults.pairs})
  --speed N       executions for each number of workers (${defaults.speed})
  --only TEXT     only the tests whose name contains the text; measurements run only then,
                  e.g. --only 'one, two and three workers'
  --logs FOLDER   keeps n8n's logs in this folder

PostgreSQL and Redis are taken from QUEUE_TEST_POSTGRES_URL and QUEUE_TEST_REDIS_URL, or from
127.0.0.1:5432 (user postgres) and 127.0.0.1:6379.`;

/** @throws {Error} that says which value is wrong */
export function readArguments(argv: string[]): Arguments {
	const names = Object.keys(defaults) as Array<keyof Sizes>;
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args: argv,
		options: {
			...Object.fromEntries(names.map((name) => [name, text])),
			only: text,
			logs: text,
		} as Record<keyof Sizes | 'only' | 'logs', typeof text>,
	});
	const sizes = Object.fromEntries(
		names.map((name) => [name, sizeFrom(name, values[name]) ?? defaults[name]]),
	) as unknown as Sizes;
	return { sizes, only: values.only, logs: values.logs };
}

function sizeFrom(name: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const size = Number(text);
	if (Number.isInteger(size) && size > 0 && size <= 10_000) return size;
	throw new Error(`--${name} must be a whole number from 1 to 10000, not "${text}"`);
}
