import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { N8nApi } from '../../../workbench/instance/api';

describe('an n8n that is only visited', () => {
	const requests: string[] = [];
	let server: Server;
	beforeAll(async () => {
		server = createServer((request, response) => {
			requests.push(`${request.method} ${request.url}`);
			response.end(JSON.stringify({ data: { id: String(requests.length) } }));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => server.close());

	it('keeps nothing of what was stored in it, and all that was there before', async () => {
		const api = new N8nApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		await api.createCredential('Sandbox 1', 'cardBankPaymentsApi', {});
		await api.createWorkflow({ name: 'Payments', nodes: [], connections: {} });
		await api.removeMade();
		expect(requests.slice(2)).toEqual([
			'DELETE /rest/credentials/1',
			'POST /rest/workflows/2/archive',
			'DELETE /rest/workflows/2',
		]);
	});
});
