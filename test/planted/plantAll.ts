import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planted, type Planted } from './faults';
import { repositoryFiles, placesOf } from './places';

/** What takes longer does not end: a test that never ends has failed, too. */
const TIME_LIMIT_MS = 300_000;

const jestConfig = `
const config = require(${JSON.stringify(join(process.cwd(), 'jest.config.js'))});
module.exports = { ...config, rootDir: __dirname, testTimeout: 20_000 };
`;

/** The product in a folder of its own, in which a part of the gate can be run. */
class Copy {
	private readonly folder = mkdtempSync(join(tmpdir(), 'planted-'));

	constructor() {
		for (const file of repositoryFiles) cpSync(file, join(this.folder, file));
		symlinkSync(join(process.cwd(), 'node_modules'), join(this.folder, 'node_modules'));
		writeFileSync(join(this.folder, 'jest.config.js'), jestConfig);
	}

	/** Runs a part with something replaced. @returns what failed, if something did */
	failureWith(file: string, [text, becomes]: Planted, part: string): string | undefined {
		const before = this.read(file);
		writeFileSync(join(this.folder, file), before.split(text).join(becomes));
		try {
			return this.failureOf(part);
		} finally {
			writeFileSync(join(this.folder, file), before);
		}
	}

	/** Runs a part. @returns what failed, if something did */
	failureOf(part: string): string | undefined {
		const [name = '', ...args] = part.split(' ');
		const [command, ...more] = name.startsWith('test/')
			? ['node_modules/.bin/jest', name, '--bail', '--silent', '--maxWorkers=1']
			: ['npm', 'run', '--silent', name, '--', ...args];
		const limits = { timeout: TIME_LIMIT_MS, maxBuffer: 1e9 };
		const options = { cwd: this.folder, encoding: 'utf8', ...limits } as const;
		const { status, stdout, stderr } = spawnSync(command!, more, options);
		if (status === 0) return undefined;
		if (status === null) return 'it did not end';
		const said = `${stdout}\n${stderr}`.trim();
		return /(?:●|FAILED)\s+(.+)/.exec(said)?.[1] ?? said.split('\n').at(-1);
	}

	remove(): void {
		rmSync(this.folder, { recursive: true });
	}

	private read(file: string): string {
		return readFileSync(join(this.folder, file), 'utf8');
	}
}

/** Plants each fault, and prints the test that fails: `npm run test:planted [-- words of some faults]` */
function main(): void {
	const [words = ''] = process.argv.slice(2);
	const chosen = Object.entries(planted).flatMap(([part, faults]) =>
		Object.entries(faults)
			.filter(([fault]) => `${fault} ${part}`.includes(words))
			.map(([fault, change]) => ({ fault, part, change })),
	);
	const copy = new Copy();
	let missed = 0;
	const miss = (text: string) => {
		missed++;
		console.log(`MISSED  ${text}`);
	};
	try {
		for (const part of new Set(chosen.map((one) => one.part))) {
			const failure = copy.failureOf(part);
			if (failure !== undefined) throw new Error(`${part} fails by itself: ${failure}`);
		}
		for (const { fault, part, change } of chosen) {
			const [file, ...others] = placesOf(change[0]);
			if (file === undefined || others.length > 0) {
				const places = [file ?? 'nowhere any more', ...others].join(', ');
				miss(`${fault}: its text stands in ${places}: ${change[0]}`);
				continue;
			}
			const failure = copy.failureWith(file, change, part);
			if (failure === undefined) miss(`${fault} (${file}): ${part} passes`);
			else console.log(`caught  ${fault} (${file}): ${failure}`);
		}
		console.log(`planted: ${chosen.length - missed} caught, ${missed} missed`);
	} finally {
		copy.remove();
	}
	if (missed > 0) process.exitCode = 1;
}

main();
