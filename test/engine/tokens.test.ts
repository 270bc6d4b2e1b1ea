import type { Fault } from '../../sandbox';
import { execute } from '../../workbench/engine/engine';
import { operationNamed, payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });
const operation = 'createBankPayout' as const;
const onError = 'continueRegularOutput' as const;

/** One payout, whose token is still to be fetched. */
const pay = async () => {
	const credential = sandbox.credential();
	return (await execute(sandbox.payouts(1, { onError, credential }))).items;
};

it('eight executions at once renew a token that expires in the middle, and each pays its own once', async () => {
	const [executions, payouts] = [8, 10];
	// A second token that one of them fetched would take the first from all others.
	await sandbox.control.settings({ onlyNewestToken: true });
	// It expires with the payout that meets this, while the other executions send.
	const skip = (executions * payouts) / 4;
	await sandbox.control.addFault({ kind: 'expiredToken', operation, skip });
	const credential = sandbox.credential();
	const runs = await Promise.all(
		Array.from({ length: executions }, async (_, number) => {
			const items = payoutItems(payouts, `RUN${number}-`);
			const workflowId = `workflow-${number}`;
			const scenario = sandbox.payouts(payouts, { credential, items, workflowId });
			return { given: items, ...(await execute(scenario)) };
		}),
	);
	const made = (await sandbox.ledger()).payouts;
	expect(made).toHaveLength(executions * payouts);
	const idOf = new Map(made.map(({ orderReference, id }) => [orderReference, id]));
	for (const { given, error, items } of runs) {
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(
			given.map(({ orderReference }) => idOf.get(String(orderReference))),
		);
	}
	expect((await sandbox.requests()).map(({ status }) => status)).toContain(401);
	expect(await sandbox.requests('generateToken')).toHaveLength(2);
});

it('asks for a payout whose token was refused before it leaves again', async () => {
	await sandbox.control.addFault({ kind: 'expiredToken', operation });
	expect(outcomesOfItems(await pay())).toEqual(['accepted']);
	const attempt = ['generateToken', 'getPayout', operation];
	const requests = (await sandbox.requests()).map((request) => request.operation);
	expect(requests).toEqual([...attempt, ...attempt]);
});

it('reads also where checksums are on and nobody has pasted the secret', async () => {
	const credential = sandbox.pastedToken({ checksum: 'hmacSha256Json', checksumSecret: '' });
	const parameters = operationNamed('account.getBalance').chosen;
	const { error } = await execute(sandbox.payouts(1, { credential, parameters }));
	expect(error).toBeUndefined();
});

it('pays the others with its new token, where one whose token was refused stays unclear', async () => {
	const orderReference = 'INV-1';
	await sandbox.control.addFault({ kind: 'expiredToken', operation, orderReference });
	// Asked for before they leave are INV-0, INV-1 and INV-2; what meets the fault is asked because of the refusal.
	const lost = { kind: 'dropBefore', operation: 'getPayout', orderReference } as const;
	await sandbox.control.addFault({ ...lost, skip: 1, times: 4 });
	const credential = sandbox.credential();
	const options = { concurrency: 1 };
	const { items } = await execute(sandbox.payouts(3, { credential, options, onError }));
	expect(outcomesOfItems(items)).toEqual(['accepted', 'unknown', 'accepted']);
});

/** What the token endpoint answers instead of its second token, and so many times. */
const noToken = async (fault: Partial<Fault>, times: number) =>
	await sandbox.control.addFault({
		...({ kind: 'statusBefore', operation: 'generateToken', skip: 1, times, ...fault } as Fault),
	});

it('says how long to wait where the token endpoint does, and nothing leaves', async () => {
	const body = { message: 'Please retry after 300 seconds' };
	const fault: Fault = { kind: 'statusBefore', operation: 'generateToken', status: 429, body };
	await sandbox.control.addFault({ ...fault, times: 100 });
	const [item] = await pay();
	expect(detailsOf(item!)).toMatchObject({ outcome: 'notSent', waitSeconds: 300 });
});

describe('a payout that was made, whose token was refused behind it,', () => {
	beforeEach(
		async () => await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation }),
	);

	it('is found once there is a token again', async () => {
		// The first token is given, the second is not: the service is down for a moment.
		await noToken({ status: 503 }, 1);
		const [item] = await pay();
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		expect(outcomesOfItems([item!])).toEqual(['accepted']);
	});

	it('is neither told as rejected nor paid again where the token endpoint answers with a page', async () => {
		await noToken({ status: 404, body: '<title>404 Not Found</title>' }, 100);
		const [item] = await pay();
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		expect(detailsOf(item!)).toMatchObject({ outcome: 'unknown', safeToRetry: false });
	});
});
