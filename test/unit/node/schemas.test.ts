import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputSchemas, schemaFolder } from '../../../workbench/contract/outputSchemas';

const generated = outputSchemas();

it('lies beside the node for every operation, and for nothing else', () => {
	const files = readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' });
	const found = files.filter((file) => file.endsWith('.json'));
	expect(found.sort()).toEqual([...generated.keys()].sort());
});

it.each([...generated])('%s is as "npm run schemas" makes it', (file, text) => {
	expect(readFileSync(join(schemaFolder, file), 'utf8')).toBe(text);
});
