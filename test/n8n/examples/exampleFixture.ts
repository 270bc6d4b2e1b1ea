import assert from 'node:assert/strict';
import { before, beforeEach } from 'node:test';
import type { SettingsChange } from '../../../sandbox';
import { googleCredentialData } from '../../../workbench/instance/google';
import type { StoredCredential, WorkflowDefinition } from '../../../workbench/workflows/definition';
import { useFixture, forSuite } from '../forSuite';
import { startChatModel } from '../../../workbench/servers/chatModel';
import { startMailbox } from '../../../workbench/servers/mailbox';
import { waitUntil } from '../../../workbench/servers/waiting';
import {
	readExample,
	smtpCredentialData,
	withCredentials,
} from '../../../workbench/workflows/examples';
import { DataTable } from '../../../workbench/instance/dataTable';
import { orders, payouts } from '../../../workbench/instance/exampleTables';
import type { SheetRow } from '../../../workbench/servers/google/sheet';

/** A service that pays a reference as often as it is asked to: only the example holds back a repeat. */
export const payingRepeats: SettingsChange = {
	uniqueOrderReferences: false,
	plainReferences: true,
};

/** Everything around the examples, for all tests of the suite that makes it. */
export class ExampleFixture {
	readonly fixture = useFixture();
	readonly mailbox = forSuite(startMailbox);
	readonly model = forSuite(startChatModel);
	credentials!: Record<'payments' | 'smtp' | 'chatModel' | 'google', StoredCredential>;
	table!: DataTable;
	orders!: DataTable;

	/** @param settings of the service at the beginning of each test */
	constructor(settings: SettingsChange) {
		before(async () => {
			const { api } = this.fixture;
			const { smtpPort } = this.mailbox;
			const model = { apiKey: 'scripted', url: this.model.url };
			const google = googleCredentialData(this.fixture.sheet.account);
			this.credentials = {
				payments: await this.fixture.createCredential(),
				smtp: await api.createCredential('Mail catcher', 'smtp', smtpCredentialData(smtpPort)),
				chatModel: await api.createCredential('Scripted model', 'openAiApi', model),
				google: await api.createCredential('Practice Google account', 'googleApi', google),
			};
			this.table = await DataTable.ensure(api, payouts);
			this.orders = await DataTable.ensure(api, orders);
		});
		beforeEach(async () => {
			await this.fixture.control.reset(settings);
			await this.mailbox.clear();
		});
	}

	/** Stores an example as an import does, and selects its credentials. */
	readonly store = async (
		name: string,
		change = (workflow: WorkflowDefinition) => workflow,
	): Promise<string> => {
		const example = withCredentials(await readExample(name), Object.values(this.credentials));
		return (await this.fixture.api.createWorkflow(change(example))).id;
	};

	/** The address that the approver of the uploaded payouts is sent. */
	readonly approvalLink = async (): Promise<string> => {
		const { html } = await this.mailbox.waitForMessage('approver@example.com');
		const [, link = ''] = /href="([^"]*webhook-waiting[^"]*)"/.exec(html) ?? [];
		return link.replaceAll('&amp;', '&');
	};

	/** Ends the executions of a workflow that still wait for something. */
	readonly stopWaiting = async (workflowId: string): Promise<void> => {
		for (const id of await this.fixture.api.listExecutions(workflowId)) {
			const { status } = await this.fixture.api.getExecution(id);
			if (status === 'waiting') await this.fixture.api.stopExecution(id);
		}
	};

	/** Expects these e-mails and no others, each by its recipient, its subject and its text. */
	readonly expectMails = async (expected: RegExp[]): Promise<void> => {
		await waitUntil(async () => (await this.mailbox.messages()).length >= expected.length);
		const mails = (await this.mailbox.messages()).map(
			({ to, subject, text, html }) => `${to.join()}: ${subject}\n${text || html}`,
		);
		assert.equal(mails.length, expected.length, mails.join('\n\n'));
		for (const pattern of expected) {
			assert.ok(
				mails.some((mail) => pattern.test(mail)),
				`${pattern} in ${mails.join('\n\n')}`,
			);
		}
	};
}

/** What the sandbox pays, once it has an order reference. */
export const payoutToAsha = {
	amount: 1000,
	currency: 'TZS',
	accountNumber: '0150384512700',
	accountName: 'Asha Mushi',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};

/** A row that is to be paid. */
export const pendingRow = (orderReference: string, changes: SheetRow = {}) => ({
	...payoutToAsha,
	orderReference,
	status: 'pending',
	...changes,
});

/** What somebody fills in who wants to pay by card. */
export const asha = {
	'Full name': 'Asha Mushi',
	'Email address': 'asha@example.com',
	'Phone number': '+255 712 345 678',
	'Amount (USD)': '25.50',
};
