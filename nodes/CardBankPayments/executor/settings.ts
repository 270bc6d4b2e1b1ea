import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { toCents } from '../shared/amounts';

/** The builder's Options, checked; see `resources/options.ts` for what each one means. */
export interface Settings {
	agentPayouts: 'refuse' | 'fixedBeneficiary' | 'anyBeneficiary';
	batchIntervalMs: number;
	concurrency: number;
	duplicateGuard: 'allExecutions' | 'thisExecution';
	/** Cents; undefined where no limit is set. */
	maximumAmount?: bigint;
	/** Cents, per currency; undefined where no limit is set. */
	maximumTotal?: bigint;
	proxy?: IHttpRequestOptions['proxy'];
	simplify: boolean;
	timeoutMs: number;
	validateOnly: boolean;
	whenAlreadySent: 'error' | 'passThrough';
}

/** How long n8n's timers can wait; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Reads the Options of the node. They hold for the whole run, so the first item decides where an
 * expression is used.
 *
 * @throws NodeOperationError that names the option and what it takes
 */
export function readSettings(context: IExecuteFunctions): Settings {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject | null | undefined;
	const refuse = (label: string, hint: string) =>
		new NodeOperationError(context.getNode(), `The option ${label} ${hint}`, {
			description: 'Nothing was sent.',
		});
	if (typeof options !== 'object' || options === null || Array.isArray(options)) {
		throw refuse('list', 'cannot be an expression that yields something else than options');
	}
	// An expression that yields nothing must not lift a limit: only an option left out has a default.
	const read = <T>(name: string, label: string, fallback: T): unknown => {
		if (!Object.hasOwn(options, name)) return fallback;
		const value = options[name];
		if (value === undefined || value === null) throw refuse(label, 'was added but is empty');
		return value;
	};

	const whole = (name: string, label: string, fallback: number, from: number, to: number) => {
		const given = read(name, label, fallback);
		const text = typeof given === 'number' || typeof given === 'string' ? String(given) : '';
		const value = Number(text);
		if (/^\d+$/.test(text) && value >= from && value <= to) return value;
		throw refuse(label, `must be a whole number from ${from} to ${to}`);
	};
	const choice = <T extends string | boolean>(
		name: string,
		label: string,
		choices: readonly [T, ...T[]],
	) => {
		const value = read(name, label, choices[0]) as T;
		if (choices.includes(value)) return value;
		throw refuse(label, `must be one of ${choices.join(', ')}`);
	};
	const limit = (name: string, label: string) => {
		const value = read(name, label, undefined);
		if (value === undefined) return undefined;
		try {
			return toCents(value);
		} catch (error) {
			throw refuse(label, (error as Error).message);
		}
	};

	return {
		agentPayouts: choice('agentPayouts', 'Agent Payouts', [
			'refuse',
			'fixedBeneficiary',
			'anyBeneficiary',
		]),
		batchIntervalMs: whole('batchInterval', 'Batch Interval', 0, 0, LONGEST_TIMER_MS),
		concurrency: whole('concurrency', 'Concurrency', 5, 1, 50),
		duplicateGuard: choice('duplicateGuard', 'Duplicate Guard', ['allExecutions', 'thisExecution']),
		maximumAmount: limit('maximumAmount', 'Maximum Amount'),
		maximumTotal: limit('maximumTotal', 'Maximum Total'),
		proxy: readProxy(read('proxy', 'Proxy', ''), () =>
			refuse('Proxy', 'must be an address such as http://proxy.example.com:3128'),
		),
		simplify: choice('simplify', 'Simplify', [false, true]),
		timeoutMs: whole('timeout', 'Timeout', 60_000, 1, LONGEST_TIMER_MS),
		// Strict: text that only looks like true or false must not decide whether money moves.
		validateOnly: choice('validateOnly', 'Validate Only', [false, true]),
		whenAlreadySent: choice('whenAlreadySent', 'When Already Sent', ['error', 'passThrough']),
	};
}

function readProxy(value: unknown, refuse: () => Error): Settings['proxy'] {
	if (value === '') return undefined;
	if (typeof value !== 'string' || !URL.canParse(value)) throw refuse();
	const { protocol, hostname, port, username, password } = new URL(value);
	const scheme = protocol.replace(/:$/, '');
	if (scheme !== 'http' && scheme !== 'https') throw refuse();
	return {
		protocol: scheme,
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port) || (scheme === 'https' ? 443 : 80),
		...(username && { auth: { username: decode(username), password: decode(password) } }),
	};
}

/** Undoes percent encoding; text with a lone percent sign stays as it is. */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
