import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SandboxControl, startSandbox } from '../../sandbox';

const root = join(__dirname, '../..');

function run(...options: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', ...options], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk) => (output += chunk));
	child.stderr.on('data', (chunk) => (output += chunk));
	const exit = once(child, 'close').then(([code]) => code as number | null);
	return { child, exit, output: () => output };
}

it('prints where it runs and how to get in, works, and stops on a signal', async () => {
	const { child, exit, output } = run('--port', '0', '--strict', '--pace', '0.5');
	while (!output().includes('Ctrl-C')) await once(child.stdout, 'data');
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? '';
	for (const text of [
		...[`${url}/third-parties`, 'sandbox-client', 'sandbox-key', 'sandbox-access-token'],
		...['one payout in 0.5 seconds', 'letters and digits only'],
	]) {
		expect(output()).toContain(text);
	}
	expect(await new SandboxControl(url).ledger()).toMatchObject({ requests: [] });
	child.kill('SIGTERM');
	expect(await exit).toBe(0);
});

it('says so when the port is taken', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	const { port } = other.address() as AddressInfo;
	const { exit, output } = run('--port', String(port));
	expect(await exit).toBe(1);
	expect(output()).toContain(String(port));
	expect(output()).toContain('--port');
	await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	other.close();
});

it('refuses a port or a pace that is none, and options it does not know', async () => {
	const [port, pace, option] = [run('--port', 'x'), run('--pace', '-1'), run('--prot', '1')];
	expect([await port.exit, await pace.exit, await option.exit]).toEqual([1, 1, 1]);
	expect(pace.output()).toContain('--pace');
	expect(port.output()).toContain('65535');
	expect(option.output()).toContain('--prot');
});
