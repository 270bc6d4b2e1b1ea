import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runTogether } from './runTogether';

/** They read the repository, and run nothing of the product. */
const others = ['deploy', 'examples', 'repository'];

const unit = path.join(__dirname, '../unit');
runTogether(
	readdirSync(unit, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !others.includes(name.split(path.sep)[0]!))
		.map((name) => `unit/${name}`),
);
