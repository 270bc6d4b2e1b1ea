import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { repositoryRoot } from '../../workbench/instance/paths';

/** The settings that deploy/compose.yaml gives to every process of n8n 2. */
export function shippedSettings(): Record<string, string> {
	const files = ['n8n.env', 'n8n2.env'].map((name) =>
		readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8'),
	);
	return parseEnv(files.join('\n')) as Record<string, string>;
}

/** What differs from one installation to the next. */
export interface Addresses {
	postgres: URL;
	/** Through which port PostgreSQL is reached at 127.0.0.1. */
	postgresPort: number;
	database: string;
	redis: URL;
	redisPort: number;
	/** Beginning of the keys in Redis. */
	prefix: string;
	encryptionKey: string;
}

/**
 * Addresses and secrets as variables of n8n. A jest test holds these names against those that
 * compose.yaml sets beside the shared file.
 */
export function addressSettings(addresses: Addresses): Record<string, string> {
	const { postgres, redis } = addresses;
	return {
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(addresses.postgresPort),
		DB_POSTGRESDB_DATABASE: addresses.database,
		DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(addresses.redisPort),
		QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
		QUEUE_BULL_PREFIX: addresses.prefix,
		N8N_REDIS_KEY_PREFIX: addresses.prefix,
		N8N_ENCRYPTION_KEY: addresses.encryptionKey,
	};
}
