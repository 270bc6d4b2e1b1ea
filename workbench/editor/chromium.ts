import { access } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../servers/commands';
import { comesTrue } from '../servers/waiting';
import { privatePackage } from '../instance/paths';

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
export async function ensureChromium(say: (line: string) => void): Promise<string> {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen !== undefined) {
		if (await exists(chosen)) return chosen;
		throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist`);
	}
	const found = await findInstalled();
	if (found !== undefined) return found;
	if (process.getuid?.() === 0 && (await exists('/usr/bin/apt-get'))) {
		say('Installing Chromium with apt-get');
		await aptGet('update');
		await aptGet('install', '-y', '--no-install-recommends', 'chromium');
		const installed = await findInstalled();
		if (installed !== undefined) return installed;
	}
	throw new Error(
		'No Chromium was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program.',
	);
}

async function findInstalled(): Promise<string | undefined> {
	for (const place of usualPlaces) if (await exists(place)) return place;
	return undefined;
}

const exists = async (file: string) => await comesTrue(access(file));

async function aptGet(...commandArguments: string[]): Promise<void> {
	await runCommand('apt-get', commandArguments, {
		cwd: '/',
		logFile: path.join(privatePackage, `apt-get-${commandArguments[0]}.log`),
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
}
