import { definitions, engineFiles, mutationRun } from './common.mjs';

export default {
	...mutationRun('unit', [
		'nodes/**/*.ts',
		...[...definitions, ...engineFiles].map((file) => `!${file}`),
	]),
	// What is read once, when a file loads, would need all of these tests each.
	ignoreStatic: true,
};
