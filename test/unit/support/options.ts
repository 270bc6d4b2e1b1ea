import { NodeOperationError } from 'n8n-workflow';
import { readSettings } from '../../../nodes/CardBankPayments/executor/read/settings';
import { contextOf, type Expressions } from './context';
import { thrownBy } from './wording';

/** The settings of a node with these options; without any, of a node that was just added. */
export const settings = (
	options?: unknown,
	expressions: Expressions = {},
	indexes: number[] = [0],
) =>
	readSettings(
		contextOf({ parameters: options === undefined ? {} : { options }, expressions }),
		indexes,
	);

/** The text with which a value of an option is refused. */
export function refusalOf(name: string, value: unknown): string {
	const error = thrownBy(() => settings({ [name]: value }));
	expect(error).toBeInstanceOf(NodeOperationError);
	return error.message;
}
