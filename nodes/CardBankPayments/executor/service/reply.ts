import type { IDataObject } from 'n8n-workflow';

/** The response to one request, or the code of a broken connection. */
export interface Reply {
	/** HTTP status; absent when no response arrived. */
	status?: number;
	/** Names in lower case; absent when no response arrived. */
	headers?: Record<string, unknown>;
	/** Code of the network or TLS layer, e.g. `ECONNREFUSED`; absent when a response arrived. */
	code?: string;
	/** Parsed JSON body, or text where the body is not JSON. */
	body?: unknown;
	/** Why there is no token, or none that the service takes: no other item would fare better. */
	tokenRefused?: string;
}

/** Whether the status is a 2xx. */
export function isSuccess({ status = 0 }: Reply): boolean {
	return status >= 200 && status <= 299;
}

export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
