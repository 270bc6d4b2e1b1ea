import { waitUntil } from '../../workbench/servers/waiting';
import { ledger, pay, sandbox, useSandboxServer } from './support';

useSandboxServer();

// Which requests a fault is applied to: test/faults/matrix, which sees whether each was.
it('carries out what a client has sent even if the client does not wait for it', async () => {
	await sandbox.control.addFault({ kind: 'delay', delayMs: 300 });
	const givenUp = new AbortController();
	const answer = pay({}, { signal: givenUp.signal });
	await waitUntil(async () => (await ledger()).requests.length === 1);
	givenUp.abort();
	await expect(answer).rejects.toThrow('aborted');
	await waitUntil(async () => (await ledger()).underWay === 0);
	expect(await ledger()).toMatchObject({ paid: { 'order-1': 1 } });
});
