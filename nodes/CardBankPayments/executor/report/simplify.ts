import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../../wire/valueAt';

/**
 * Keeps of an answer only the named values, in one flat object.
 *
 * @param paths e.g. `beneficiary.accountName`; the last part becomes the key. What the answer does
 *   not have is left out.
 */
export function simplify(answer: IDataObject, paths: readonly string[]): IDataObject {
	const simplified: IDataObject = {};
	for (const path of paths) {
		const parts = path.split('.');
		const value = valueAt(answer, parts);
		if (value !== undefined) simplified[parts[parts.length - 1] as string] = value as IDataObject;
	}
	return simplified;
}
