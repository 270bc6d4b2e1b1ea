import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation, RecordKind } from '../../resources/operation';
import { pathSettingOf, pathTemplate } from '../../wire/pathField';
import type { Clock } from '../common/clock';
import type { Payment } from '../common/payment';
import { Session } from '../http/accessToken';
import { requestsOf } from '../http/buildRequest';
import { DuplicateGuard } from '../idempotency/duplicateGuard';
import type { ExecutionMemory } from '../idempotency/executionMemory';
import type { Settings } from '../read/settings';
import { LookUps } from './lookUp';
import type { Sender } from './sender';

/** What is known of a run before it is connected to the service. */
export interface Sending {
	context: IExecuteFunctions;
	operation: Operation;
	/** By which the service is asked what became of a payment. */
	lookUp?: Operation;
	memory: ExecutionMemory;
	settings: Settings;
	clock: Clock;
	stopsRun: Sender['stopsRun'];
}

/** A sender without its gate, and the name of the gate that it shares. */
export type OpenSender = Omit<Sender, 'gate'> & { gateKey: string };

/**
 * Connects a run with the service: reads the credential, and prepares requests and look-ups.
 *
 * @throws for a credential that cannot be read, and UserError for a Base URL that is not safe
 */
export async function openSender(sending: Sending): Promise<OpenSender> {
	const { context, operation, memory, settings, clock, stopsRun } = sending;
	const session = await Session.open(context, clock);
	const { timeoutMs, concurrency, batchIntervalMs, maximumWaitMs, proxy } = settings;
	const cancelSignal = context.getExecutionCancelSignal();
	const movesMoney = operation.effect === 'payout';
	return {
		memory,
		guard:
			movesMoney && settings.duplicateGuard === 'allExecutions'
				? new DuplicateGuard(context, clock)
				: undefined,
		lookUps: lookUpsOf(sending, session),
		settlesUnclear: movesMoney,
		answer: operation.answer,
		buildRequest: requestsOf(operation, session.credentials, proxy),
		send: async (request) => await session.send({ request, timeoutMs, cancelSignal }),
		clock,
		concurrency,
		batchIntervalMs,
		maximumWaitMs,
		stopsRun,
		cancelSignal,
		gateKey: `${session.account} ${operation.option.action}`,
	};
}

/** Absent where nothing is to be looked up, or the credential names no path to ask at. */
function lookUpsOf(
	{ context, operation, lookUp, settings, clock }: Sending,
	session: Session,
): LookUps | undefined {
	if (!settings.lookUpUnclear || operation.effect === 'none' || lookUp === undefined) {
		return undefined;
	}
	const setting = lookUp.fields.map(pathSettingOf).find((found) => found !== undefined);
	if (setting === undefined || pathTemplate(session.credentials, setting) === '') return undefined;
	const { timeoutMs, maximumWaitMs, proxy } = settings;
	const buildRequest = requestsOf(lookUp, session.credentials, proxy);
	const cancelSignal = context.getExecutionCancelSignal();
	const isQuestion = true;
	return new LookUps({
		kind: (lookUp.answer as { kind: RecordKind }).kind,
		ask: async ({ index, orderReference }: Payment) =>
			await session.send({
				request: buildRequest({ index, orderReference }),
				timeoutMs,
				cancelSignal,
				isQuestion,
			}),
		clock,
		maximumWaitMs,
		cancelSignal,
	});
}
