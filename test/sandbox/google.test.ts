import { startGoogle } from '../../workbench/servers/google';

/* The page of the stand-in. What n8n asks of it, and its tokens: the examples with Google Sheets in test/n8n. */

it('keeps text as text, and makes numbers only where somebody types them', async () => {
	const cells = [
		['orderReference', 'amount', 'accountNumber'],
		['INV1', 1000.5, '0150384512700'],
	];
	const google = await startGoogle({ cells, numbers: ['amount'] });
	for (const [range, value] of [
		['Payouts!B2', '2500'],
		['Payouts!C2', '007'],
	]) {
		const body = JSON.stringify({ range, value });
		await fetch(`${google.url}/cells`, { method: 'PUT', body });
	}
	const rows: unknown = await (await fetch(`${google.url}/rows`)).json();
	expect(rows).toEqual([{ orderReference: 'INV1', amount: 2500, accountNumber: '007' }]);
	expect(await (await fetch(google.address)).text()).toContain('value="2500"');
	await google.close();
});
