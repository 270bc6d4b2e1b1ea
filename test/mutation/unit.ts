import { runTogether, testsIn } from './runTogether';

runTogether(
	['executor', 'listSearch', 'resources', 'text', 'transport', 'wire'].flatMap((name) =>
		testsIn(`unit/${name}`),
	),
);
