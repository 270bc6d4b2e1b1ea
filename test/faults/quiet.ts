/**
 * n8n logs every node that fails, and here most of them fail on purpose. It reads this variable
 * while it loads, so this file has to be the first import of the program.
 */
process.env.N8N_LOG_LEVEL = 'silent';
