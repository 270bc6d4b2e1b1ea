import {
	enterCard,
	freshToken,
	initiate,
	ledger,
	pay,
	sandbox,
	strike,
	useSandbox,
} from './support';

useSandbox();

const hostile = `<script>alert("x")</script>'&amp;`;
const escaped = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;amp;';

const link = async (changes = {}) =>
	((await (await initiate(changes)).json()) as { cardPaymentLink: string }).cardPaymentLink;
const overview = async () => await (await fetch(sandbox.url)).text();

describe('the overview', () => {
	it('shows balances, links, payouts with their status, and the latest requests', async () => {
		await pay({ orderReference: 'rent-may' });
		await link({ orderReference: 'basket-7', amount: '12.30' });
		const page = await overview();
		for (const text of [
			...['999,998,400.00', 'rent-may', 'AUTHORIZED', 'basket-7', '12.30', 'PENDING'],
			...['POST /third-parties/payouts/create-bank-payout', 'http-equiv="refresh"'],
		]) {
			expect(page).toContain(text);
		}
		const script = await fetch(`${sandbox.url}/browser.js`);
		expect(script.headers.get('content-type')).toContain('text/javascript');
	});

	it('shows text that looks like HTML as text', async () => {
		await pay({ orderReference: hostile, accountName: hostile, accountNumber: hostile });
		await link({ orderReference: hostile, customer: { id: hostile } });
		await strike({ kind: 'delay', orderReference: hostile });
		const page = await overview();
		expect(page).not.toContain('<script>');
		expect(page.split(escaped).length - 1).toBe(8);
	});

	it('shows no secret and loads nothing from elsewhere', async () => {
		const token = await freshToken();
		await pay({}, { authorization: token });
		const answer = await fetch(sandbox.url);
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
		const page = await answer.text();
		expect(page).not.toContain('sandbox-key');
		expect(page).not.toContain('sandbox-access-token');
		expect(page).not.toContain(token.slice('Bearer '.length));
		expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
	});

	it('shows the latest hundred of many requests', async () => {
		for (let index = 1; index <= 130; index++) await pay({ orderReference: `n${index}` });
		const numbers = [...(await overview()).matchAll(/<td>(\d+)<\/td>\s*<td>[\d:]{8}<\/td>/g)];
		expect(numbers.map(([, number]) => Number(number))).toEqual(
			Array.from({ length: 100 }, (_, index) => 130 - index),
		);
	});
});

describe("the payer's page", () => {
	it('takes the test card, says that the payment is complete, and marks the link as paid', async () => {
		const address = await link();
		const form = await (await fetch(address)).text();
		expect(form).toContain('25.50');
		expect(form).toContain('<form');

		const done = await enterCard(address, '4242 4242 4242 4242');
		expect(done.status).toBe(200);
		expect(await done.text()).toContain('Payment complete');
		const { cardPayments } = await ledger();
		const paid = { status: 'PAID', cardPaymentLink: address };
		expect(cardPayments).toMatchObject([
			{ orderReference: 'card-1', customerId: 'customer-1', ...paid },
		]);
		expect(await (await fetch(address)).text()).toContain('Payment complete');
	});

	it('declines any other card and leaves the link unpaid', async () => {
		const address = await link();
		const declined = await enterCard(address, '5555 5555 5555 4444');
		expect(declined.status).toBe(400);
		expect(await declined.text()).toContain('declined');
		expect((await ledger()).cardPayments).toMatchObject([{ status: 'PENDING' }]);
	});

	it('shows text that looks like HTML as text', async () => {
		const page = await (await fetch(await link({ orderReference: hostile }))).text();
		expect(page).not.toContain('<script');
		expect(page).toContain(escaped);
	});

	it('says so when it does not know the link', async () => {
		const answer = await fetch(`${sandbox.url}/pay/unknown`);
		expect(answer.status).toBe(404);
		expect(await answer.text()).toContain('Unknown payment link');
	});
});
