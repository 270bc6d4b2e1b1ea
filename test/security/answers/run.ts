import { operationsUnderTest } from '../../engine/harness/operations';
import { answerCases, tokenCases } from './cases';
import { HostileService } from './server';
import { tryAnswer } from './trial';

/** What became of one bad answer to one operation. */
export interface AnswerResult {
	name: string;
	/** Empty where everything is as it must be. */
	wrong: string[];
}

/** Gives every bad answer to every operation, in both error modes, and checks what is made of it. */
export async function tryAllAnswers(done: (result: AnswerResult) => void): Promise<void> {
	const service = await new HostileService().start();
	try {
		for (const operation of operationsUnderTest) {
			for (const answerCase of answerCases) {
				service.reset();
				service.answer = answerCase.answer;
				const wrong: string[] = [];
				const expected = ['accepted', answerCase.outcome, 'accepted'];
				const going = await tryAnswer(operation, service.baseUrl);
				if (going.outcomes.join() !== expected.join()) {
					wrong.push(`outcomes ${going.outcomes.join()} in place of ${expected.join()}`);
				}
				if (service.arrived.length !== 3) wrong.push(`sent as ${service.arrived.join()}`);
				if (answerCase.says?.test(going.said) === false) wrong.push(`says ${going.said}`);
				if (answerCase.neverSays?.test(going.said)) wrong.push(`says ${going.said}`);

				const stopping = await tryAnswer(operation, service.baseUrl, { onError: 'stopWorkflow' });
				for (const text of [...going.unshowable, ...stopping.unshowable]) {
					wrong.push(`shows ${JSON.stringify(text.slice(0, 200))}`);
				}
				// A whole answer of megabytes in a message would freeze the editor.
				if (answerCase.outcome !== 'accepted' && stopping.said.length > 2_000) {
					wrong.push(`a message of ${stopping.said.length} characters`);
				}
				wrong.push(...polluted());
				done({ name: `${operation.name}, ${answerCase.name}`, wrong });
			}
			for (const { name, answer } of tokenCases) {
				service.reset();
				service.tokenAnswer = answer;
				const { outcomes, unshowable } = await tryAnswer(operation, service.baseUrl);
				const wrong = [...polluted(), ...unshowable];
				if (outcomes.join() !== 'rejected,notSent,notSent')
					wrong.push(`outcomes ${outcomes.join()}`);
				if (service.arrived.length > 0) wrong.push('a payment was sent without a token');
				if (service.tokenRequests !== 1) wrong.push(`${service.tokenRequests} token requests`);
				done({ name: `${operation.name}, ${name}`, wrong });
			}
		}
	} finally {
		await service.stop();
	}
}

function polluted(): string[] {
	const stranger = {} as Record<string, unknown>;
	return stranger.polluted === undefined && stranger.outcome === undefined
		? []
		: ['a prototype was changed'];
}
