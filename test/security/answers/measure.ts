import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { MAXIMUM_ANSWER_BYTES } from '../../../nodes/CardBankPayments/wire/readAnswer';
import { MEGABYTE } from './bytes';
import { answerCases, tokenCases } from './cases';
import { answerOf, HostileService, proof } from './server';

/** What the measured process prints. */
export interface Measured {
	outcome: string;
	/** Bytes. */
	grownBy: number;
}

export interface MeasuredAnswer extends Measured {
	name: string;
	wrong: string[];
}

/**
 * The longest answer that is read may take this many times its size while it is parsed, copied and
 * stored: a list of two characters becomes an object of dozens of bytes.
 */
const MOST_BYTES = 50 * MAXIMUM_ANSWER_BYTES;

/** Gives each heavy answer to a process of its own and measures how its memory grows. */
export async function measureAnswers(done: (measured: MeasuredAnswer) => void): Promise<void> {
	const heavy = [
		...answerCases.filter(({ isHeavy }) => isHeavy),
		...tokenCases
			.filter(({ isHeavy }) => isHeavy)
			.map(({ name, answer }) => ({ name, tokenAnswer: answer, outcome: 'rejected' })),
	];
	for (const heavyCase of heavy) {
		const service = await new HostileService().start();
		const running = measureIn(service.baseUrl);
		// The first three payments warm the process up.
		service.answer = answerOf(`{${proof()}}`);
		let payments = 0;
		service.onPayment = () => {
			if (++payments < 3) return;
			if ('answer' in heavyCase) service.answer = heavyCase.answer;
			else service.tokenAnswer = heavyCase.tokenAnswer;
		};
		const { outcome, grownBy } = await running.finally(async () => await service.stop());
		const wrong: string[] = [];
		if (outcome !== heavyCase.outcome) wrong.push(`outcome ${outcome}`);
		if (grownBy > MOST_BYTES) wrong.push(`memory grew by ${Math.round(grownBy / MEGABYTE)} MB`);
		done({ name: heavyCase.name, outcome, grownBy, wrong });
	}
}

async function measureIn(baseUrl: string): Promise<Measured> {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		['--expose-gc', '--import', 'tsx', path.join(__dirname, 'measured.ts'), baseUrl],
		{ timeout: 120_000 },
	);
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}
