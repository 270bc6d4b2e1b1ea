import type { IncomingMessage, ServerResponse } from 'node:http';
import {
	getRequestHelperFunctions,
	// The one module of n8n-core that makes requests; the whole of it takes seconds to load.
} from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { StoredCredential } from '../../../workbench/engine/credentials';
import { LocalService } from '../../../workbench/servers/localService';
import { node } from './context';

export type Answer = (response: ServerResponse) => void;

/** Answers with JSON. */
export const json =
	(status: number, body: unknown): Answer =>
	(response) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Answers with one byte after the other, without an end, and says itself when the client's time is over. */
export const dripping =
	(body: string) =>
	(timeIsOver: () => void): Answer =>
	(response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		let sent = 0;
		const timer = setInterval(() => {
			response.write(body[sent++] ?? ' ');
			// The first ones have come in by then, whatever time that took.
			if (sent === 5) timeIsOver();
		}, 20);
		response.on('close', () => clearInterval(timer));
	};

/** A service whose next answer a test decides. */
export class TokenService extends LocalService {
	arrived: Array<Pick<IncomingMessage, 'method' | 'headers'> & { path?: string; body: string }> =
		[];
	answer: Answer = json(200, { token: 'Bearer abc' });

	protected take(
		{ method, url: path, headers }: IncomingMessage,
		body: string,
		response: ServerResponse,
	): void {
		this.arrived.push({ method, path, headers, body });
		this.answer(response);
	}
}

const helpersWith = (additionalData: object) =>
	getRequestHelperFunctions({} as Workflow, node, additionalData as IWorkflowExecuteAdditionalData);

/** n8n's own request helper, as a credential gets it. */
export const { httpRequest } = helpersWith({});

/** The context in which the editor loads a list, with n8n's own request helpers. */
export function listContext(stored: ICredentialDataDecryptedObject): ILoadOptionsFunctions {
	const credentialsHelper = new StoredCredential(stored);
	return {
		getNode: () => node,
		getCredentials: async () => await credentialsHelper.getDecrypted(),
		helpers: helpersWith({ credentialsHelper }),
	} as unknown as ILoadOptionsFunctions;
}
