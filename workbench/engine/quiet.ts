/** Import before n8n-core, which would print every failed execution; tests look at them anyway. */
process.env.N8N_LOG_LEVEL ??= 'silent';
