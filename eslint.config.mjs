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

const node = './nodes/CardBankPayments';
const outside = ['resources', 'sentences', 'wire'];
/** The rooms of the executor in the order of the data: each may import those before it. */
const sequence = [
	...['common', 'read', 'proof', 'journal', 'check', 'service', 'deliver', 'report', 'run'],
].map((room) => `executor/${room}`);
/** Each room of the node, and what it may import. */
const rooms = {
	sentences: [],
	wire: ['sentences'],
	credential: ['sentences', 'wire'],
	resources: ['sentences', 'wire'],
	listSearch: ['sentences', 'wire'],
	...Object.fromEntries(
		sequence.map((room, place) => [room, [...outside, ...sequence.slice(0, place)]]),
	),
};
// How a token stands in a header is said by the credential.
for (const room of ['executor/service', 'listSearch']) rooms[room].push('credential');

/** The rooms of `workbench/` that lead to a real n8n, each of which may import those before it. */
const towardsN8n = ['servers', 'install', 'workflows', 'executions', 'instance', 'editor'];
/** Each room of `workbench/`, and what it may import there. */
const workrooms = {
	...Object.fromEntries(towardsN8n.map((room, place) => [room, towardsN8n.slice(0, place)])),
	engine: ['servers'],
	contract: ['install'],
};
/** What stands around the product, and what of the repository it may import besides itself. */
const around = {
	sandbox: [],
	workbench: ['nodes', 'credentials', 'sandbox'],
	bench: ['nodes', 'sandbox', 'workbench'],
	scripts: ['sandbox', 'workbench'],
};

/** A zone for each room of a house, by the rooms that it may import. */
const zonesOf = (house, table) =>
	Object.entries(table).map(([room, mayImport]) => ({
		target: `${house}/${room}`,
		from: house,
		except: [room, ...mayImport].map((one) => `./${one}`),
		message: `The room ${room} may import from: ${mayImport.join(', ') || 'no other'}.`,
	}));

const boundaries = [
	...zonesOf(node, rooms),
	...zonesOf('./workbench', workrooms),
	...Object.entries(around).map(([folder, mayImport]) => ({
		target: `./${folder}`,
		from: '.',
		except: [folder, ...mayImport, 'node_modules'].map((one) => `./${one}`),
		message: `${folder}/ may import from: ${mayImport.join(', ') || 'no other folder'}.`,
	})),
	{
		target: ['./nodes', './credentials'],
		from: ['./sandbox', './workbench', './scripts', './bench', './test'],
		message: 'What ships knows nothing of what stands around it.',
	},
	{ target: './credentials', from: `${node}/executor` },
	{ target: node, from: './credentials' },
];

const outcomes = 'accepted|reversed|rejected|unknown|notSent|alreadySent|invalid|notFound';
const executor = 'nodes/CardBankPayments/executor';
/** Who says how a payment ended: the proofs; the report tells it. */
const namesOutcomes = ['proof/**', 'report/**', 'common/payment.ts'];

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
		files: shipped,
		ignores: namesOutcomes.map((path) => `${executor}/${path}`),
		rules: {
			'no-restricted-syntax': [
				'error',
				...[`Literal[value=/^(${outcomes})$/]`, `TemplateElement[value.raw=/^(${outcomes})$/]`].map(
					(selector) => ({
						selector,
						message: 'Outcomes are named in proof/ and in report/ alone.',
					}),
				),
			],
		},
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
