import { requireFromN8n } from '../../../workbench/install/paths';
import {
	connectPostgres,
	createDatabase,
	postgresServer,
	unreachable,
	urlFrom,
} from '../../../workbench/servers/postgres';

/** The part of ioredis that we use. */
interface RedisClient {
	connect(): Promise<void>;
	eval(script: string, keys: 0, pattern: string): Promise<unknown>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): void;
}

/** Where the two servers are, and what of them belongs to this run alone. */
export type Services = Awaited<ReturnType<typeof prepareServices>>;

const removeKeys =
	"for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end";

/**
 * Looks for PostgreSQL and Redis and makes a database and a key prefix for this run.
 *
 * @throws {Error} that says which server is missing and how to start it
 */
export async function prepareServices() {
	const redis = urlFrom('QUEUE_TEST_REDIS_URL', 'redis://127.0.0.1:6379/0');
	// The one that makes something last, so that nothing is left behind when one of them is missing.
	const redisClient = await connectRedis(redis);
	const database = await createDatabase(postgresServer());
	/** A connection to this run's database that no cut concerns. */
	const client = await connectPostgres(database.url);
	/** What this run's keys in Redis begin with. */
	const prefix = `${database.name}:`;
	/** Drops the database and the keys. */
	const remove = async () => {
		await client.end();
		await database.drop();
		await redisClient.eval(removeKeys, 0, `${prefix}*`);
		redisClient.disconnect();
	};
	return { database: database.url, redis, prefix, client, remove };
}

async function connectRedis(url: URL): Promise<RedisClient> {
	type Module = { Redis: new (url: string, options: object) => RedisClient };
	const { Redis } = requireFromN8n<Module>('ioredis');
	const options = { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null };
	const client = new Redis(url.href, options);
	// The promise below is rejected with "Connection is closed." only.
	let reason: Error | undefined;
	client.on('error', (error) => (reason = error));
	await client.connect().catch((error: unknown) => {
		throw unreachable('Redis', 'QUEUE_TEST_REDIS_URL', url, reason ?? error);
	});
	return client;
}
