import { waitUntil } from '../../workbench/servers/waiting';
import { call, makeLink, ledger, pay, sandbox, addFault, useSandboxServer } from './support';

useSandboxServer();

it('is applied to the operation and the reference it was told to, so often, after letting some pass', async () => {
	await addFault({ kind: 'statusBefore', status: 503, skip: 1, times: 2 });
	await addFault({ kind: 'statusBefore', orderReference: 'b' });
	expect((await makeLink({ orderReference: 'b' })).status).toBe(200);
	const statuses: number[] = [];
	for (const orderReference of ['0', '1', '2', '3', 'b']) {
		statuses.push((await pay({ orderReference })).status);
	}
	expect(statuses).toEqual([200, 503, 503, 200, 500]);
});

it('is applied to look-ups of what was sent, and of nothing else, where it was told so', async () => {
	const operation = 'getPayout';
	await sandbox.control.addFault({ kind: 'statusBefore', status: 503, operation, onceSent: true });
	const look = async () => (await call('/payouts/order-1', { method: 'GET' })).status;
	expect(await look()).toBe(404);
	await pay();
	expect([await look(), await look()]).toEqual([503, 200]);
});

it('carries out what a client has sent even if the client does not wait for it', async () => {
	await addFault({ kind: 'delay', delayMs: 300 });
	const givenUp = new AbortController();
	const answer = pay({}, { signal: givenUp.signal });
	await waitUntil(async () => (await ledger()).requests.length === 1);
	givenUp.abort();
	await expect(answer).rejects.toThrow('aborted');
	await waitUntil(async () => (await ledger()).underWay === 0);
	expect(await ledger()).toMatchObject({ paid: { 'order-1': 1 } });
});
