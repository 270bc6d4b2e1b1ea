import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Fault } from '../../../sandbox';
import type { WorkflowDefinition } from '../../../workbench/instance/api';
import { bodiesSent, sentTo } from '../../../workbench/instance/assertions';
import { noReuse } from '../../../workbench/servers/connections';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { smtpCredentialData } from '../../../workbench/workflows/examples';
import { paidTwice, payoutRequests } from '../../../workbench/workflows/outcomes';
import { waitForWebhook } from '../../../workbench/workflows/webhookWorkflow';
import { fromItem } from '../../../workbench/workflows/workflows';
import { asha, payingRepeats, payoutToAsha, Stage } from '../examples/stage';

const initiate = 'initiateCardPayment';
const columns = ['orderReference', 'amount', 'currency', 'accountNumber', 'accountName', 'bic'];

/** A person's browser: n8n takes whatever else opens a link for a program. */
const person = { ...noReuse, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };

/** A line of a CSV file that the sandbox accepts, with `changes` to its cells. */
const line = (orderReference: string, changes: object = {}) => {
	const cells: Record<string, unknown> = { ...payoutToAsha, orderReference, ...changes };
	return [...columns, 'transferType'].map((column) => cells[column]).join();
};
const hostile = `{{ 6 * 7 }} <img src=x onerror=alert(1)> O'Hara & Co`;

describe('an example that people or the service begin', () => {
	// While there is an n8n to be asked: they would go on asking for three days.
	after(async () => {
		for (const id of await fixture.api.listExecutions(ids['form-payment-link']!)) {
			const { status } = await fixture.api.getExecution(id);
			if (status === 'waiting') await fixture.api.stopExecution(id);
		}
	});
	const stage = new Stage(payingRepeats);
	const { fixture, mailbox } = stage;
	const ids: Record<string, string> = {};
	const ledger = async () => await fixture.control.ledger();
	const fault = async (one: Fault) => await fixture.control.addFault(one);

	/** Stores an example whose form asks for no log-in, and publishes it. */
	async function publish(
		name: string,
		trigger: string,
		{ file = name, changes = {} }: { file?: string; changes?: Changes } = {},
	): Promise<void> {
		const open = (workflow: WorkflowDefinition) =>
			changeNodes(changeNodes(workflow, changes), {
				[trigger]: ({ parameters }) => ({
					webhookId: name,
					parameters: { ...parameters, authentication: 'none' },
				}),
			});
		ids[name] = await stage.store(file, open);
		await fixture.api.activateWorkflow(ids[name]);
		await waitUntil(async () => await answersWell(formOf(name)));
	}
	const formOf = (name: string) => `${fixture.n8n.url}/form/${name}`;

	before(async () => {
		const often = { 'Wait a while': () => ({ parameters: { amount: 0.1, unit: 'seconds' } }) };
		await publish('form-payment-link', 'Payment form');
		await publish('watched-link', 'Payment form', { file: 'form-payment-link', changes: often });
		await publish('pay-by-hand', 'Payout form');
		await publish('spreadsheet-approval', 'Upload payouts');
		ids.received = await stage.store('payment-received');
		await fixture.api.activateWorkflow(ids.received);
		await waitForWebhook(fixture.n8n.url, 'payment-events');
	});

	/** Sends values to a form, and waits until its execution waits for what comes next. */
	async function send(url: string, values: Array<string | Blob>): Promise<string> {
		const body = new FormData();
		for (const [index, value] of values.entries()) {
			if (typeof value === 'string') body.set(`field-${index}`, value);
			else body.set(`field-${index}`, value, 'payouts.csv');
		}
		const answer = await fetch(url, { method: 'POST', headers: person, body });
		const text = await answer.text();
		const [, page = '', id = ''] = /"(http[^"]*\/form-waiting\/(\w+)[^"]*)"/.exec(text) ?? [];
		if (id === '') return text;
		await waitUntil(async () => (await fixture.api.getExecution(id)).status === 'waiting');
		return page;
	}

	/** Fills in a form, and reads the page on which it ends. */
	async function fillIn(name: string, values: Array<string | Blob>): Promise<string> {
		const page = await send(formOf(name), values);
		return await (await fetch(page, { headers: person })).text();
	}

	const payByCard = async (changes: object = {}, name = 'form-payment-link') =>
		await fillIn(name, Object.values({ ...asha, ...changes }));

	const payByHand = async (orderReference: string) =>
		await fillIn('pay-by-hand', line(orderReference, { amount: 1200 }).split(','));

	/** Makes a payout of which this workflow heard nothing. */
	async function loseElsewhere(orderReference: string): Promise<void> {
		await fault({ kind: 'dropAfter', operation: 'createBankPayout', orderReference });
		const parameters = { ...fromItem.createBankPayout, options: { lookUpUnclear: false } };
		const item = { ...payoutToAsha, orderReference };
		await fixture.pay([item], { parameters }, stage.credentials.payments);
	}

	/** Uploads a file, and returns the address that the approver is sent. */
	async function upload(...lines: string[]): Promise<string> {
		const file = new Blob([[[...columns, 'transferType'].join(), ...lines, ''].join('\n')]);
		await send(formOf('spreadsheet-approval'), [file]);
		const { html } = await mailbox.waitForMessage('approver@example.com');
		const [, link = ''] = /href="([^"]*webhook-waiting[^"]*)"/.exec(html) ?? [];
		return link.replaceAll('&amp;', '&');
	}

	/** @returns the approver's page, and the file of the result */
	async function decide(link: string, decision: string, comment = ''): Promise<string> {
		const page = await (await fetch(link, { headers: person })).text();
		assert.doesNotMatch(page, /<img src=x/);
		await send(link, ['', JSON.stringify([decision]), 'Neema Joseph', comment]);
		const { attachments } = await mailbox.waitForMessage('finance@example.com');
		return page + String(attachments?.[0]?.content);
	}

	/** Calls as the service does, or as somebody does who says so. */
	async function call(data: unknown): Promise<string> {
		const url = `${fixture.n8n.url}/webhook/payment-events`;
		const headers = { ...noReuse, 'content-type': 'application/json' };
		const earlier = await fixture.api.listExecutions(ids.received!);
		await fetch(url, { method: 'POST', headers, body: JSON.stringify({ data }) });
		const came = async () =>
			(await fixture.api.listExecutions(ids.received!)).find((id) => !earlier.includes(id));
		await waitUntil(async () => (await came()) !== undefined);
		const { status } = await fixture.api.waitForExecution((await came())!);
		return status;
	}
	const makeLink = async (orderReference: string) => {
		const item = { orderReference, amount: '25.00', currency: 'USD', customerId: 'CUST1' };
		const link = { resource: 'cardPayment', operation: 'initiate' };
		const parameters = { ...fromItem.initiate, ...link };
		await fixture.pay([item], { parameters }, stage.credentials.payments);
	};

	/** What is done, what the person reads at the end, and each e-mail. */
	const cases: Record<string, [() => Promise<string>, RegExp, RegExp[]]> = {
		'a refusal stays with the team': [
			async () => {
				await fault({ kind: 'statusBefore', status: 422, operation: initiate });
				const page = await payByCard();
				assert.doesNotMatch(page.replace(/FORM\w+/g, ''), /HTTP 422|"outcome"|rejected/);
				return page;
			},
			/Sorry.*Nothing was charged.*try again.*FORM\d{17}[0-9A-F]{6}/s,
			[/^payments@.*No payment link for order FORM.*Asha Mushi.*HTTP 422.*advice: Correct/s],
		],
		'a link that was lost is made anew, once, by itself': [
			async () => {
				await fault({ kind: 'dropAfter', operation: initiate });
				const page = await payByCard();
				const [lost, made] = (await ledger()).cardPayments;
				assert.equal(made?.orderReference, `${lost?.orderReference}B`);
				const { html } = await mailbox.waitForMessage('asha@example.com');
				assert.ok(html.includes(made.cardPaymentLink) && page.includes(made.orderReference));
				return page;
			},
			/check your e-mail/,
			[/^asha@example\.com/],
		],
		'an amount that cannot be paid is sent nowhere': [
			async () => {
				const page = await payByCard({ 'Amount (USD)': '12.345' });
				assert.deepEqual(sentTo(await ledger(), initiate), []);
				return page;
			},
			/Sorry.*more than 0 and can have two decimals/s,
			[/^payments@/],
		],
		'markup in a name is shown as it was typed': [
			async () => await payByCard({ 'Full name': `<a href="http://evil.example">O'Hara</a>` }),
			/check your e-mail/,
			[/^asha@(?!.*<a .*<a ).*Hello &#60;a href=&#34;.*O&#39;Hara/s],
		],
		'the link is on the page where no e-mail can be sent': [
			async () => {
				const { smtp } = stage.credentials;
				await fixture.api.updateCredential(smtp, smtpCredentialData(1));
				return await payByCard().finally(
					async () =>
						await fixture.api.updateCredential(smtp, smtpCredentialData(mailbox.smtpPort)),
				);
			},
			/Here is your payment link.*http:\/\/127\.0\.0\.1:\d+\/pay\//s,
			[],
		],
		'payer and team hear of a payment once it was made': [
			async () => {
				const page = await payByCard({}, 'watched-link');
				await waitUntil(async () => sentTo(await ledger(), 'getPayment').length >= 2);
				assert.equal((await mailbox.messages()).length, 1);
				const [payment] = (await ledger()).cardPayments;
				await fixture.control.setPaymentStatus(payment!.orderReference, 'SUCCESS');
				await mailbox.waitForMessage(({ subject }) => subject.startsWith('Paid: order'));
				return page;
			},
			/check your e-mail/,
			[
				/payment link for 25\.50/,
				/We have received your payment of 25\.50 USD/,
				/25\.5 USD.*SUCCESS/s,
			],
		],
		'by hand, nothing is paid that the service knows': [
			async () => {
				await loseElsewhere('HAND2');
				const page = await payByHand('HAND2');
				assert.equal(payoutRequests(await ledger()).length, 1);
				return page;
			},
			/The service knows this payout: [A-Z]+.*Nothing was sent.*asked for 1000\.00 TZS/s,
			[],
		],
		'by hand, nothing is paid where the service cannot be asked': [
			async () => {
				await fault({ kind: 'statusBefore', operation: 'getPayout', status: 503, times: 3 });
				return await payByHand('HAND3');
			},
			/look-up got no response\. Nothing was sent/,
			[],
		],
		'by hand, nothing is paid twice, although the service does not show the first one yet': [
			async () => {
				await payByHand('HAND4');
				await fault({ kind: 'recordLate', operation: 'getPayout', orderReference: 'HAND4' });
				return await payByHand('HAND4');
			},
			/already sent/i,
			[],
		],
		'an approver sees names, totals and warnings, and only what was approved is sent': [
			async () => {
				const orderReference = 'JUNE4';
				await fault({ kind: 'dropAfter', operation: 'createBankPayout', orderReference });
				await fault({ kind: 'recordLate', orderReference, times: 3 });
				const link = await upload(
					line('JUNE1', { amount: 450_000 }),
					line('JUNE2', { amount: '"387,500"' }),
					line('JUNE3', { accountNumber: '0009120001234', accountName: `"${hostile}"` }),
					line('JUNE4'),
					line('JUNE5', { bic: 'CRDBTZTZ' }),
				);
				const outcome = await decide(link, 'Approve', 'June is right');
				const sent = bodiesSent(await ledger(), 'createBankPayout') as Array<typeof payoutToAsha>;
				assert.ok(sent.some(({ accountName }) => accountName === hostile));
				return outcome;
			},
			new RegExp(
				[
					'JUNE1.*450,000\\.00 TZS.*Asha Mushi.*Asha Mushi.*6 \\* 7',
					'Warning: The bank knows another name.*Warning: .*no preview.*CRDBTZTZ',
					'JUNE1.*accepted.*AUTHORIZED.*1500\\.00.*JUNE2.*invalid.*387,500.*JUNE3.*accepted',
					'JUNE4.*unknown.*[Ll]ook up order reference JUNE4.*JUNE5.*rejected.*No money moved',
				].join('.*'),
				's',
			),
			[
				/^approver@.*to approve: 4.*TZS: .*fees.*balance 1,0.*will not be paid: 1 row.*Rows with a warning: 2/s,
				/^finance@.*Approved.*accepted: 2, rejected: 1, unknown: 1, invalid: 1.*June is right/s,
			],
		],
		'an approver who declines, whatever a program did with the link': [
			async () => {
				const tooMuch = { amount: '8000.01', currency: 'USD' };
				const link = await upload(
					line('NO1'),
					line('NO2', { currency: 'KES' }),
					line('NO3', tooMuch),
				);
				for (let times = 0; times < 3; times++) await answersWell(link);
				const outcome = await decide(link, 'Decline', 'Wrong month');
				assert.deepEqual(payoutRequests(await ledger()), []);
				return outcome;
			},
			/NO1,.*notApproved.*NO2,.*,invalid.*NO3,.*,invalid.*Above the limit of 8,000 USD/s,
			[/^approver@/, /^finance@.*Declined: nothing was sent.*Wrong month/s],
		],
		'nobody is asked to approve a file of which no row can be paid': [
			async () => {
				const file = [[...columns, 'transferType'].join(), line('BAD1', { amount: '0' })];
				return await fillIn('spreadsheet-approval', [new Blob([file.join('\n')])]);
			},
			/No row can be paid: nothing was sent/,
			[/^finance@/],
		],
		'a file without rows is not read as one': [
			async () => await fillIn('spreadsheet-approval', [new Blob(['A1,100,TZS'])]),
			/No rows could be read\. Nothing was sent/,
			[],
		],
		'nothing is believed of a call but its order reference': [
			async () => {
				await makeLink('OPEN1');
				const said = { status: 'SUCCESS', collectedAmount: 1_000_000, id: 'made up' };
				await call({ ...said, orderReference: 'OPEN1' });
				await call({ ...said, orderReference: 'NEVERMADE' });
				const { length } = (await ledger()).requests;
				const references = ['../tokens', '{{ 6 * 7 }}', ' INV2', 'A'.repeat(201), ['INV2'], null];
				for (const orderReference of references) await call({ orderReference });
				assert.equal((await ledger()).requests.length, length, 'something was asked');
				return await call([]);
			},
			/^success$/,
			[],
		],
		'a payout that came back is told, once': [
			async () => {
				await fixture.control.settings({ plainReferences: false });
				const item = { ...payoutToAsha, orderReference: 'BACK-1' };
				const { payments } = stage.credentials;
				await fixture.pay([item], { parameters: fromItem.createBankPayout }, payments);
				await fixture.control.setPayoutStatus('BACK-1', 'REVERSED');
				await call({ orderReference: 'BACK-1' });
				return await call({ orderReference: 'BACK-1' });
			},
			/^success$/,
			[/Order BACK-1: reversed.*to Asha Mushi, status REVERSED/s],
		],
		'a call is told as unclear where the service cannot be asked': [
			async () => {
				await makeLink('DOWN1');
				const orderReference = 'DOWN1';
				await fault({ kind: 'statusBefore', operation: 'getPayment', status: 503, orderReference });
				return await call({ orderReference });
			},
			/^success$/,
			[/Order DOWN1: look it up/],
		],
	};

	for (const [title, [play, says, mails]] of Object.entries(cases)) {
		it(title, async () => {
			assert.match(await play(), says);
			await stage.expectMails(mails);
			assert.deepEqual(paidTwice(await ledger()), []);
		});
	}
});

type Changes = Parameters<typeof changeNodes>[1];
