import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Names a PostgreSQL server for the n8n under test; without it, n8n uses SQLite. */
export const postgresVariable = 'CARD_BANK_PAYMENTS_POSTGRES';

/** A database of its own for one run. */
export interface Database {
	name: string;
	url: URL;
	/** n8n's variables for it. */
	settings: Record<string, string>;
	drop(): Promise<void>;
}

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
export async function createDatabase(server: URL): Promise<Database> {
	const name = `card_bank_payments_${process.pid}_${randomBytes(4).toString('hex')}`;
	const url = new URL(server);
	url.pathname = `/${name}`;
	await administrate(server, `CREATE DATABASE ${name}`);
	return {
		name,
		url,
		settings: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: server.hostname,
			DB_POSTGRESDB_PORT: server.port || '5432',
			DB_POSTGRESDB_DATABASE: name,
			DB_POSTGRESDB_USER: decodeURIComponent(server.username),
			DB_POSTGRESDB_PASSWORD: decodeURIComponent(server.password),
		},
		drop: async () => await administrate(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
	};
}

/** @throws {Error} that says where the server was looked for, and how to start one */
export async function connectPostgres(url: URL): Promise<Client> {
	const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 });
	// A server that goes away shows in the next query; without a listener it would end the process.
	client.on('error', () => undefined);
	await client.connect().catch((error: unknown) => {
		throw unreachable('PostgreSQL', url, error, START_POSTGRES);
	});
	return client;
}

const START_POSTGRES =
	'Start a PostgreSQL server, on Debian as root with `source .ci/services`, or name another one that\n' +
	'may create databases: QUEUE_TEST_POSTGRES_URL=postgres://user:password@host:5432/postgres';

/** @param advice what to do about a server that is not there */
export function unreachable(server: string, url: URL, reason: unknown, advice: string): Error {
	const { code, message } = reason as { code?: string; message: string };
	return new Error(`${server} cannot be reached at ${url.host} (${message || code}).\n${advice}`);
}

async function administrate(server: URL, statement: string): Promise<void> {
	const client = await connectPostgres(server);
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
