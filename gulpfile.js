const { build } = require('esbuild');
const { dest, parallel, src } = require('gulp');

// n8n looks for icons and the codex beside the node.
const assets = ['nodes/**/*.{svg,json}', 'credentials/**/*.svg'];

function copyAssets() {
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

// Node and credential become one file each: n8n loads all of a package when it starts, and to find a
// module takes longer than to read it.
async function bundle() {
	await build({
		entryPoints: [
			'nodes/CardBankPayments/CardBankPayments.node.ts',
			'credentials/CardBankPaymentsApi.credentials.ts',
		],
		bundle: true,
		external: ['n8n-workflow'],
		platform: 'node',
		target: 'es2022',
		// The package stays small, and its code readable: names and lines are kept.
		minifySyntax: true,
		outbase: '.',
		outdir: 'dist',
	});
}

exports.default = parallel(copyAssets, bundle);
