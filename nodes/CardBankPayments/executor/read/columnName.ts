import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { shown } from '../../wire/shown';
import { rawOf, rawValue } from './parameters';

/** `={{ $json.bic }}` or `={{ $json["Account Number"] }}`, as the editor writes a column that is dropped on a field. */
const COLUMN = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\{}]+)"\]|\['([^'\\{}]+)'\])\s*\}\}$/;

/** A longer name does not fit into a note. */
const LONGEST_NAME = 40;

/** The column that alone gives a parameter its value, e.g. `Account Number`. */
export function columnOf(raw: unknown): string | undefined {
	const [, ...names] = COLUMN.exec(String(rawValue(raw))) ?? [];
	return names.find((name) => name !== undefined);
}

/** The same field, called by its column: whoever owns the table does not know the fields of the node. */
export function calledByColumn(context: IExecuteFunctions, field: INodeProperties) {
	const column = columnOf(rawOf(context, field.name, field.default));
	return column === undefined ? field : { ...field, displayName: shown(column, LONGEST_NAME) };
}
