import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../servers/processes';
import { privatePackage } from './paths';

const usualPlaces = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium, or installs Debian's when this is root on Debian.
 *
 * @returns the path of its program
 * @throws {Error} that says how to provide one
 */
export async function ensureChromium(): Promise<string> {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen !== undefined) {
		if (existsSync(chosen)) return chosen;
		throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist`);
	}
	const found = () => usualPlaces.find((place) => existsSync(place));
	if (found() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		console.log('Installing Chromium with apt-get');
		await aptGet('update');
		await aptGet('install', '-y', '--no-install-recommends', 'chromium');
	}
	const program = found();
	if (program !== undefined) return program;
	throw new Error(
		'No Chromium was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program.',
	);
}

async function aptGet(...commandArguments: string[]): Promise<void> {
	await runCommand('apt-get', commandArguments, {
		cwd: '/',
		logFile: path.join(privatePackage, `apt-get-${commandArguments[0]}.log`),
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
}
