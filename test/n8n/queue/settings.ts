import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { repositoryRoot } from '../../../workbench/install/paths';
import { databaseSettings } from '../../../workbench/instance/database';

/** The settings that deploy/compose.yaml gives to every process of n8n 2. */
export function shippedSettings(): Record<string, string> {
	const files = ['n8n.env', 'n8n2.env'].map((name) =>
		readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8'),
	);
	return parseEnv(files.join('\n')) as Record<string, string>;
}

/**
 * Addresses and secrets as variables of n8n, which differ from one installation to the next. A jest
 * test holds these names against those that compose.yaml sets beside the shared file.
 *
 * @param database address with the name of the database as its path
 * @param prefix beginning of the keys in Redis
 */
export function addressSettings(
	database: URL,
	redis: URL,
	prefix: string,
	encryptionKey: string,
): Record<string, string> {
	return {
		...databaseSettings(database),
		QUEUE_BULL_REDIS_HOST: redis.hostname,
		QUEUE_BULL_REDIS_PORT: redis.port || '6379',
		QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
		QUEUE_BULL_PREFIX: prefix,
		N8N_REDIS_KEY_PREFIX: prefix,
		N8N_ENCRYPTION_KEY: encryptionKey,
	};
}
