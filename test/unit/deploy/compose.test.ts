import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { n8nVersion } from '../../../workbench/install/paths';
import { addressSettings, shippedSettings } from '../../n8n/queue/settings';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface ComposeService {
	build?: { args: Record<string, string> };
	command?: unknown;
	environment?: Record<string, string>;
	env_file?: string[];
	stop_grace_period?: string;
}

const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
	services: Record<string, ComposeService>;
};

/** What only an n8n on the internet needs: its own address, and where it stands. */
const outsideTheTest = [
	...['GENERIC_TIMEZONE', 'N8N_EDITOR_BASE_URL', 'N8N_HOST', 'N8N_PROTOCOL', 'N8N_PROXY_HOPS'],
	'WEBHOOK_URL',
];

it.each([
	['main', 'start'],
	['webhook', 'webhook'],
	['worker', 'worker'],
])(
	'the process %s runs as the tests of queue mode run it, and may end its payouts',
	(name, command) => {
		const process = services[name]!;
		const files = ['n8n.env', 'n8n${N8N_LINE:?set it in .env}.env'];
		expect(process).toMatchObject({ command, env_file: files });
		const url = new URL('postgres://user:password@example.com:5432/n8n');
		const own = [...Object.keys(addressSettings(url, url, 'n8n', 'key')), ...outsideTheTest];
		const named = Object.keys(process.environment ?? {});
		expect(own).toEqual(expect.arrayContaining(named));
		const addresses = ['DB_POSTGRESDB_HOST', 'QUEUE_BULL_REDIS_HOST'];
		expect(named).toEqual(expect.arrayContaining(addresses));
		const shutdown = Number(shippedSettings().N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
		expect(parseInt(String(process.stop_grace_period))).toBeGreaterThan(shutdown);
		expect(process.build?.args.N8N_VERSION).toMatch(/^\$\{N8N_VERSION:/);
	},
);

it('n8n 3 loads the package, and is told nothing that only n8n 2 knows', () => {
	const shared = read('deploy/n8n.env');
	expect(shared).toMatch(/^N8N_UNVERIFIED_PACKAGES_ENABLED=true$/m);
	const offload = 'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS';
	expect(shared + read('deploy/n8n3.env')).not.toContain(offload);
	expect(read('deploy/n8n2.env')).toContain(`\n${offload}=true\n`);
});

it('takes every secret from .env, whose sample names the n8n of the tests and holds none', () => {
	const text = read('deploy/compose.yaml');
	const taken = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
	const sample = [...read('deploy/.env.example').matchAll(/^(\w+)=(.*)$/gm)];
	expect([...new Set(taken)].sort()).toEqual(sample.map(([, name]) => name).sort());
	const filledIn = sample.flatMap(([, name, value]) => (value === '' ? [] : [[name, value]]));
	const version = n8nVersion();
	expect(filledIn).toEqual([
		['N8N_LINE', '2'],
		['N8N_VERSION', version],
		['TIMEZONE', expect.any(String)],
	]);
	expect(text).not.toMatch(/(PASSWORD|KEY|AUTH): [^$]/);
});
