import { settle, type Account } from './account';
import { readExecutions, type StoredExecution } from './executions';
import { referencesOf, type Payer, type Payouts, type Trial } from './trial';

/** Settles the account of everything that a workflow was ever given to pay. */
export async function settleAll(
	{ client, control }: Trial,
	{ workflowId }: Payer,
	batches: Payouts[],
): Promise<Account & { executions: StoredExecution[]; paidTwice: number }> {
	const executions = await readExecutions(client, workflowId);
	const ledger = await control.ledger();
	const paidTwice = Object.values(ledger.paid).filter((times) => times > 1).length;
	return { ...settle(referencesOf(batches), executions, ledger), executions, paidTwice };
}
