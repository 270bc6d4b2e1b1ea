import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { checkedBy, choice, limit, secondsAsMs, wholeNumber } from './optionFormats';
import { leniently, optionReader } from './optionReader';
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
	whenAlreadySent: 'error' | 'passThrough';
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
		agentPayouts: read(choice<Settings['agentPayouts']>('agentPayouts')),
		batchIntervalMs: read(wholeNumber('batchInterval')),
		concurrency: read(wholeNumber('concurrency')),
		duplicateGuard: read(choice<Settings['duplicateGuard']>('duplicateGuard')),
		lookUpUnclear: read(choice<boolean>('lookUpUnclear')),
		maximumAmount: read(limit('maximumAmount')),
		maximumTotal: read(limit('maximumTotal')),
		maximumWaitMs: read(secondsAsMs('maximumWait')),
		proxy: read(checkedBy('proxy', readProxy)),
		simplify: read(choice<boolean>('simplify')),
		timeoutMs: read(wholeNumber('timeout')),
		validateOnly: read(choice<boolean>('validateOnly')),
		whenAlreadySent: read(choice<Settings['whenAlreadySent']>('whenAlreadySent')),
	};
}
