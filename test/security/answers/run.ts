import { operationsUnderTest, type OperationUnderTest } from '../../../workbench/engine/operations';
import { answerCases, tokenCases } from './cases';
import { HostileService } from './server';
import { PATIENT_MS, tryAnswer } from './trial';

/** What became of one bad answer to one operation. */
export interface AnswerResult {
	name: string;
	/** Empty where everything is as it must be. */
	wrong: string[];
}

/** Operations whose answers are read by the same rule read them alike: one of each rule. */
function oneOfEachForm(): OperationUnderTest[] {
	// What a page may hold is tried by the unit tests of reading one; the way here is the same.
	const tried = operationsUnderTest.filter(({ operation }) => operation.answer.form !== 'page');
	const forms = tried.map(({ operation }) => operation.answer.form);
	return tried.filter((_, index) => forms.indexOf(forms[index]!) === index);
}

/** Gives every bad answer to an operation of every form, in both error modes, and checks what is made of it. */
export async function tryAllAnswers(done: (result: AnswerResult) => void): Promise<void> {
	const service = await new HostileService().start();
	try {
		for (const operation of oneOfEachForm()) {
			const isLookUp = operation.operation.answer.form === 'records';
			for (const answerCase of answerCases) {
				const { outcome, lookedUp = outcome } = answerCase;
				service.reset();
				service.answer = answerCase.answer;
				const wrong: string[] = [];
				const expected = ['accepted', isLookUp ? lookedUp : outcome, 'accepted'];
				const timeout = expected.includes('unknown') ? undefined : PATIENT_MS;
				const going = await tryAnswer(operation, service.baseUrl, { timeout });
				if (going.outcomes.join() !== expected.join()) {
					wrong.push(`outcomes ${going.outcomes.join()} in place of ${expected.join()}`);
				}
				if (service.arrived.length !== 3) wrong.push(`sent as ${service.arrived.join()}`);
				if (answerCase.says?.test(going.said) === false) wrong.push(`says ${going.said}`);
				if (answerCase.neverSays?.test(going.said)) wrong.push(`says ${going.said}`);

				const stopping = await tryAnswer(operation, service.baseUrl, {
					onError: 'stopWorkflow',
					timeout,
				});
				for (const text of [...going.unshowable, ...stopping.unshowable]) {
					wrong.push(`shows ${JSON.stringify(text.slice(0, 200))}`);
				}
				// A whole answer of megabytes in a message would freeze the editor.
				if (outcome !== 'accepted' && stopping.said.length > 2_000) {
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
