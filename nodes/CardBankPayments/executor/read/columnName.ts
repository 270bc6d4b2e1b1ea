import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { shown } from '../../wire/shown';
import { rawOf, rawValue } from './parameters';
import { LONGEST_NAME } from './values';

/** `={{ $json.bic }}` or `={{ $json["Account Number"] }}`, as the editor writes a column that is dropped on a field. */
const COLUMN = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\{}]+)"\]|\['([^'\\{}]+)'\])\s*\}\}$/;

/** The column that alone gives a parameter its value, e.g. `Account Number`. */
export function columnOf(raw: unknown): string | undefined {
	const names = COLUMN.exec(String(rawValue(raw)))?.slice(1);
	return names?.find((name) => name !== undefined);
}

/** The field under the name of its column: somebody who fills in a sheet knows `Account No`, not the node's fields. */
export function calledByColumn(context: IExecuteFunctions, field: INodeProperties) {
	const column = columnOf(rawOf(context, field.name, field.default));
	return column === undefined ? field : { ...field, displayName: shown(column, LONGEST_NAME) };
}
