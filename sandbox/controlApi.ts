import type { Contract } from './contract';
import type { Fault } from './faults';
import type { ReceivedRequest } from './recorder';
import type { SandboxState } from './state';
import type { SettingsChange } from './types';

/** What the control API acts on. */
export interface ControlContext {
	contract: Contract;
	state: SandboxState;
	/** Replaces the state by a fresh one. */
	reset(change: SettingsChange): void;
}

/**
 * Carries out a request under `/_sandbox`; openapi.yaml describes them all.
 *
 * @returns the body of the answer with the status 200, or undefined for 204
 * @throws {Refusal} when the request breaks the contract
 */
export function control(request: ReceivedRequest, context: ControlContext): unknown {
	const { contract, state } = context;
	const operation = contract.match(request);
	contract.checkRequest(request, operation);
	const { params, query } = contract.parameters(request, operation);
	const orderReference = params.orderReference ?? '';
	switch (operation.operationId) {
		case 'readLedger':
			return state.ledger(Number(query.since ?? 0));
		case 'resetSandbox':
			return context.reset(request.body as SettingsChange);
		case 'changeSettings':
			return state.changeSettings(request.body as SettingsChange);
		case 'addFault':
			return state.faults.add(request.body as Fault);
		case 'clearFaults':
			return state.faults.clear();
		case 'expireTokens':
			return state.tokens.expireAll();
		case 'setPayoutStatus':
			return state.payouts.changeAll(orderReference, statusOf(request));
		case 'setPaymentStatus':
			return state.cardPayments.changeAll(orderReference, statusOf(request));
		default:
			throw new Error(`No control operation is called ${operation.operationId}`);
	}
}

function statusOf({ body }: ReceivedRequest): string {
	return (body as { status: string }).status;
}
