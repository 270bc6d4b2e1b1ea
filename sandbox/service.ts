import { checkTexts } from './brokenTexts';
import { checkChecksum } from './checksum';
import type { Contract, SandboxOperation } from './contract';
import type { Exchange } from './exchange';
import type { Fault, FaultKindAfter, ServiceOperation } from './faults';
import { operations } from './operations';
import type { ReceivedRequest } from './recorder';
import { checkPlain } from './references';
import { Refusal } from './refusal';
import type { SandboxState } from './state';
import { applyWithin, applyBefore, applyAfter } from './applyFaults';

/** What a request to the payments service is carried out with. */
export interface ServiceContext {
	contract: Contract;
	state: SandboxState;
	/** Address of the sandbox, e.g. `http://127.0.0.1:8420`. */
	origin: string;
}

/**
 * Carries out a request to the payments service, in this order: route, wait, authorize,
 * apply a "before" fault, check the request, do the work, check the answer, apply a "within" and an
 * "after" fault. Faults come after the authorization so that none is used up by a stale token,
 * and all but "before" faults are applied only where the work succeeded.
 *
 * A request is checked in this order: the form of the body (415, 400), texts that a spreadsheet has
 * broken (400), its checksum (400), a plain order reference (400), and by the operation itself: the BIC
 * (400), an order reference used before (409), the pace (400 or 429), the balance (422).
 */
export async function serve(
	request: ReceivedRequest,
	exchange: Exchange,
	context: ServiceContext,
): Promise<void> {
	const { state, contract } = context;
	let answer: string;
	let late: Fault<FaultKindAfter> | undefined;
	try {
		const operation = contract.match(request);
		const { params, query } = contract.parameters(request, operation);
		const orderReference =
			textOf(request.body, 'orderReference') ?? params.orderReference ?? query.orderReference;
		const { record } = exchange;
		record.operation = operation.operationId;
		if (orderReference !== undefined) record.orderReference = orderReference;

		const accountNumber = textOf(request.body, 'accountNumber');
		await exchange.pause(state.settings.delayMs);
		authorize(request, exchange, operation, state);

		const addressed = { operation: operation.operationId, orderReference, accountNumber };
		const early = state.faults.takeBefore(addressed);
		if (early) {
			record.fault = early.kind;
			if (!(await applyBefore(early, exchange, state.settings))) return;
		}

		contract.checkRequest(request, operation);
		if (request.body !== undefined) {
			checkTexts(request.body);
			checkChecksum(request.body, state.settings);
		}
		const asked = textOf(request.body, 'orderReference');
		if (asked !== undefined && state.settings.plainReferences) checkPlain(asked);
		const work = operations[operation.operationId as ServiceOperation];
		const { body } = request;
		const result = work({ state, origin: context.origin, body, params, query, record });
		const violation = contract.violation(operation, 200, result);
		if (violation) {
			state.contractViolations.push(violation);
			throw new Refusal(500, `The sandbox broke its own contract: ${violation}`);
		}

		const turn = state.faults.takeWithin(addressed);
		if (turn) applyWithin(turn, result, state);
		answer = JSON.stringify(result);

		late = state.faults.takeAfter(addressed);
		const applied = [early, turn, late].flatMap((fault) => fault?.kind ?? []);
		if (applied.length > 0) record.fault = applied.join('+');
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		exchange.refuse(error);
		return;
	}
	if (late) await applyAfter(answer, late, exchange, state.settings);
	else exchange.send(200, answer);
}

function textOf(body: unknown, name: string): string | undefined {
	const value = (body as Record<string, unknown> | null | undefined)?.[name];
	return typeof value === 'string' ? value : undefined;
}

function authorize(
	{ headers }: ReceivedRequest,
	{ record }: Exchange,
	operation: SandboxOperation,
	{ settings, tokens }: SandboxState,
): void {
	if (operation.operationId === 'generateToken') {
		if (headers['client-id'] === settings.clientId && headers['api-key'] === settings.apiKey)
			return;
		throw new Refusal(401, 'The client id or the API key is wrong');
	}
	const { valid, tokenSerial, clientId, reason } = tokens.check(headers.authorization, settings);
	record.authorizationValid = valid;
	if (tokenSerial !== undefined) record.tokenSerial = tokenSerial;
	if (clientId !== undefined) record.clientId = clientId;
	if (!valid) throw new Refusal(401, reason ?? 'Unauthorized');
}
