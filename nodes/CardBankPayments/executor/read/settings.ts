import {
	UserError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { toCents } from '../../wire/amount';
import { LONGEST_TIMER_MS } from '../common/clock';
import { leniently, optionReader, type Format } from './optionReader';
import { readProxy } from './proxy';

/** The builder's Options, checked; see `resources/options.ts` for what each one means. */
export interface Settings {
	agentPayouts: 'refuse' | 'fixedBeneficiary' | 'anyBeneficiary';
	batchIntervalMs: number;
	concurrency: number;
	duplicateGuard: 'allExecutions' | 'thisExecution';
	lookUpUnclear: boolean;
	/** Cents; undefined where no limit is set. */
	maximumAmount?: bigint;
	/** Cents, per currency; undefined where no limit is set. */
	maximumTotal?: bigint;
	maximumWaitMs: number;
	proxy?: IHttpRequestOptions['proxy'];
	simplify: boolean;
	timeoutMs: number;
	validateOnly: boolean;
	whenAlreadySent: 'error' | 'passThrough' | 'returnPayout';
}

/**
 * Reads the Options of the node. They hold for the whole run, so an option with an expression has to
 * give the same for every item that is still to be sent; a fixed one is read once.
 *
 * @param indexes of those items. None, where all that is left to do is to report what is known: then
 * nothing may get into its way, and an option that cannot be read has its default
 * @throws NodeOperationError that names the option by its label, and says what it takes or which items
 * differ; to be thrown before anything is sent
 */
export function readSettings(context: IExecuteFunctions, indexes: number[]): Settings {
	const read = indexes.length === 0 ? leniently(context) : optionReader(context, indexes);
	return {
		agentPayouts: read('agentPayouts', choice<Settings['agentPayouts']>),
		batchIntervalMs: read('batchInterval', wholeNumber),
		concurrency: read('concurrency', wholeNumber),
		duplicateGuard: read('duplicateGuard', choice<Settings['duplicateGuard']>),
		lookUpUnclear: read('lookUpUnclear', choice<boolean>),
		maximumAmount: read('maximumAmount', limit),
		maximumTotal: read('maximumTotal', limit),
		maximumWaitMs: read('maximumWait', secondsAsMs),
		proxy: read('proxy', readProxy),
		simplify: read('simplify', choice<boolean>),
		timeoutMs: read('timeout', wholeNumber),
		validateOnly: read('validateOnly', choice<boolean>),
		whenAlreadySent: read('whenAlreadySent', choice<Settings['whenAlreadySent']>),
	};
}

/** One of the values that the option offers. Strict: nothing is taken for true or false. */
function choice<T>(value: unknown, { default: byDefault, type, options }: INodeProperties): T {
	const offered = (options as INodePropertyOptions[] | undefined)?.map((option) => option.value);
	const values: unknown[] = type === 'boolean' ? [false, true] : (offered ?? []);
	if (value === undefined) return byDefault as T;
	if (values.includes(value)) return value as T;
	throw new UserError(`must be one of ${values.join(', ')}`);
}

/** A whole number, or text of one, within the bounds of the option. */
const wholeNumber: Format<number> = (value, { default: byDefault, typeOptions = {} }) => {
	if (value === undefined) return byDefault as number;
	const { minValue = 0, maxValue = LONGEST_TIMER_MS } = typeOptions;
	const number = Number(value);
	const isInBounds = number >= minValue && number <= maxValue;
	if (isInBounds && isTextOrNumber(value, /^\d+$/)) return number;
	throw new UserError(`must be a whole number from ${minValue} to ${maxValue}`);
};

/** Seconds, or text of them, such as 900 or 0.5; in milliseconds, since that is what n8n waits by. */
const secondsAsMs: Format<number> = (value, { default: byDefault }) => {
	const seconds = value === undefined ? byDefault : value;
	const longest = Math.floor(LONGEST_TIMER_MS / 1000);
	if (isTextOrNumber(seconds, /^\d+(\.\d+)?$/) && Number(seconds) <= longest) {
		return Math.round(Number(seconds) * 1000);
	}
	throw new UserError(`must be a number of seconds from 0 to ${longest}`);
};

/** An amount in major units, read into cents; no limit where the option is left out. */
const limit: Format<bigint | undefined> = (value) =>
	value === undefined ? undefined : toCents(value);

/** Of numbers and text alone: JavaScript takes a list of one number for that number, too. */
function isTextOrNumber(value: unknown, pattern: RegExp): boolean {
	return (typeof value === 'number' || typeof value === 'string') && pattern.test(String(value));
}
