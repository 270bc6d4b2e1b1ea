import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The server that tests use where they want PostgreSQL; its user may create databases. */
export function postgresServer(): URL {
	return urlFrom('QUEUE_TEST_POSTGRES_URL', 'postgres://postgres@127.0.0.1:5432/postgres');
}

/**
 * Reads an address from a variable of the environment.
 *
 * @throws {Error} that names the variable, where it holds something else
 */
export function urlFrom(variable: string, otherwise: string): URL {
	const text = process.env[variable] ?? otherwise;
	if (URL.canParse(text)) return new URL(text);
	throw new Error(`${variable} must be an address such as ${otherwise}, not "${text}"`);
}

/**
 * Creates an empty database.
 *
 * @param server e.g. `postgres://postgres@127.0.0.1:5432/postgres`; its user may create databases
 * @throws {Error} that says where the server was looked for, and how to start one
 */
export async function createDatabase(server: URL) {
	const name = `card_bank_payments_${process.pid}_${randomBytes(4).toString('hex')}`;
	const url = new URL(server);
	url.pathname = `/${name}`;
	await administrate(server, `CREATE DATABASE ${name}`);
	return {
		name,
		url,
		drop: async () => await administrate(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
	};
}

/** @throws {Error} that says where the server was looked for, and how to start one */
export async function connectPostgres(url: URL): Promise<Client> {
	const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 });
	// A server that goes away shows in the next query; without a listener it would end the process.
	client.on('error', () => undefined);
	await client.connect().catch((error: unknown) => {
		throw unreachable('PostgreSQL', 'QUEUE_TEST_POSTGRES_URL', url, error);
	});
	return client;
}

/** @param variable that names another one */
export function unreachable(server: string, variable: string, url: URL, reason: unknown): Error {
	const { code, message } = reason as { code?: string; message: string };
	return new Error(
		`${server} cannot be reached at ${url.host} (${message || code}).\n` +
			`Start a server, on Debian as root with \`source .ci/services\`, or name another one in ${variable}`,
	);
}

async function administrate(server: URL, statement: string): Promise<void> {
	const client = await connectPostgres(server);
	await client.query(statement).finally(async () => await client.end());
}
