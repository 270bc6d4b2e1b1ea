import type { Client } from 'pg';
import { requirePrivate } from '../../workbench/instance/paths';
import {
	connectPostgres,
	createDatabase,
	postgresServer,
	unreachable,
	urlFrom,
} from '../../workbench/servers/postgres';

/** The part of ioredis that we use. */
export interface RedisClient {
	connect(): Promise<void>;
	scan(cursor: string, ...options: string[]): Promise<[cursor: string, keys: string[]]>;
	del(...keys: string[]): Promise<number>;
	quit(): Promise<unknown>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): void;
}

type RedisConstructor = new (url: string, options: object) => RedisClient;

/** Where the two servers are, and what of them belongs to this run alone. */
export interface Services {
	postgres: URL;
	redis: URL;
	/** Name of this run's database. */
	database: string;
	/** What this run's keys in Redis begin with. */
	prefix: string;
	/** A connection to this run's database that no cut concerns. */
	client: Client;
	/** Drops the database and the keys. */
	remove(): Promise<void>;
}

/**
 * Looks for PostgreSQL and Redis and makes a database and a key prefix for this run.
 *
 * @throws {Error} that says which server is missing and how to start it
 */
export async function prepareServices(): Promise<Services> {
	const redis = urlFrom('QUEUE_TEST_REDIS_URL', 'redis://127.0.0.1:6379/0');
	const postgres = postgresServer();
	// The one that makes something last, so that nothing is left behind when one of them is missing.
	const redisClient = await connectRedis(redis);
	const database = await createDatabase(postgres);
	const client = await connectPostgres(database.url);
	const prefix = `${database.name}:`;
	const remove = async () => {
		await client.end();
		await database.drop();
		await removeKeys(redisClient, prefix);
		await redisClient.quit();
	};
	return { postgres, redis, database: database.name, prefix, client, remove };
}

const START_REDIS =
	'Start a Redis server, on Debian as root with `source .ci/services`, or name another one:\n' +
	'QUEUE_TEST_REDIS_URL=redis://:password@host:6379/0';

async function connectRedis(url: URL): Promise<RedisClient> {
	const { Redis } = requirePrivate<{ Redis: RedisConstructor }>('ioredis');
	const client = new Redis(url.href, {
		lazyConnect: true,
		connectTimeout: 5_000,
		retryStrategy: () => null,
	});
	let reason: Error | undefined;
	client.on('error', (error) => (reason = error));
	try {
		await client.connect();
	} catch (error) {
		client.disconnect();
		// The client's own words are "Connection is closed."
		throw unreachable('Redis', url, reason ?? error, START_REDIS);
	}
	return client;
}

async function removeKeys(client: RedisClient, prefix: string): Promise<void> {
	let cursor = '0';
	do {
		const [next, keys] = await client.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', '1000');
		if (keys.length > 0) await client.del(...keys);
		cursor = next;
	} while (cursor !== '0');
}
