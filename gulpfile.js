const { Transform } = require('node:stream');
const { dest, parallel, src } = require('gulp');

// The compiler leaves these behind: n8n looks for icons and the codex beside the compiled files.
const assets = ['nodes/**/*.{svg,json}', 'credentials/**/*.svg'];

function copyAssets() {
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

// The compiler indents by four spaces, marks each file for those who import its default, which none of ours
// has, and names what a file exports before it is there: an eighth of the whole package.
const needless =
	/^(?:Object\.defineProperty\(exports, "__esModule".*|exports\.\w+ = (?:exports\.\w+ = )*void 0;)\n/gm;

function tighten() {
	const tightened = new Transform({
		objectMode: true,
		transform(file, _, done) {
			const text = file.contents.toString().replace(needless, '');
			file.contents = Buffer.from(
				text.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)),
			);
			done(null, file);
		},
	});
	return src('dist/**/*.js').pipe(tightened).pipe(dest('dist'));
}

exports.default = parallel(copyAssets, tighten);
