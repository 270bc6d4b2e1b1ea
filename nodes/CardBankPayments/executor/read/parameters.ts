import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isResourceLocatorValue, UserError } from 'n8n-workflow';
import { values } from '../../sentences/values';
import { describeValue } from '../../wire/shown';

/** A parameter as the builder typed it, before n8n evaluates anything; the same for every item. */
export function rawOf(context: IExecuteFunctions, name: string, byDefault: unknown = ''): unknown {
	return context.getNodeParameter(name, 0, byDefault, { rawExpressions: true });
}

/** Whether no expression takes part in a parameter, however deep its value is. */
export function isFixed(raw: unknown): boolean {
	if (typeof raw === 'string') return !raw.startsWith('=');
	if (typeof raw !== 'object' || raw === null) return true;
	return Object.values(raw).every(isFixed);
}

/** A parameter's own value: that of a field such as Bank stands beside the way in which it was chosen. */
export function rawValue(raw: unknown): unknown {
	return isResourceLocatorValue(raw) ? raw.value : raw;
}

/** Whether a value is what n8n makes of a collection: fields by their names. */
export function isCollection(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * One of the values that a field offers. The text `false` would switch an option on, so it is refused.
 *
 * @throws UserError whose message completes "<field> …"
 */
export function choice<T>(value: unknown, { options }: INodeProperties): T {
	const offered = options?.map((option) => 'value' in option && option.value) ?? [false, true];
	if (offered.includes(value as string)) return value as T;
	const says = offered.length === 1 ? values.oneChoice : values.choices;
	throw new UserError(says({ value: describeValue(value), choices: offered.join(', ') }));
}
