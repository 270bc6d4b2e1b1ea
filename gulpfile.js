const { Transform } = require('node:stream');
const { dest, parallel, src } = require('gulp');

// The compiler leaves these behind: n8n looks for icons and the codex beside the compiled files.
const assets = ['nodes/**/*.{svg,json}', 'credentials/**/*.svg'];

function copyAssets() {
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

// The compiler indents by four spaces, which are a tenth of the whole package.
function indentByTabs() {
	const indent = new Transform({
		objectMode: true,
		transform(file, _, done) {
			const text = file.contents.toString();
			file.contents = Buffer.from(
				text.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)),
			);
			done(null, file);
		},
	});
	return src('dist/**/*.js').pipe(indent).pipe(dest('dist'));
}

exports.default = parallel(copyAssets, indentByTabs);
