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

/** What the token endpoint answers instead of a token, so many times. */
const noToken = async (fault: Partial<Fault>, skip = 0, times = 100) =>
	await sandbox.control.addFault({
		...({ kind: 'statusBefore', operation: 'generateToken', skip, times, ...fault } as Fault),
	});

/** So many payouts, whose token is still to be fetched. */
const pay = async (count: number) => {
	const credential = sandbox.credential();
	const nodeType = hurriedNode();
	return (await execute(sandbox.payouts(count, { onError, credential, nodeType }))).items;
};

const ANSWERS: Array<[string, Partial<Fault>, waitSeconds?: number]> = [
	['503', { status: 503 }],
	['404, with a page', { status: 404, body: '<title>404 Not Found</title>' }],
	['429, with a time', { status: 429, body: { message: 'Please retry after 300 seconds' } }, 300],
	['400', { status: 400, body: '<title>Bad Request</title>' }],
];

describe('where the token endpoint answers something else than a token:', () => {
	it.each(ANSWERS)('%s, nothing leaves, and it may be sent again', async (...each) => {
		const [, fault, waitSeconds] = each;
		await noToken(fault);
		const items = await pay(2);
		expect(outcomesOfItems(items)).toEqual(['notSent', 'notSent']);
		for (const item of items) {
			const details = detailsOf(item);
			expect([details.safeToRetry, details.waitSeconds]).toEqual([true, waitSeconds]);
		}
		expect(await sandbox.requests(operation)).toEqual([]);
	});

	// What only a person can mend is told at once.
	it.each(ANSWERS.filter(([name]) => /^(?:503|429)/.test(name)))(
		'%s, once, it is asked again, and everybody is paid',
		async (_, fault) => {
			await noToken(fault, 0, 1);
			expect(outcomesOfItems(await pay(2))).toEqual(['accepted', 'accepted']);
		},
	);

	describe('a payout that was made, whose token was refused behind it,', () => {
		beforeEach(
			async () => await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation }),
		);

		it('is found once there is a token again', async () => {
			// The first token is given, the second is not: the service is down for a moment.
			await noToken({ status: 503 }, 1, 1);
			const items = await pay(1);
			expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
			expect(outcomesOfItems(items)).toEqual(['accepted']);
		});

		it.each(ANSWERS)('is neither told as rejected nor paid again: %s', async (_, fault) => {
			await noToken(fault, 1);
			const [item] = await pay(1);
			expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
			expect(detailsOf(item!)).toMatchObject({ outcome: 'unknown', safeToRetry: false });
		});
	});
});
