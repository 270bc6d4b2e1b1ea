import { checkChecksum } from './checksum';
import type { Contract, ContractOperation } from './contract';
import type { Exchange } from './exchange';
import type { Fault, FaultKindAfter, ServiceOperation } from './faults';
import { operations } from './operations';
import type { ReceivedRequest } from './recorder';
import { checkPlain } from './references';
import { Refusal } from './refusal';
import type { SandboxState } from './state';
import { passes, spoil } from './strikes';
import type { Payout } from './types';

/** What a request to the payments service is carried out with. */
export interface ServiceContext {
	contract: Contract;
	state: SandboxState;
	/** Address of the sandbox, e.g. `http://127.0.0.1:8420`. */
	origin: string;
}

/**
 * Carries out a request to the payments service, in this order: route, wait, authorize, let a
 * "before" fault strike, check the request, do the work, check the answer, let a fault "within" and
 * one "after" strike. Faults come after the authorization so that none is used up by a stale token,
 * and all but "before" faults strike only where the work succeeded.
 *
 * A request is checked in this order: the form of the body (415, 400), its checksum (400), a plain
 * order reference (400), and by the operation itself: the BIC (400), an order reference used before
 * (409), the pace (400 or 429), the balance (422).
 */
export async function serve(
	request: ReceivedRequest,
	exchange: Exchange,
	context: ServiceContext,
): Promise<void> {
	const { state, contract } = context;
	let answer: string;
	let strike: Fault<FaultKindAfter> | undefined;
	try {
		const operation = contract.match(request);
		const { params } = contract.parameters(request, operation);
		const orderReference = referenceOf(request.body) ?? params.orderReference;
		const { record } = exchange;
		record.operation = operation.operationId;
		if (orderReference !== undefined) record.orderReference = orderReference;

		if (orderReference !== undefined) await state.hold.pass();
		await exchange.pause(state.settings.delayMs);
		authorize(request, exchange, operation, state);

		const early = state.faults.takeBefore(operation.operationId, orderReference);
		if (early) {
			record.fault = early.kind;
			if (!(await passes(early, exchange, state.settings))) return;
		}

		contract.checkRequest(request, operation);
		if (request.body !== undefined) checkChecksum(request.body, state.settings);
		const asked = referenceOf(request.body);
		if (asked !== undefined && state.settings.plainReferences) checkPlain(asked);
		const work = operations[operation.operationId as ServiceOperation];
		const result = work({ state, origin: context.origin, body: request.body, params, record });
		const violation = contract.violation(operation, 200, result);
		if (violation) {
			state.contractViolations.push(violation);
			throw new Refusal(500, `The sandbox broke its own contract: ${violation}`);
		}

		const turn = state.faults.takeWithin(operation.operationId, orderReference);
		if (turn) state.payouts.change(result as Payout, turn.payoutStatus ?? 'REVERSED');
		answer = JSON.stringify(result);

		strike = state.faults.takeAfter(operation.operationId, orderReference);
		const struck = [early, turn, strike].flatMap((fault) => fault?.kind ?? []);
		if (struck.length > 0) record.fault = struck.join('+');
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		exchange.refuse(error);
		return;
	}
	if (strike) await spoil(answer, strike, exchange, state.settings);
	else exchange.send(200, answer);
}

function referenceOf(body: unknown): string | undefined {
	const reference = (body as { orderReference?: unknown } | null | undefined)?.orderReference;
	return typeof reference === 'string' ? reference : undefined;
}

function authorize(
	{ headers }: ReceivedRequest,
	{ record }: Exchange,
	operation: ContractOperation,
	{ settings, tokens }: SandboxState,
): void {
	if (operation.operationId === 'generateToken') {
		if (headers['client-id'] === settings.clientId && headers['api-key'] === settings.apiKey)
			return;
		throw new Refusal(401, 'The client id or the API key is wrong');
	}
	const { valid, tokenSerial, reason } = tokens.check(headers.authorization, settings);
	record.authorizationValid = valid;
	if (tokenSerial !== undefined) record.tokenSerial = tokenSerial;
	if (!valid) throw new Refusal(401, reason ?? 'Unauthorized');
}
