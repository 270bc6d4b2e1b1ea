import { before, beforeEach } from 'node:test';
import { launchBrowser } from '../../workbench/editor/browser';
import type { StoredCredential, WorkflowDefinition } from '../../workbench/instance/api';
import { useFixture, type FixtureOptions } from '../../workbench/instance/fixture';
import { forSuite } from '../../workbench/servers/forSuite';
import { startMailbox } from '../../workbench/servers/mailbox';
import {
	clearTable,
	insertRows,
	readRows,
	type DataTable,
	type Row,
} from '../../workbench/workflows/dataTables';
import {
	createSmtpCredential,
	readExample,
	withCredentials,
} from '../../workbench/workflows/examples';
import { ensurePayoutsTable } from '../../workbench/workflows/payoutsTable';

/** An example that pays from the data table, with all that a person has who uses it. */
export class TableExample {
	readonly fixture;
	readonly mailbox = forSuite(startMailbox);
	readonly browser = forSuite(launchBrowser);
	table!: DataTable;
	payments!: StoredCredential;
	smtp!: StoredCredential;

	/**
	 * For all tests of the suite that makes it. Each of them meets a service that pays a reference as
	 * often as it is asked to: nothing but the node and the table holds back a repeat.
	 *
	 * @param name of the example's file
	 */
	constructor(
		private readonly name: string,
		options?: FixtureOptions,
	) {
		this.fixture = useFixture(options);
		before(async () => {
			const { api } = this.fixture;
			this.payments = await this.fixture.createCredential();
			this.smtp = await createSmtpCredential(api, this.mailbox);
			this.table = await ensurePayoutsTable(api);
		});
		beforeEach(async () => {
			await this.fixture.control.reset({ uniqueOrderReferences: false, plainReferences: true });
			await this.mailbox.clear();
		});
	}

	/** Puts these rows into the table, and no others. */
	readonly fill = async (rows: Row[]): Promise<void> => {
		await clearTable(this.fixture.api, this.table);
		await insertRows(this.fixture.api, this.table, rows);
	};

	/** Stores the example as an import does, with these rows in the table and no others. */
	readonly prepare = async (
		rows: Row[],
		change = (workflow: WorkflowDefinition) => workflow,
	): Promise<string> => {
		await this.fill(rows);
		const { payments, smtp } = this;
		const example = withCredentials(await readExample(this.name), { payments, smtp });
		return (await this.fixture.api.createWorkflow(change(example))).id;
	};

	/** By order reference. */
	readonly statuses = async (): Promise<Record<string, unknown>> => {
		const rows = await readRows(this.fixture.api, this.table);
		return Object.fromEntries(rows.map((row) => [row.orderReference, row.status]));
	};
}

/** A row that is to be paid. */
export function pendingRow(orderReference: string, amount = 1000): Row {
	return {
		orderReference,
		amount,
		currency: 'TZS',
		accountNumber: '0150384512700',
		accountName: 'Asha Mushi',
		bic: 'CORUTZTZ',
		transferType: 'ACH',
		status: 'pending',
	};
}

/** @param schedule the name of the node that begins a run each second */
export const everySecond = (schedule: string) => (workflow: WorkflowDefinition) => {
	const interval = [{ field: 'seconds', secondsInterval: 1 }];
	const nodes = (workflow.nodes as Array<{ name: string }>).map((node) =>
		node.name === schedule ? { ...node, parameters: { rule: { interval } } } : node,
	);
	return { ...workflow, nodes };
};
