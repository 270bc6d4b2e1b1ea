import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { addressSettings, shippedSettings } from '../../queue/settings';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Service {
	image?: string;
	build?: { args: Record<string, string> };
	command?: unknown;
	environment?: Record<string, string>;
	env_file?: string[];
	stop_grace_period?: string;
}

const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
	services: Record<string, Service>;
};
const n8nProcesses = ['main', 'webhook', 'worker'].map((name) => services[name]!);
const settings = shippedSettings();

/** What only an n8n on the internet needs: its own address, and where it stands. */
const outsideTheTest = [
	'GENERIC_TIMEZONE',
	'N8N_EDITOR_BASE_URL',
	'N8N_HOST',
	'N8N_PROTOCOL',
	'N8N_PROXY_HOPS',
	'WEBHOOK_URL',
];

describe('the compose file', () => {
	it('starts a main process, a webhook process and workers', () => {
		expect(n8nProcesses.map(({ command }) => command)).toEqual(['start', 'webhook', 'worker']);
	});

	it('gives every n8n process the settings that npm run test:queue gives to its own', () => {
		const line = 'n8n${N8N_LINE:?set it in .env}.env';
		for (const { env_file: files } of n8nProcesses) expect(files).toEqual(['n8n.env', line]);
	});

	it('lets n8n 3 load the package, and tells it nothing that only n8n 2 knows', () => {
		const shared = read('deploy/n8n.env');
		expect(shared).toMatch(/^N8N_UNVERIFIED_PACKAGES_ENABLED=true$/m);
		const offload = 'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS';
		expect(shared + read('deploy/n8n3.env')).not.toContain(offload);
		expect(read('deploy/n8n2.env')).toContain(`\n${offload}=true\n`);
	});

	it('sets nothing else but addresses and secrets', () => {
		const url = new URL('postgres://user:password@example.com:5432/n8n');
		const addresses = addressSettings(url, url, 'n8n', 'key');
		const names = [...Object.keys(addresses), ...outsideTheTest];
		for (const { environment } of n8nProcesses) {
			expect(Object.keys(environment ?? {}).filter((name) => !names.includes(name))).toEqual([]);
		}
	});

	it('lets a process end its payouts before it is killed', () => {
		for (const { stop_grace_period: grace } of n8nProcesses) {
			expect(parseInt(String(grace))).toBeGreaterThan(
				Number(settings.N8N_GRACEFUL_SHUTDOWN_TIMEOUT),
			);
		}
	});

	it('builds the n8n that the tests run on', () => {
		const { dependencies } = JSON.parse(read('workbench/n8n/package.json')) as {
			dependencies: Record<string, string>;
		};
		for (const { build } of n8nProcesses)
			expect(build?.args.N8N_VERSION).toMatch(/^\$\{N8N_VERSION:/);
		expect(read('deploy/.env.example')).toContain(
			`\nN8N_LINE=2\nN8N_VERSION=${dependencies.n8n}\n`,
		);
	});

	it('pins every other image to a version', () => {
		const images = Object.values(services).flatMap(({ image }) => image ?? []);
		expect(images).toHaveLength(3);
		for (const image of images) expect(image).toMatch(/^\w+:\d+\.\d+(\.\d+)?-alpine$/);
	});

	it('takes every secret from .env, and the sample holds none', () => {
		const text = read('deploy/compose.yaml');
		const taken = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
		const sample = [...read('deploy/.env.example').matchAll(/^(\w+)=(.*)$/gm)];
		expect([...new Set(taken)].sort()).toEqual(sample.map(([, name]) => name).sort());
		const filledIn = sample.filter(([, , value]) => value !== '').map(([, name]) => name);
		expect(filledIn).toEqual(['N8N_LINE', 'N8N_VERSION', 'TIMEZONE']);
		expect(text).not.toMatch(/(PASSWORD|KEY|AUTH): [^$]/);
	});
});
