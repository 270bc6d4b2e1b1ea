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
import { EngineCredential } from '../../../workbench/engine/credentials';
import { LocalService } from '../../../workbench/servers/localService';
import { node } from './context';

export type Responder = (response: ServerResponse) => unknown;

/** Answers with JSON. */
export const json =
	(status: number, body: unknown): Responder =>
	(response) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A service whose next answer a test decides. */
export class TokenService extends LocalService {
	arrived: Array<Pick<IncomingMessage, 'method' | 'headers'> & { path?: string; body: string }> =
		[];
	answer: Responder = json(200, { token: 'Bearer abc' });

	protected take(
		{ method, url: path, headers }: IncomingMessage,
		body: string,
		response: ServerResponse,
	): void {
		this.arrived.push({ method, path, headers, body });
		this.answer(response);
	}
}

/** One for the tests of this file, before each of which it forgets what arrived and answers so again. */
export function useTokenService(answer: Responder): TokenService {
	const service = new TokenService();
	beforeAll(async () => await service.start());
	afterAll(async () => await service.stop());
	beforeEach(() => Object.assign(service, { arrived: [], answer }));
	return service;
}

/** What a call says that is answered without an end, once these milliseconds are over. */
export async function saidAfter(
	ms: number,
	service: TokenService,
	refusal: () => Promise<string>,
): Promise<string> {
	const time = new AbortController();
	const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
	service.answer = (response) => response.write('{', () => time.abort());
	const said = await refusal();
	expect(deadline).toHaveBeenCalledWith(ms);
	deadline.mockRestore();
	return said;
}

const helpersWith = (additionalData: object) =>
	getRequestHelperFunctions({} as Workflow, node, additionalData as IWorkflowExecuteAdditionalData);

/** n8n's own request helper, as a credential gets it. */
export const { httpRequest } = helpersWith({});

/** The context in which the editor loads a list, with n8n's own request helpers. */
export function listContext(stored: ICredentialDataDecryptedObject): ILoadOptionsFunctions {
	const credentialsHelper = new EngineCredential(stored);
	return {
		getNode: () => node,
		getCredentials: async () => await credentialsHelper.getDecrypted(),
		helpers: helpersWith({ credentialsHelper }),
	} as unknown as ILoadOptionsFunctions;
}
