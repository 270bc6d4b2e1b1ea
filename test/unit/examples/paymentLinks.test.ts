import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf, setBy } from '../support/exampleExpression';

const folder = path.resolve(__dirname, '../../../examples');

interface Workflow {
	nodes: object[];
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

const read = (example: string) =>
	JSON.parse(readFileSync(path.join(folder, `${example}.json`), 'utf8')) as Workflow;
const nodesOf = (example: string) => read(example).nodes;
const linksOf = (example: string) => read(example).connections;

describe('form-payment-link', () => {
	const example = 'form-payment-link';

	it.each<[string | undefined, string]>([
		['item', 'the invoice number \\(letters and digits\\).*25\\.00\\.\\nNothing was charged\\.'],
		['reference', '^A link for this number was made before.*e-mails\\.\\nIf you have none, write'],
		['service', '^Please try again in a few minutes\\.\\nNothing was charged\\. If .*, write to'],
		[undefined, '^Please try again in a few minutes\\.\\nNothing was charged\\.'],
	])('says on the page what the payer can do where it is the matter of: %s', (cause, said) => {
		const page = parametersOf<{ completionMessage: string }>(example, 'Ask to try again');
		const mail = parametersOf<{ text: string }>(example, 'Tell the team: no link');
		const earlier = { 'Prepare the order': { ...order, teamEmail: 'payments@example.com' } };
		const seen = { $json: { error: 'Refused', details: { cause } }, earlier };
		const text = String(evaluate(page.completionMessage, seen));
		expect(text).toMatch(new RegExp(said, 's'));
		expect(text).toMatch(/ write to payments@example\.com and mention FORM1\.$/);
		const says = cause === 'reference' ? 'was made before' : 'asks for another try';
		expect(evaluate(mail.text, seen)).toContain(`${says}. Nothing was charged now.`);
	});

	it('ends as failed where an e-mail to the team could not be sent, after the page', () => {
		const failed = (earlier: Record<string, IDataObject>) =>
			setBy(example, 'See what failed', [{}], { earlier })[0]!.failed;
		const names = ['Tell the team: no link', 'Tell the team: not watched'];
		for (const name of names) {
			expect(failed({ [name]: { error: 'No such host' } })).toMatch(/^The e-mail .* not be sent/);
			expect(failed({ [name]: { messageId: '1' } })).toBe('');
		}
		// As a deactivated node hands on what it was given.
		const refused = { error: 'Request rejected', details: { outcome: 'rejected' } };
		expect([failed({ [names[0]!]: refused }), failed({})]).toEqual(['', '']);
	});
	const order = { amount: 25.5, nameForHtml: 'Asha', orderReference: 'FORM1' };

	it.each<[string, IDataObject]>([
		[' of 20.00 USD', { collectedAmount: '20', collectedCurrency: 'USD' }],
		['', {}],
	])('thanks for what was collected: %j', (amount, $json) => {
		const mail = parametersOf<{ subject: string; html: string }>(example, 'Thank the payer');
		const earlier = { 'When a link was made': order };
		expect(evaluate(mail.subject, { $json, earlier })).toBe(
			`We have received your payment${amount}`,
		);
		const html = String(evaluate(mail.html, { $json, earlier })).replace(/<\/?b>/g, '');
		expect(html).toContain(`we have received your payment${amount}.</p>`);
	});

	it.each<[string, string, IDataObject]>([
		[', 20.00 USD', 'Collected: 20.00 USD', { collectedAmount: '20', collectedCurrency: 'USD' }],
		['', 'Collected: the service does not say how much', {}],
	])('tells the team what was collected: %j', (amount, collected, record) => {
		const mail = parametersOf<{ subject: string; text: string }>(example, 'Tell the team: paid');
		const earlier = { 'When a link was made': order, 'Check whether it was paid': record };
		expect(evaluate(mail.subject, { $json: {}, earlier })).toBe(`Paid: order FORM1${amount}`);
		expect(evaluate(mail.text, { $json: {}, earlier })).toContain(collected);
	});

	it('shows the link where the node that e-mails it is deactivated', () => {
		const page = parametersOf<{ completionTitle: string; completionMessage: string }>(
			example,
			'Say that the link was sent',
		);
		const made = { ...order, email: 'asha@example.com' };
		const given = { ...made, cardPaymentLink: 'https://pay.example.com/1' };
		const earlier = { 'Add the link to the order': given };
		const shown = ($json: IDataObject) =>
			[page.completionTitle, page.completionMessage]
				.map((text) => evaluate(text, { $json, earlier }))
				.join(': ');
		expect(shown({ accepted: ['asha@example.com'] })).toMatch(
			/^Thank you.*: We have sent a link for paying 25\.50 USD to asha@.*\n.*FORM1\.$/,
		);
		expect(shown(given)).toMatch(
			/^Here is .*: You can pay 25\.50 USD here: <a href="https:.*\n.*FORM1\.$/,
		);
	});
});

describe.each([
	['form-payment-link', ['Tell the team: paid', 'Tell the team: not paid']],
	['invoice-links', ['Tell the team']],
	['months-statement', ['Send the statement']],
	['payment-received', ['Tell the team', 'Tell the team: look it up']],
])('%s', (example, names) => {
	it.each(names)('tries again to send an e-mail behind which nothing comes: %s', (name) => {
		expect(nodesOf(example)).toContainEqual(
			expect.objectContaining({ name, retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 }),
		);
	});
});

describe('invoice-links', () => {
	const example = 'invoice-links';

	it('names number and amount of the invoice in the e-mail to the customer', () => {
		const { text } = parametersOf<{ text: string }>(example, 'Send the link');
		const $json = { orderReference: 'INV1', amount: 12.5, customerName: 'Asha', link: 'https://x' };
		expect(evaluate(text, { $json })).toContain(
			'please pay invoice INV1, 12.50 USD, by card here:',
		);
	});
	const failed = {
		error: 'Request rejected',
		message: 'Item 1: Nothing was changed. It says why.',
	};
	/** What becomes of an invoice whose link was e-mailed. */
	const lookedUp = (list: IDataObject, row: IDataObject = {}) => {
		const earlier = { 'Get many card payments': list };
		const found = setBy(example, 'Find what was paid', [{ id: 7, amount: 25, ...row }], {
			earlier,
		});
		return setBy(example, 'Decide the new status', found)[0]!;
	};

	it('does not say that nobody has paid where nobody could look', () => {
		expect(lookedUp({}).note).toBe('Not paid yet. The service says: nothing yet');
		const note = 'It could not be looked up now. Nothing was changed. It says why.';
		expect(lookedUp(failed)).toMatchObject({ status: 'link sent', note });
		expect(lookedUp({ error: 'Something in n8n' }).note).toContain('now. Something in n8n');
	});

	// n8n hands on the rows themselves where somebody deactivates the node.
	it('does not say so either where the node that looks is deactivated', () => {
		const link = 'https://pay.example.com/1';
		const row = { status: 'link sent', link, email: 'asha@example.com' };
		const note = 'It could not be looked up now. No look-up ran';
		expect(lookedUp(row, { appended_record: [row] })).toMatchObject({ isNew: true, note });
		// A link that was lost stands in no row: the team has found it, and written link sent.
		for (const lost of ['', null]) {
			const found = { ...row, link: lost };
			expect(lookedUp(found, { appended_record: [found] })).toMatchObject({ isNew: true, note });
		}
	});

	it('tells the team once that nobody could look', () => {
		const { note } = lookedUp(failed);
		const told = [lookedUp({}), lookedUp(failed), lookedUp(failed, { note })];
		expect(told.map(({ isNew }) => isNew)).toEqual([false, true, false]);
	});

	it('tells the team once of a link that was e-mailed 14 days ago, and is not paid', () => {
		const daysAgo = (days: number) => DateTime.now().minus({ days }).toFormat('d LLL yyyy, HH:mm');
		const rowAfter = (days: number, list: IDataObject = {}) =>
			lookedUp(list, { note: `Not paid yet. E-mailed on ${daysAgo(days)}` });
		const late = rowAfter(15);
		const note = `Not paid yet. The service says: nothing yet. E-mailed on ${daysAgo(15)}; not paid after 14 days`;
		expect(late).toMatchObject({ status: 'link sent', isNew: true, note });
		const [line] = setBy(example, 'Write a line for each row', [late]);
		expect(line!.section).toBe('LINK SENT, NOT PAID AFTER 14 DAYS');
		expect(lookedUp({}, late)).toMatchObject({ isNew: false, note });
		expect(rowAfter(13).isNew).toBe(false);
		const silent = rowAfter(15, failed);
		expect(silent.note).toMatch(/^It could not be .* why\. E-mailed on .*, \d\d:\d\d$/);
		expect(lookedUp({}, silent)).toMatchObject({ isNew: true, note });
		expect(lookedUp({}, lookedUp(failed, late))).toMatchObject({ isNew: false, note });
	});

	// The team writes both by hand, too. A row that is "Link sent" was never looked up, so nobody saw its payment.
	it.each([
		['Get the new invoices', 'pending'],
		['Get the invoices sent', 'link sent'],
	])('finds a status that somebody began with a capital letter: %s', (node, keyValue) => {
		const { filters } = parametersOf<{ filters: { conditions: object[] } }>(example, node);
		expect(filters.conditions).toEqual([
			expect.objectContaining({ keyName: 'status', condition: 'ilike', keyValue }),
		]);
	});

	// n8n finds a status in any part of a cell, and what the team has written about a link is its own matter.
	it.each([
		['link sent', true],
		['Link sent ', true],
		['Link sent by mistake, do not remind', false],
	])('looks up and writes a row that is %j: %s', (status, isLookedUp) => {
		const nextOf = (node: string) => linksOf(example)[node]!.main[0]!.map(({ node: name }) => name);
		const [keep, ...others] = nextOf('Get the invoices sent');
		expect(others).toEqual([]);
		expect(nextOf(keep!)).toEqual(['Add the records', 'Get many card payments']);
		const { conditions } = parametersOf<{
			conditions: { conditions: Array<{ leftValue: string; rightValue: string }> };
		}>(example, keep!).conditions;
		const met = conditions.map(
			({ leftValue, rightValue }) => evaluate(leftValue, { $json: { status } }) === rightValue,
		);
		expect(met).toEqual([isLookedUp]);
	});

	// Set to pending again by mistake, it has the note of its used number, and the team writes link sent.
	it('counts the 14 days from the entry of a row whose note no longer says when it was e-mailed', () => {
		/** Whether the team is told in each of three runs. */
		const told = (days: number) => {
			const createdAt = DateTime.now().minus({ days }).toISO();
			let row: IDataObject = { note: 'Does another row with this number have a link?' };
			return [1, 2, 3].map(() => (row = lookedUp({}, { ...row, createdAt })).isNew);
		};
		expect([told(15), told(13)]).toEqual([
			[false, true, false],
			[false, false, false],
		]);
	});

	it('does not tell of links as sent that nobody could look up', () => {
		const sections = [lookedUp(failed), { ...lookedUp({}), note: 'E-mailed on 26 Nov' }].map(
			(row) => setBy(example, 'Write a line for each row', [row])[0]!.section,
		);
		expect(sections).toEqual(['LINK SENT, NOT LOOKED UP', 'LINK SENT']);
	});

	it('holds an invoice of which the service does not tell how much was paid', () => {
		const appended_record = [{ id: 'payment-1', status: 'SUCCESS' }];
		const note = 'The service says: SUCCESS, amount not told';
		expect(lookedUp({}, { appended_record })).toMatchObject({ status: 'held', note });
	});

	it.each([null, 0])('holds an invoice whose amount is %j once it is paid', (amount) => {
		const collected = { collectedAmount: 1, collectedCurrency: 'USD' };
		const appended_record = [{ id: 'payment-1', status: 'SUCCESS', ...collected }];
		expect(lookedUp({}, { amount, appended_record })).toMatchObject({
			...{ status: 'held', note: 'The service says: SUCCESS, 1 USD' },
		});
	});

	it('says in the e-mail to the team that an invoice has no amount', () => {
		const row = { orderReference: 'INV1', customerName: 'Asha', status: 'held', note: 'Why' };
		const lines = setBy(example, 'Write a line for each row', [
			{ ...row, amount: null },
			{ ...row, amount: 0 },
		]).map(({ line }) => line);
		expect(lines).toEqual(['- INV1, no amount, Asha\n  Why', '- INV1, 0.00 USD, Asha\n  Why']);
	});

	// Compared as text, 9.00 would be more than 25.
	it.each([
		['held', '9.00', '25'],
		['held', '24.99', 25],
		['paid', '25.00', '25'],
		['paid', 100, '25'],
	])('is %s by %j where the row has %j', (status, collectedAmount, amount) => {
		const record = {
			id: 'payment-1',
			status: 'SUCCESS',
			collectedAmount,
			collectedCurrency: 'USD',
		};
		expect(lookedUp({}, { amount, appended_record: [record] })).toMatchObject({ status });
	});

	// Whoever corrects the address may change the amount, too, or empty it: the link keeps the one it was made for.
	it.each([30, null])('names the amount of the link where the row says %j by then', (amount) => {
		const [made] = setBy(example, 'Decide the status', [{ link: 'https://x', amount: 12.5 }]);
		const [unsent] = setBy(example, 'Say that it was sent', [{ error: 'No such host' }], {
			earlier: { 'Get the links to send': { ...made, amount } },
		});
		const mail = parametersOf<{ subject: string; text: string }>(example, 'Send the link');
		const notes = [made!, unsent!].map(({ note }) => String(note));
		// Somebody writes behind it whom they have called.
		for (const note of [...notes, `${notes[0]}. Called Asha`, `${notes[0]}\nCalled Asha`]) {
			const $json = { orderReference: 'INV1', note, amount };
			expect(evaluate(mail.subject, { $json })).toBe('Invoice INV1: 12.50 USD');
			expect(evaluate(mail.text, { $json })).toContain('please pay invoice INV1, 12.50 USD, by');
		}
	});

	// With a second link for the same invoice, the customer could pay twice.
	it('says first of a row whose number was used that another link may work', () => {
		const hint = /Does another row .* link\? Delete this row: .*Only if there is no link.*Get/s;
		const used = { isUsed: true, told: 'Used before. Look it up with Get.' };
		const [row] = setBy(example, 'Decide the status', [used]);
		expect(row).toMatchObject({ status: 'reference used', note: expect.stringMatching(hint) });
		const [made, refused] = [{ link: 'x', amount: 12.5 }, { told: 'Refused' }];
		const said = setBy(example, 'Decide the status', [made, refused]);
		expect(said.map(({ note }) => note)).toEqual(['The link was made for 12.50 USD', 'Refused']);

		const page = readFileSync(path.join(folder, 'README.md'), 'utf8');
		const note = parametersOf<{ content: string }>(example, 'About the invoices').content;
		const mail = parametersOf<{ text: string }>(example, 'Tell the team').text;
		const told = [/\| `reference used` .*a \*\*B\*\*.*/.exec(page)?.[0], note, mail];
		for (const text of told) expect(text).toMatch(hint);
	});

	it('keeps the link of a row that somebody sets to pending again', () => {
		const { columns } = parametersOf<{ columns: { value: { link: string } } }>(
			example,
			'Write the link',
		);
		const link = 'https://pay.example.com/1';
		const written = (now: string, row: IDataObject) =>
			evaluate(columns.value.link, {
				$json: { link: now },
				earlier: { 'Get the new invoices': row },
			});
		expect([written('', { link }), written('', { link: null }), written(link, {})]).toEqual([
			link,
			'',
			link,
		]);
	});

	it.each<[string, IDataObject, string]>([
		['link sent', { messageId: '<1@example.com>' }, 'E-mailed on '],
		['link made', { error: 'No such host' }, 'The e-mail could not be sent: No such host. '],
		['link made', { link: 'https://pay.example.com/1' }, 'The e-mail could not be sent: "Send'],
	])('writes %s for what the e-mail node puts out: %j', (status, mail, note) => {
		const row = (before: string) => ({ id: 7, amount: 25, note: before });
		const said = (before: string) =>
			setBy(example, 'Say that it was sent', [mail], {
				earlier: { 'Get the links to send': row(before) },
			})[0]!;
		expect(said('The link was made')).toMatchObject({ status, isNew: true });
		expect(String(said('').note).startsWith(note)).toBe(true);
		expect(said('The e-mail could not be sent').isNew).toBe(status === 'link sent');
	});
});
