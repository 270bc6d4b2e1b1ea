/**
 * Headers of a request that gets a connection of its own. n8n closes one that was idle for five seconds.
 * On a busy machine a request may be on its way on it just then, and fails.
 */
export const noReuse = { connection: 'close' };
