import { before, beforeEach } from 'node:test';
import { launchBrowser } from '../../workbench/editor/browser';
import { productionFormUrl } from '../../workbench/editor/builder';
import type { StoredCredential, WorkflowDefinition } from '../../workbench/instance/api';
import { useFixture } from '../../workbench/instance/fixture';
import { readFormEnding, submitForm, visit } from '../../workbench/instance/person';
import { forSuite } from '../../workbench/servers/forSuite';
import { startMailbox, type Message } from '../../workbench/servers/mailbox';
import { answersWell, waitUntil } from '../../workbench/servers/waiting';
import {
	createSmtpCredential,
	strictService,
	withCredentials,
} from '../../workbench/workflows/examples';
import type { asha } from './asha';

export const team = 'payments@example.com';

/** The example that mails a payment link to whoever fills in its form. */
export class FormExample {
	readonly fixture = useFixture();
	readonly mailbox = forSuite(startMailbox);
	readonly browser = forSuite(launchBrowser);
	payments!: StoredCredential;
	smtp!: StoredCredential;

	/** For all tests of the suite that makes it. */
	constructor() {
		before(async () => {
			await this.fixture.createCredential({ apiKey: 'of another account' });
			this.payments = await this.fixture.createCredential();
			this.smtp = await createSmtpCredential(this.fixture.api, this.mailbox);
		});
		beforeEach(async () => {
			await this.fixture.control.reset(strictService);
			await this.mailbox.clear();
		});
	}

	/** Stores a variant of the example, and publishes it without the editor. */
	readonly publish = async (variant: WorkflowDefinition): Promise<string> => {
		const { payments, smtp } = this;
		const { api } = this.fixture;
		const { id } = await api.createWorkflow(withCredentials(variant, { payments, smtp }));
		await api.activateWorkflow(id);
		await waitUntil(async () => await answersWell(await this.formUrl(id)));
		return id;
	};

	readonly formUrl = async (workflowId: string): Promise<string> =>
		await productionFormUrl(this.fixture.api, workflowId, 'Payment form');

	/** Opens the published form, sends it, and reads the page on which it ends. */
	readonly fillIn = async (workflowId: string, answers: typeof asha): Promise<string> => {
		const form = await visit(this.browser, await this.formUrl(workflowId));
		await submitForm(form, answers);
		const ending = await readFormEnding(form);
		await form.close();
		return ending;
	};

	/** Everybody who has got an e-mail. */
	readonly recipients = async (): Promise<string[]> =>
		(await this.mailbox.messages()).flatMap(({ to }) => to);
}

/** The address that a click in the e-mail opens. */
export function linkIn({ html }: Message): string {
	const [, link = ''] = /<a href="([^"]*)"/.exec(html) ?? [];
	return link;
}
