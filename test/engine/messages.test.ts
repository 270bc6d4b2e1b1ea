import { outcomes } from '../../nodes/CardBankPayments/sentences/outcomes';
import { execute } from '../../workbench/engine/engine';
import { detailsOf } from '../../workbench/executions/outcomes';
import { expectBuildersWording } from '../unit/support/wording';
import { failures } from './failures';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

/** What became of the money comes first, behind the name of the item. */
const { conflict, ...ofOperations } = outcomes.money;
const money = [conflict, ...Object.values(ofOperations).flatMap((one) => Object.values(one))];
const BEGINS = new RegExp(`^(?:\\S+ \\(item \\d\\)|Item \\d): (?:${money.join('|')})\\. \\S`);

/** It begins with what to do. */
const CLICK =
	/^(?:Ask|Check|Clear|Copy|Correct|Delete|Find out|Give|In|Look|Make|Nothing to do|Paste|Remove|Run|Top up|Wait)\b/;

/** Only the service's own SUCCESS is a payment. */
const PAID = /(?<!not )\bpaid\b(?!.*status SUCCESS)/i;

it.each(failures)('%s: what happened to the money, and what to click', async (_, fail, step) => {
	const [item] = (await fail(sandbox)).items;
	const details = detailsOf(item!);
	const message = String(item?.json.message);
	expect(message).toMatch(BEGINS);
	expect(message).not.toMatch(PAID);
	const of = { reference: String(details.orderReference), place: 'Payout → Get' };
	const nextStep = typeof step === 'string' ? step : step(of);
	expect(details.nextStep).toBe(`${nextStep}.`);
	expect(nextStep).toMatch(CLICK);
	expectBuildersWording(message, nextStep);
});

// n8n shows a run as canceled, and offers no retry, if the error has this word in its message.
it('is a run that failed, also where the service says that something was canceled', async () => {
	const body = { message: 'The transfer was canceled' };
	const operation = 'createBankPayout';
	await sandbox.control.addFault({ kind: 'statusBefore', operation, status: 400, body });
	const { run, error } = await execute(sandbox.payouts(1));
	expect(run.status).toBe('error');
	expect(error?.message).toContain('The transfer was cancelled (HTTP 400)');
});
