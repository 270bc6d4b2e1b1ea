import path from 'node:path';
import { promisify } from 'node:util';
import { requireFromN8n } from '../install/paths';

/** Names a PostgreSQL server for the n8n under test; without it, n8n uses SQLite. */
export const postgresVariable = 'CARD_BANK_PAYMENTS_POSTGRES';

/** n8n's variables for a database at an address. */
export function databaseSettings(url: URL): Record<string, string> {
	return {
		DB_POSTGRESDB_HOST: url.hostname,
		DB_POSTGRESDB_PORT: url.port || '5432',
		DB_POSTGRESDB_DATABASE: url.pathname.slice(1),
		DB_POSTGRESDB_USER: decodeURIComponent(url.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(url.password),
	};
}

/** The part of sqlite3 that we use. */
interface Sqlite {
	Database: new (file: string) => {
		all(sql: string, done: (error: Error | null, rows: unknown[]) => void): void;
		close(done: (error: Error | null) => void): void;
	};
}

/** Runs one statement in the database of an n8n, which may be running. */
export async function query<Row>(userFolder: string, sql: string): Promise<Row[]> {
	const { Database } = requireFromN8n<Sqlite>('sqlite3');
	const database = new Database(path.join(userFolder, '.n8n/database.sqlite'));
	const rows = await promisify(database.all.bind(database))(sql);
	await promisify(database.close.bind(database))();
	return rows as Row[];
}
