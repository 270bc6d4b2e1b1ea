import { after, before, describe, it } from 'node:test';
import type { IDataDeduplicator } from 'n8n-workflow';
import { useFixture } from '../forSuite';
import { requireFromN8n } from '../../../workbench/install/paths';
import { storeContract } from '../../engine/storeContract';

/** The parts of n8n that we use: its connection to the database, and the store on it. */
type Container = { Container: { get<Type>(type: new () => Type): Type } };
type Database = { DbConnection: new () => { init(): Promise<void>; close(): Promise<void> } };
type Deduplication = { DeduplicationHelper: new () => IDataDeduplicator };

describe("n8n's own store of processed items, on the database of a running n8n", () => {
	const fixture = useFixture();
	let workflowId: string;
	let store: IDataDeduplicator;
	let close: () => Promise<void>;
	before(async () => {
		const workflow = { name: 'Lists', nodes: [], connections: {} };
		workflowId = (await fixture.api.createWorkflow(workflow)).id;
		const { userFolder } = fixture.n8n;
		Object.assign(process.env, { N8N_USER_FOLDER: userFolder, N8N_LOG_LEVEL: 'silent' });
		const { Container } = requireFromN8n<Container>('@n8n/di');
		const { DbConnection } = requireFromN8n<Database>('@n8n/db');
		const { DeduplicationHelper } = requireFromN8n<Deduplication>(
			'n8n/dist/deduplication/deduplication-helper.js',
		);
		const connection = Container.get(DbConnection);
		await connection.init();
		close = async () => await connection.close();
		store = new DeduplicationHelper();
	});
	after(async () => await close?.());

	for (const [name, holds] of Object.entries(storeContract)) {
		it(name, async () => await holds({ store, workflowId }));
	}
});
