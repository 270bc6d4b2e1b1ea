import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { options } from '../../resources/options';
import { options as sentences } from '../../sentences/options';
import { values } from '../../sentences/values';
import { toCents } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import { LONGEST_TIMER_MS } from '../common/clock';
import { operationError } from '../common/operationError';
import { itemNumber } from '../common/payment';
import { choice, isCollection, isFixed, rawOf } from './parameters';

/** The builder's Options, checked; see `resources/options.ts` for what each one means. */
export interface Settings {
	agentPayouts: 'refuse' | 'fixedBeneficiary' | 'anyBeneficiary';
	checkBalance: boolean;
	/** The items, by their index, for which the bank is asked whose account it is. */
	checksName: ReadonlySet<number>;
	concurrency: number;
	/** Cents, per currency; undefined where no limit is set. */
	maximumAmount?: bigint;
	maximumPerDay?: bigint;
	maximumTotal?: bigint;
	maximumWaitMs: number;
	orderBy: 'ASC' | 'DESC';
	output: 'record' | 'row';
	/** The items that leave although another one has the same account and amount. */
	paysEqual: ReadonlySet<number>;
	simplify: boolean;
	timeoutMs: number;
	validateOnly: boolean;
	whenAlreadySent: 'error' | 'returnPayout';
}

/** Options of an earlier version: a saved workflow that still has one runs as if it were not there. */
const FORMER = new Set(['batchInterval', 'duplicateGuard', 'lookUpUnclear', 'proxy']);

/**
 * Reads the Options of the node. But for two, they hold for all items of a run together.
 *
 * @param indexes of the items that are still to be sent; with none, an option that cannot be read has
 * its default, since all that is left is to report what is known
 * @throws NodeOperationError that names the option by its label
 */
export function readSettings(context: IExecuteFunctions, indexes: number[]): Settings {
	const raw = rawOf(context, 'options', {});
	const other = isCollection(raw)
		? Object.keys(raw).find((name) => !optionNamed(name) && !FORMER.has(name))
		: raw;
	if (other !== undefined && indexes.length > 0) {
		// A misspelled `maximumAmont` was meant as a limit, and the run would go without one.
		const { says, nextStep } = isCollection(raw)
			? sentences.unknown({ name: describeValue(other) })
			: sentences.oneExpression;
		throw operationError(context.getNode(), says, nextStep);
	}
	const operation = context.getNodeParameter('operation', 0);
	const added = <T>(name: string, format: Format<T>, concerned = indexes) => {
		const definition = optionNamed(name);
		// An option that the editor hides for this operation was added while another one was chosen.
		const shownFor: unknown[] = definition.displayOptions?.show?.['/operation'] ?? [operation];
		const isAdded = isCollection(raw) && Object.hasOwn(raw, name) && shownFor.includes(operation);
		if (!isAdded) return undefined;
		try {
			return format(sameForAll(context, definition, raw[name], concerned), definition);
		} catch (error) {
			if (indexes.length === 0) return undefined;
			const { message, description } = error as UserError;
			// Where n8n cannot evaluate an expression, its message does not say in which option that stands.
			const why = error instanceof UserError ? message : values.unreadable({ why: message });
			const says = sentences.refused({ option: definition.displayName, why });
			throw operationError(context.getNode(), says, description ?? '');
		}
	};
	const read = <T>(name: string, format: Format<T>, concerned = indexes) => {
		const definition = optionNamed(name);
		return added(name, format, concerned) ?? format(definition.default, definition);
	};
	/** The items for which an option has a value; it may differ, since a person may have looked at one row alone. */
	const itemsWith = (name: string, wanted: unknown) =>
		new Set(indexes.filter((index) => read(name, choice, [index]) === wanted));
	return {
		agentPayouts: read('agentPayouts', choice<Settings['agentPayouts']>),
		checkBalance: read('checkBalance', choice<boolean>),
		checksName: itemsWith('checkAccountName', true),
		concurrency: read('concurrency', wholeNumber),
		maximumAmount: added('maximumAmount', toCents),
		maximumPerDay: added('maximumPerDay', toCents),
		maximumTotal: added('maximumTotal', toCents),
		maximumWaitMs: read('maximumWait', secondsAsMs),
		orderBy: read('orderBy', choice<Settings['orderBy']>),
		output: read('output', choice<Settings['output']>),
		paysEqual: itemsWith('equalPayouts', 'pay'),
		simplify: read('simplify', choice<boolean>),
		timeoutMs: read('timeout', wholeNumber),
		validateOnly: read('validateOnly', choice<boolean>),
		whenAlreadySent: read('whenAlreadySent', whenAlreadySent),
	};
}

/** _Pass the Item Through_ of an earlier version is _Return the Payout_ now. */
const whenAlreadySent = (value: unknown, of: INodeProperties) =>
	choice<Settings['whenAlreadySent']>(value === 'passThrough' ? 'returnPayout' : value, of);

/** Throws a UserError whose message completes "The option <label> …". */
type Format<T> = (value: unknown, of: INodeProperties) => T;

export function optionNamed(name: string): INodeProperties {
	return options.options?.find((option) => option.name === name) as INodeProperties;
}

/** A fixed value as it is; of an expression, n8n's own value for every item, which may not differ. */
function sameForAll(
	context: IExecuteFunctions,
	{ name, noDataExpression }: INodeProperties,
	raw: unknown,
	[first = 0, ...others]: number[],
): unknown {
	const isExpression = !isFixed(raw) && noDataExpression !== true;
	const valueOf = (index: number): unknown =>
		isExpression ? context.getNodeParameter(`options.${name}`, index) : raw;
	const value = valueOf(first);
	// An expression that yields nothing must not lift a limit.
	if (value === undefined || value === null || (isExpression && value === '')) {
		throw new UserError(values.emptyAdded);
	}
	const asText = JSON.stringify(value);
	const other = others.find((index) => JSON.stringify(valueOf(index)) !== asText);
	if (other === undefined) return value;
	const { says, nextStep } = sentences.differs({
		item: itemNumber(first),
		other: itemNumber(other),
	});
	throw new UserError(says, { description: nextStep });
}

/** A number, or text of one, within the bounds of the option; of seconds, in milliseconds. */
const numberAs =
	(says: (values: { least: number; most: number }) => string, pattern: RegExp, unit = 1) =>
	(value: unknown, { typeOptions = {} }: INodeProperties): number => {
		const { minValue: least = 0, maxValue: most = Math.floor(LONGEST_TIMER_MS / unit) } =
			typeOptions;
		// JavaScript takes a list of one number for that number, too.
		const isNumber = typeof value !== 'object' && pattern.test(String(value));
		const number = isNumber ? Number(value) : NaN;
		if (number >= least && number <= most) return Math.round(number * unit);
		throw new UserError(says({ least, most }));
	};
const wholeNumber = numberAs(sentences.notWholeNumber, /^\d+$/);
const secondsAsMs = numberAs(sentences.notSeconds, /^\d+(\.\d+)?$/, 1000);
