import path from 'node:path';
import { requirePrivate } from './paths';

/** The part of sqlite3 that we use. */
interface Sqlite {
	Database: new (file: string) => {
		all(sql: string, done: (error: Error | null, rows: unknown[]) => void): void;
		close(done: () => void): void;
	};
}

/** Runs one statement in the database of an n8n, which may be running. */
export async function query<Row>(userFolder: string, sql: string): Promise<Row[]> {
	const { Database } = requirePrivate<Sqlite>('sqlite3');
	const database = new Database(path.join(userFolder, '.n8n/database.sqlite'));
	try {
		return await new Promise((resolve, reject) => {
			database.all(sql, (error, rows) => {
				if (error === null) resolve(rows as Row[]);
				else reject(error);
			});
		});
	} finally {
		await new Promise<void>((resolve) => database.close(resolve));
	}
}
