import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/*
 * The same combination of rule sets as n8n's own `@n8n/node-cli/eslint`, put together here because
 * the CLI itself brings a second copy of half the tool chain. n8n's rules hold for what ships
 * (nodes, credentials, package.json); everything else follows the general TypeScript rules.
 */
const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const communityNodes = n8nCommunityNodesPlugin.configs.recommended;

/*
 * The rooms of the node, in the order of the data. A room may import what comes before it, and what
 * all of them share.
 */
const node = './nodes/CardBankPayments';
const sequence = ['read', 'idempotency', 'check', 'http', 'send', 'report'];
const boundaries = [
	...sequence.slice(0, -1).map((room, place) => ({
		target: `${node}/executor/${room}`,
		from: sequence.slice(place + 1).map((later) => `${node}/executor/${later}`),
		message: 'A room of the executor takes nothing from one that comes later.',
	})),
	{
		target: sequence.map((room) => `${node}/executor/${room}`),
		from: ['runOperation', 'openRun', 'endRun'].map((file) => `${node}/executor/${file}.ts`),
		message: 'A room of the executor does not know who calls it.',
	},
	{
		target: [
			'./credentials',
			...['resources', 'wire', 'text', 'transport', 'credential', 'listSearch'].map(
				(room) => `${node}/${room}`,
			),
		],
		from: `${node}/executor`,
		message: 'Only the node itself knows the executor.',
	},
	{
		target: ['wire', 'text', 'transport'].map((room) => `${node}/${room}`),
		from: ['resources', 'credential', 'listSearch'].map((room) => `${node}/${room}`),
		message: 'How values travel and are shown does not depend on what is sent.',
	},
	{
		target: './test/scenarios',
		from: './test',
		except: ['./scenarios'],
		message: 'A scenario knows of no level but through its driver.',
	},
	{
		target: ['./nodes', './credentials', './sandbox', './workbench', './scripts', './bench'],
		from: './test',
		message: 'Only tests import from test/; what others need as well lives in workbench/.',
	},
];

export default tseslint.config(
	{ ignores: ['dist', '**/node_modules', '.n8n-data', '.stryker-tmp', 'coverage'] },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [
			js.configs.recommended,
			tseslint.configs.recommended,
			importX.flatConfigs.recommended,
		],
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
		rules: { 'import-x/no-restricted-paths': ['error', { zones: boundaries }] },
	},
	{
		files: shipped,
		linterOptions: { noInlineConfig: true },
		extends: [communityNodes],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		extends: [communityNodes],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { ...n8nNodesBase.configs.community.rules },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// As in n8n's own configuration: both have false findings on today's credentials.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// As in n8n's own configuration: these expect the older spelling of connection types.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
