import type { Fault } from '../../sandbox';
import { execute } from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

const free = { TZS: '0.00', USD: '0.00' };
// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ fees: { ACH: free, RTGS: free }, uniqueOrderReferences: false });
const operation = 'createBankPayout' as const;
const onError = 'continueRegularOutput' as const;

/** What the token endpoint answers instead of its second token, and so many times. */
const noToken = async (fault: Partial<Fault>, times: number) =>
	await sandbox.control.addFault({
		...({ kind: 'statusBefore', operation: 'generateToken', skip: 1, times, ...fault } as Fault),
	});

/** One payout, whose token is still to be fetched. */
const pay = async () => {
	const credential = sandbox.credential();
	const nodeType = hurriedNode();
	return (await execute(sandbox.payouts(1, { onError, credential, nodeType }))).items;
};

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

	it.each<[string, Partial<Fault>]>([
		['503', { status: 503 }],
		['404, with a page', { status: 404, body: '<title>404 Not Found</title>' }],
		['429, with a time', { status: 429, body: { message: 'Please retry after 300 seconds' } }],
	])(
		'is neither told as rejected nor paid again where the token endpoint answers %s',
		async (_, fault) => {
			await noToken(fault, 100);
			const [item] = await pay();
			expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
			expect(detailsOf(item!)).toMatchObject({ outcome: 'unknown', safeToRetry: false });
		},
	);
});
