import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { SuiteResult } from './suites';

/** Runs suites one after the other, on an n8n that those share which need none of their own. */
export class Lane {
	/** A process, because Node.js gives a suite the variables of the process that runs it. */
	private readonly child: ChildProcess;

	constructor(signal: AbortSignal) {
		this.child = fork(path.join(__dirname, 'laneProcess.ts'), { execArgv: ['--import', 'tsx'] });
		signal.addEventListener('abort', () => this.child.kill());
	}

	/** Whether it can run another suite. */
	get isOpen(): boolean {
		return this.child.connected;
	}

	/** @param file of the suite */
	async run(file: string): Promise<SuiteResult> {
		const suite = path.basename(file);
		return await new Promise((resolve) => {
			const fail = () => resolve({ ...noResult, suite, failures: ['its lane has ended'] });
			this.child.once('exit', fail);
			this.child.once('message', (result) => {
				this.child.off('exit', fail);
				resolve(result as SuiteResult);
			});
			if (this.isOpen) this.child.send(file);
			else fail();
		});
	}

	/** Ends the lane's n8n, too. */
	async close(): Promise<void> {
		if (!this.isOpen) return;
		const ended = new Promise((resolve) => this.child.once('exit', resolve));
		this.child.disconnect();
		await ended;
	}
}

const noResult = { passed: 0, failed: 1, seconds: 0, report: '' };
