import type { IDataObject } from 'n8n-workflow';

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** How many records all pages have together, where the service says so. */
	totalCount?: number;
}

/**
 * Reads a response with a 2xx as a page of a list.
 *
 * @param body parsed JSON, text, or undefined where it could not be read
 * @returns undefined where it is none: the response of a proxy is no empty list
 */
export function readPage(body: unknown): Page | undefined {
	if (!isJsonObject(body) || body.success === false) return undefined;
	const { totalCount } = body;
	const data: unknown = body.data;
	if (!isListOfObjects(data)) return undefined;
	return { records: data, ...(isCount(totalCount) && { totalCount }) };
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isJsonObject);
}

function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
