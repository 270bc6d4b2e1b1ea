import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf, setBy } from '../support/exampleExpression';

describe('form-payment-link', () => {
	const example = 'form-payment-link';
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
});

describe('invoice-links', () => {
	const example = 'invoice-links';
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

	it('tells the team once that nobody could look', () => {
		const { note } = lookedUp(failed);
		const told = [lookedUp({}), lookedUp(failed), lookedUp(failed, { note })];
		expect(told.map(({ isNew }) => isNew)).toEqual([false, true, false]);
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
});
