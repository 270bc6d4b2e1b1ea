import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outputSchemas } from '../workbench/contract/outputSchemas';

/* Puts beside the built node what n8n shows of its output before it ever ran. */
for (const [name, text] of outputSchemas()) {
	const file = path.resolve('dist/nodes/CardBankPayments/__schema__', name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
}
