import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { options } from '../../resources/options';
import { toCents } from '../../wire/amount';
import { LONGEST_TIMER_MS } from '../common/clock';

/** How an option is read: what the builder sees of it, and what it may be. */
export interface OptionFormat<T> {
	definition: INodeProperties;
	/** What holds where the builder did not add the option. */
	leftOut: T;
	/** Throws a UserError whose message completes "The option <label> …". */
	check: (value: unknown) => T;
}

function definitionOf(name: string): INodeProperties {
	return options.options?.find((option) => option.name === name) as INodeProperties;
}

/** What the builder sees of an option; its name where there is no such option. */
export function labelOf(name: string): string {
	return definitionOf(name)?.displayName ?? name;
}

/** One of the values that the option offers. Strict: nothing is taken for true or false. */
export function choice<T extends string | boolean>(name: string): OptionFormat<T> {
	const definition = definitionOf(name);
	const offered =
		definition.type === 'boolean'
			? [false, true]
			: (definition.options as INodePropertyOptions[]).map(({ value }) => value);
	return {
		definition,
		leftOut: definition.default as T,
		check(value) {
			if (offered.includes(value as T)) return value as T;
			throw new UserError(`must be one of ${offered.join(', ')}`);
		},
	};
}

/** A whole number, or text of one, within the bounds of the option. */
export function wholeNumber(name: string): OptionFormat<number> {
	const definition = definitionOf(name);
	const { minValue = 0, maxValue = LONGEST_TIMER_MS } = definition.typeOptions ?? {};
	return {
		definition,
		leftOut: definition.default as number,
		check(value) {
			const number = Number(value);
			const isInBounds = number >= minValue && number <= maxValue;
			if (isInBounds && isTextOrNumber(value, /^\d+$/)) return number;
			throw new UserError(`must be a whole number from ${minValue} to ${maxValue}`);
		},
	};
}

/** Seconds, or text of them, such as 900 or 0.5; in milliseconds, since that is what n8n waits by. */
export function secondsAsMs(name: string): OptionFormat<number> {
	const definition = definitionOf(name);
	const longest = Math.floor(LONGEST_TIMER_MS / 1000);
	return {
		definition,
		leftOut: (definition.default as number) * 1000,
		check(value) {
			if (isTextOrNumber(value, /^\d+(\.\d+)?$/) && Number(value) <= longest) {
				return Math.round(Number(value) * 1000);
			}
			throw new UserError(`must be a number of seconds from 0 to ${longest}`);
		},
	};
}

/** An amount in major units, read into cents; no limit where the option is left out. */
export function limit(name: string): OptionFormat<bigint | undefined> {
	return { definition: definitionOf(name), leftOut: undefined, check: toCents };
}

/** Anything else; none where the option is left out. */
export function checkedBy<T>(
	name: string,
	check: (value: unknown) => T,
): OptionFormat<T | undefined> {
	return { definition: definitionOf(name), leftOut: undefined, check };
}

/** Of numbers and text alone: JavaScript takes a list of one number for that number, too. */
function isTextOrNumber(value: unknown, pattern: RegExp): boolean {
	return (typeof value === 'number' || typeof value === 'string') && pattern.test(String(value));
}
