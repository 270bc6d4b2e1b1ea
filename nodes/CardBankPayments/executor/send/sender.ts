import type { IHttpRequestOptions } from 'n8n-workflow';
import type { AnswerRule } from '../../resources/operation';
import type { BuildRequest } from '../http/buildRequest';
import type { Reply } from '../http/reply';
import type { DuplicateGuard } from '../idempotency/duplicateGuard';
import type { ExecutionMemory } from '../idempotency/executionMemory';
import type { LookUps } from './lookUp';
import type { Pace } from './pace';

/** Everything that sending needs; the money-safety parts answer before anything goes out. */
export interface Sender extends Pace {
	memory: ExecutionMemory;
	/** Absent for operations that move no money, and where the builder switched it off. */
	guard?: DuplicateGuard;
	/** Absent where the service cannot or shall not be asked. */
	lookUps?: LookUps;
	/** Whether a payment that ended unclear is looked up, or may simply be sent again. */
	settlesUnclear: boolean;
	answer: AnswerRule;
	buildRequest: BuildRequest;
	send: (request: IHttpRequestOptions) => Promise<Reply>;
}
