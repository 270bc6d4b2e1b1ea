const { dest, src } = require('gulp');

// The compiler leaves these behind: n8n looks for icons and the codex beside the compiled files.
const assets = ['nodes/**/*.{svg,json}', 'credentials/**/*.svg'];

function copyAssets() {
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = copyAssets;
