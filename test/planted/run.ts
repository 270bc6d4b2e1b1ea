import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planted, type Planted } from './faults';

/** Where faults are planted. */
const rooms = ['nodes', 'credentials', 'sandbox'];

const copied = [
	...rooms,
	'workbench',
	'test',
	'examples',
	'deploy',
	'scripts',
	'docs',
	'package.json',
];
const linked = [
	'node_modules',
	'tsconfig.json',
	'tsconfig.check.json',
	'README.md',
	'CHANGELOG.md',
];

/** What takes longer does not end: a test that never ends has failed, too. */
const TIME_LIMIT_MS = 300_000;

/** Types are left out: a fault that the compiler sees needs no test, and reading them takes longest. */
const jestConfig = `
const config = require(${JSON.stringify(join(process.cwd(), 'jest.config.js'))});
const quick = { tsconfig: 'tsconfig.check.json', isolatedModules: true, diagnostics: false };
module.exports = { ...config, rootDir: __dirname, testTimeout: 20_000, transform: { '^.+\\\\.ts$': ['ts-jest', quick] } };
`;

/** The product in a folder of its own, in which a part of the gate can be run. */
class Copy {
	private readonly folder = mkdtempSync(join(tmpdir(), 'planted-'));

	constructor() {
		const isSource = (path: string) => !/node_modules|test\/n8n\/results/.test(path);
		for (const name of copied.filter(existsSync)) {
			cpSync(name, join(this.folder, name), { recursive: true, filter: isSource });
		}
		for (const name of linked) symlinkSync(join(process.cwd(), name), join(this.folder, name));
		writeFileSync(join(this.folder, 'jest.config.js'), jestConfig);
	}

	/** @returns the files in which the text stands, each as often as it stands there */
	find(text: string): string[] {
		const files = rooms.flatMap((room) =>
			readdirSync(join(this.folder, room), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file) => join(room, file)),
		);
		return files.flatMap((file) => Array(this.read(file).split(text).length - 1).fill(file));
	}

	/** Runs a part with something replaced. @returns the test that failed, if one did */
	failureWith(file: string, { find, replace, by }: Planted): string | undefined {
		const before = this.read(file);
		writeFileSync(join(this.folder, file), before.split(find).join(replace));
		try {
			return this.failureOf(by);
		} finally {
			writeFileSync(join(this.folder, file), before);
		}
	}

	/** Runs a part. @returns the test that failed, if one did */
	failureOf(part: string): string | undefined {
		return part.startsWith('test/') ? this.jest(part) : this.command(part);
	}

	remove(): void {
		rmSync(this.folder, { recursive: true });
	}

	private jest(part: string): string | undefined {
		const args = ['node_modules/.bin/jest', part, '--bail', '--silent', '--maxWorkers=1'];
		const { status, stderr } = this.spawn('node', args);
		if (status === 0) return undefined;
		if (status === null) return 'no test: it did not end';
		return /●\s+(.+)/.exec(stderr)?.[1] ?? lastLine(stderr);
	}

	private command(part: string): string | undefined {
		const [name = '', ...args] = part.split(' ');
		const more = args.length === 0 ? [] : ['--', ...args];
		const { status, stdout, stderr } = this.spawn('npm', ['run', '--silent', name, ...more]);
		if (status === 0) return undefined;
		return status === null ? 'no case: it did not end' : firstComplaint(`${stdout}\n${stderr}`);
	}

	private spawn(command: string, args: string[]) {
		const limits = { timeout: TIME_LIMIT_MS, maxBuffer: 1e9 };
		return spawnSync(command, args, { cwd: this.folder, encoding: 'utf8', ...limits });
	}

	private read(file: string): string {
		return readFileSync(join(this.folder, file), 'utf8');
	}
}

function lastLine(text: string): string {
	return text.trim().split('\n').at(-1) ?? '';
}

function firstComplaint(text: string): string {
	const lines = text.split('\n').map((line) => line.trim());
	return lines.find((line) => /violat|broken|expected|fail/i.test(line)) ?? lines.at(-1) ?? '';
}

/** Plants each fault, and prints the test that fails: `npm run test:planted [-- words of some faults]` */
function main(): void {
	const [words = ''] = process.argv.slice(2);
	const chosen = planted.filter(({ fault, by }) => `${fault} ${by}`.includes(words));
	const copy = new Copy();
	let missed = 0;
	const miss = (text: string) => {
		missed++;
		console.log(`MISSED  ${text}`);
	};
	try {
		for (const part of new Set(chosen.map(({ by }) => by))) {
			const failure = copy.failureOf(part);
			if (failure !== undefined) throw new Error(`${part} fails by itself: ${failure}`);
		}
		for (const one of chosen) {
			const [file, ...others] = copy.find(one.find);
			if (file === undefined) miss(`${one.fault}: its text stands nowhere any more: ${one.find}`);
			else if (others.length > 0)
				miss(`${one.fault}: its text stands in ${[file, ...others].join(', ')}`);
			else {
				const failure = copy.failureWith(file, one);
				if (failure === undefined) miss(`${one.fault} (${file}): ${one.by} passes`);
				else console.log(`caught  ${one.fault} (${file}): ${failure}`);
			}
		}
		console.log(`planted: ${chosen.length - missed} caught, ${missed} missed`);
	} finally {
		copy.remove();
	}
	if (missed > 0) process.exitCode = 1;
}

main();
