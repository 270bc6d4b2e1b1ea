import path from 'node:path';
import { promisify } from 'node:util';
import { requirePrivate } from './paths';

/** The part of sqlite3 that we use. */
interface Sqlite {
	Database: new (file: string) => {
		all(sql: string, done: (error: Error | null, rows: unknown[]) => void): void;
		close(done: (error: Error | null) => void): void;
	};
}

/** Runs one statement in the database of an n8n, which may be running. */
export async function query<Row>(userFolder: string, sql: string): Promise<Row[]> {
	const { Database } = requirePrivate<Sqlite>('sqlite3');
	const database = new Database(path.join(userFolder, '.n8n/database.sqlite'));
	const rows = await promisify(database.all.bind(database))(sql);
	await promisify(database.close.bind(database))();
	return rows as Row[];
}
