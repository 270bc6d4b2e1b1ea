import assert from 'node:assert/strict';
import { before, beforeEach } from 'node:test';
import { fixedToken } from '../../workbench/editor/editor';
import type { StoredCredential, WorkflowDefinition } from '../../workbench/instance/api';
import type { Execution } from '../../workbench/instance/executions';
import { useFixture, type FixtureOptions } from '../../workbench/instance/fixture';
import { forSuite } from '../../workbench/servers/forSuite';
import { startMailbox } from '../../workbench/servers/mailbox';
import { changeNodes } from '../../workbench/workflows/changeNodes';
import {
	addColumn,
	clearTable,
	insertRows,
	readRows,
	removeColumn,
	type DataTable,
	type Row,
} from '../../workbench/workflows/dataTables';
import {
	createSmtpCredential,
	readExample,
	withCredentials,
} from '../../workbench/workflows/examples';
import { paidTwice } from '../../workbench/workflows/outcomes';
import { ensurePayoutsTable } from '../../workbench/workflows/payoutsTable';
import { payoutToAsha } from './asha';

/** An example that pays from the data table, with a mailbox for what it tells people. */
export class TableExample {
	readonly fixture;
	readonly mailbox = forSuite(startMailbox);
	table!: DataTable;
	payments!: StoredCredential;
	smtp!: StoredCredential;

	/**
	 * For all tests of the suite that makes it. Each of them meets a service that pays a reference as
	 * often as it is asked to: nothing but the node and the table holds back a repeat.
	 *
	 * @param name of the example's file
	 * @param trigger the name of the node that begins a run
	 */
	constructor(
		private readonly name: string,
		private readonly trigger: string,
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

	readonly run = async (workflowId: string, trigger = this.trigger): Promise<Execution> =>
		await this.fixture.api.execute(workflowId, trigger);

	/** By order reference. */
	readonly statuses = async (): Promise<Record<string, unknown>> => {
		const rows = await readRows(this.fixture.api, this.table);
		return Object.fromEntries(rows.map((row) => [row.orderReference, row.status]));
	};

	readonly noteOf = async (reference: string): Promise<string> => {
		const rows = await readRows(this.fixture.api, this.table);
		return String(rows.find(({ orderReference }) => orderReference === reference)?.note);
	};

	/** Pays a row that the service asks to send in an hour, and expects it to stay pending. */
	readonly expectKept = async (orderReference: string): Promise<void> => {
		// A credential of its own: whoever uses the same one waits for the same hour.
		const payments = await this.fixture.createCredential(fixedToken);
		const workflowId = await this.prepare(pendingRows(orderReference), (workflow) =>
			withCredentials(workflow, { payments }),
		);
		const fault = { kind: 'paceRefusal', operation: 'createBankPayout' } as const;
		await this.fixture.control.addFault({ ...fault, waitSeconds: 3600 });
		await this.run(workflowId);
		assert.deepEqual(await this.statuses(), { [orderReference]: 'pending' });
	};

	/** Pays two rows that cannot be updated afterwards, and expects them to stay pending. */
	readonly payWithoutUpdate = async (): Promise<{ workflowId: string; broken: Execution }> => {
		const { api } = this.fixture;
		const workflowId = await this.prepare(pendingRows('LOST1', 'LOST2'));
		await removeColumn(api, this.table, 'payoutId');
		const broken = await this.run(workflowId).finally(
			async () => await addColumn(api, this.table, { name: 'payoutId', type: 'string' }),
		);
		assert.deepEqual(await this.statuses(), { LOST1: 'pending', LOST2: 'pending' });
		return { workflowId, broken };
	};

	/** Expects that each row was paid, and nobody a second time. */
	readonly expectPaidOnce = async (): Promise<void> => {
		assert.deepEqual(paidTwice(await this.fixture.control.ledger()), []);
		const statuses = Object.values(await this.statuses());
		assert.ok(statuses.every((each) => each === 'accepted' || each === 'paid'));
	};
}

/** A row that is to be paid. */
export function pendingRow(orderReference: string, amount = payoutToAsha.amount): Row {
	return { ...payoutToAsha, orderReference, amount, status: 'pending' };
}

export const pendingRows = (...references: string[]): Row[] =>
	references.map((each) => pendingRow(each));

/** @param schedule the name of the node that begins a run each second */
export const everySecond = (schedule: string) => (workflow: WorkflowDefinition) => {
	const interval = [{ field: 'seconds', secondsInterval: 1 }];
	return changeNodes(workflow, { [schedule]: () => ({ parameters: { rule: { interval } } }) });
};

/** The node leaves it to the next run to ask what became of an unclear payout. */
export function withoutLookUps(workflow: WorkflowDefinition): WorkflowDefinition {
	return changeNodes(workflow, {
		'Create bank payout': ({ parameters }) => {
			const options = { ...(parameters.options as object), lookUpUnclear: false };
			return { parameters: { ...parameters, options } };
		},
	});
}
