import { decodeExecution, type Execution } from '../executions/executions';
import { noteStep } from './failureReport';
import { noReuse, waitUntil } from '../servers/waiting';
import type { StoredCredential, WorkflowDefinition } from '../workflows/definition';

/** The owner of every n8n that the tests start. */
export const testOwner = {
	email: 'owner@example.com',
	password: 'Sandbox-Owner-1',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

export type Owner = typeof testOwner;

export interface StoredWorkflow extends WorkflowDefinition {
	id: string;
	active: boolean;
	versionId: string;
}

/** The REST interface that n8n's editor uses, as its owner. */
export class N8nApi {
	/** The addresses of what was stored through it, for those who leave an n8n as it was. */
	private readonly made: string[] = [];

	/** @param cookie of somebody who has logged in before */
	constructor(
		readonly url: string,
		public cookie = '',
	) {}

	async logIn(owner = testOwner): Promise<void> {
		const { email: emailOrLdapLoginId, password } = owner;
		await this.request('POST', '/rest/login', { emailOrLdapLoginId, password });
	}

	/** Logs in, as the first owner where this n8n still waits for one. */
	async enter(owner = testOwner): Promise<void> {
		const { userManagement } = await this.settings();
		if (!userManagement.showSetupOnFirstLoad) await this.logIn(owner);
		else await this.request('POST', '/rest/owner/setup', owner);
	}

	/** What n8n tells of itself; all but `userManagement` only to those who have logged in. */
	async settings() {
		return await this.request<{
			userManagement: { showSetupOnFirstLoad?: boolean };
			versionCli: string;
			databaseType: string;
		}>('GET', '/rest/settings');
	}

	async createCredential(name: string, type: string, data: object): Promise<StoredCredential> {
		const path = '/rest/credentials';
		const created = await this.request<StoredCredential>('POST', path, { name, type, data });
		this.made.push(`${path}/${created.id}`);
		return created;
	}

	async updateCredential(credential: StoredCredential, data: object): Promise<void> {
		const { id, name, type } = credential;
		await this.request('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	async listCredentials(): Promise<StoredCredential[]> {
		return await this.request('GET', '/rest/credentials');
	}

	async deleteCredentials(): Promise<void> {
		for (const { id } of await this.listCredentials()) {
			await this.request('DELETE', `/rest/credentials/${id}`);
		}
	}

	/** Runs the test that the editor runs after saving a credential, with the text that it shows. */
	async testCredential(
		credential: StoredCredential,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const { id, name, type } = credential;
		const credentials = { id, name, type, data: await this.shownData(credential) };
		return await this.request('POST', '/rest/credentials/test', { credentials });
	}

	/** What the editor may read of a credential. */
	async shownData({ id }: StoredCredential): Promise<Record<string, unknown>> {
		const path = `/rest/credentials/${id}?includeData=true`;
		return (await this.request<{ data: Record<string, unknown> }>('GET', path)).data;
	}

	async createWorkflow(workflow: WorkflowDefinition): Promise<StoredWorkflow> {
		const created = await this.request<StoredWorkflow>('POST', '/rest/workflows', workflow);
		this.made.push(`/rest/workflows/${created.id}`);
		return created;
	}

	/** Deletes the credentials and workflows that were stored through this object, and nothing else. */
	async removeMade(): Promise<void> {
		for (const path of this.made.splice(0)) {
			// n8n deletes only workflows that are archived.
			if (path.startsWith('/rest/workflows/')) await this.request('POST', `${path}/archive`);
			await this.request('DELETE', path);
		}
	}

	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	async listWorkflows(filter: { active?: true } = {}): Promise<StoredWorkflow[]> {
		const wanted = encodeURIComponent(JSON.stringify(filter));
		return await this.request('GET', `/rest/workflows?filter=${wanted}`);
	}

	/** Publishes the newest version of a workflow, so that its triggers work. */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/**
	 * Presses "Execute workflow".
	 *
	 * @param trigger name of the trigger node to start from
	 * @returns the execution's id
	 */
	async startExecution(workflowId: string, trigger: string): Promise<string> {
		const path = `/rest/workflows/${workflowId}/run`;
		const body = { triggerToStartFrom: { name: trigger } };
		const { executionId } = await this.request<{ executionId: string }>('POST', path, body);
		return executionId;
	}

	/** Presses "Execute workflow" and waits for the end. */
	async execute(workflowId: string, trigger: string): Promise<Execution> {
		return await this.waitForExecution(await this.startExecution(workflowId, trigger));
	}

	/** Waits for the end of the next execution of a workflow, which something begins, e.g. a click. */
	async executionBy(workflowId: string, begin: () => Promise<unknown>): Promise<Execution> {
		const earlier = await this.listExecutions(workflowId);
		await begin();
		const next = async () =>
			(await this.listExecutions(workflowId)).find((id) => !earlier.includes(id));
		return await this.waitForExecution(await waitUntil(next));
	}

	/** Waits until an execution has ended, in whatever way. */
	async waitForExecution(id: string): Promise<Execution> {
		return await waitUntil(async () => {
			const execution = await this.getExecution(id);
			return !['new', 'running', 'waiting', 'unknown'].includes(execution.status) && execution;
		});
	}

	async getExecution(id: string): Promise<Execution> {
		return decodeExecution(await this.request('GET', `/rest/executions/${id}`));
	}

	/** The ids of a workflow's executions, newest first. */
	async listExecutions(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=100`;
		const { results } = await this.request<{ results: Array<{ id: string }> }>('GET', path);
		return results.map(({ id }) => id);
	}

	/** Presses "Retry" on a failed execution and waits for the end. */
	async retryExecution(id: string): Promise<Execution> {
		const path = `/rest/executions/${id}/retry`;
		const retried = await this.request<{ id: string }>('POST', path, { loadWorkflow: false });
		return await this.getExecution(retried.id);
	}

	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/rest/executions/${id}/stop`);
	}

	/** Fetches any address of this n8n with the log-in, e.g. `/types/nodes.json`. */
	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const own = init.headers as Record<string, string>;
		const headers = { ...own, ...noReuse, cookie: this.cookie };
		return await fetch(this.url + path, { ...init, headers });
	}

	/**
	 * Calls any endpoint of n8n's REST interface.
	 *
	 * @returns what the answer carries under `data`
	 * @throws {Error} with n8n's own words when it refuses
	 */
	async request<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
		const headers = { 'content-type': 'application/json' };
		const response = await this.fetch(path, { method, headers, body: JSON.stringify(body) });
		noteStep(method, path, response.status);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
		const [cookie] = response.headers.getSetCookie();
		if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
		return (text === '' ? undefined : (JSON.parse(text) as { data: Answer }).data) as Answer;
	}
}
