import { engineFiles, mutationRun } from './common.mjs';

export default mutationRun('unit', [
	'nodes/**/*.ts',
	'credentials/**/*.ts',
	...engineFiles.map((file) => `!${file}`),
]);
