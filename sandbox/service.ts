import { checkChecksum } from './checksum';
import type { Contract, ContractOperation } from './contract';
import type { Exchange } from './exchange';
import type { Fault, FaultKindAfter, FaultKindBefore, ServiceOperation } from './faults';
import { operations } from './operations';
import type { ReceivedRequest } from './recorder';
import { Refusal } from './refusal';
import type { SandboxState } from './state';

/** Where a redirect fault leads when it names no location. */
export const redirectTarget = '/redirected';

const defaultDelayMs = 1000;
const defaultDripMs = 200;
const defaultFaultStatus = 500;
/** 307 is the redirect that a client may follow with the method and the body unchanged. */
const defaultRedirectStatus = 307;

/** What a request to the payments service is carried out with. */
export interface ServiceContext {
	contract: Contract;
	state: SandboxState;
	/** Address of the sandbox, e.g. `http://127.0.0.1:8420`. */
	origin: string;
}

/**
 * Carries out a request to the payments service, in this order: route, wait, authorize, let a
 * "before" fault strike, check the request, do the work, check the answer, let an "after" fault
 * strike. Faults come after the authorization so that none is used up by a stale token, and
 * "after" faults strike only where the work succeeded.
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

		await exchange.pause(state.settings.delayMs);
		authorize(request, exchange, operation, state);

		const early = state.faults.takeBefore(operation.operationId, orderReference);
		if (early) {
			record.fault = early.kind;
			if (!(await passes(early, exchange))) return;
		}

		contract.checkRequest(request, operation);
		if (request.body !== undefined) checkChecksum(request.body, state.settings);
		const work = operations[operation.operationId as ServiceOperation];
		const result = work({ state, origin: context.origin, body: request.body, params, record });
		const violation = contract.violation(operation, 200, result);
		if (violation) {
			state.contractViolations.push(violation);
			throw new Refusal(500, `The sandbox broke its own contract: ${violation}`);
		}
		answer = JSON.stringify(result);

		strike = state.faults.takeAfter(operation.operationId, orderReference);
		if (strike) record.fault = early ? `${early.kind}+${strike.kind}` : strike.kind;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		exchange.send(error.status, messageBody(error.message));
		return;
	}
	if (strike) await spoil(answer, strike, exchange);
	else exchange.send(200, answer);
}

/** The body of every answer that declines. */
export function messageBody(message: string): string {
	return JSON.stringify({ message });
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

/** Lets a fault strike before the work. @returns whether the work is then done as usual */
async function passes(fault: Fault<FaultKindBefore>, exchange: Exchange): Promise<boolean> {
	switch (fault.kind) {
		case 'delay':
			await exchange.pause(fault.delayMs ?? defaultDelayMs);
			return true;
		case 'dropBefore':
			exchange.drop();
			return false;
		case 'hangBefore':
			return false;
		case 'statusBefore':
			sendFaultStatus(fault, exchange);
			return false;
		case 'expiredToken':
			throw new Refusal(401, 'The access token has expired');
		case 'redirect':
			exchange.send(fault.status ?? defaultRedirectStatus, messageBody('Moved'), {
				location: fault.location ?? redirectTarget,
			});
			return false;
	}
}

/** Lets a fault strike after the work: the money has moved, the client learns it badly or never. */
async function spoil(
	answer: string,
	fault: Fault<FaultKindAfter>,
	exchange: Exchange,
): Promise<void> {
	switch (fault.kind) {
		case 'dropAfter':
			return exchange.drop();
		case 'hangAfter':
			return;
		case 'statusAfter':
			return sendFaultStatus(fault, exchange);
		case 'malformedJson':
			return exchange.send(200, answer.slice(0, Math.ceil(answer.length / 2)));
		case 'emptyBody':
			return exchange.send(200, '');
		case 'slowDrip':
			return await exchange.drip(200, answer, fault.delayMs ?? defaultDripMs);
		case 'answer':
			return exchange.send(200, JSON.stringify(fault.body ?? null));
	}
}

function sendFaultStatus({ status = defaultFaultStatus, kind }: Fault, exchange: Exchange): void {
	exchange.send(status, messageBody(`Status ${status}, by the fault ${kind}`));
}
