import { runTogether, testsIn } from './runTogether';

runTogether([
	...['node', 'credential', 'resources'].flatMap((folder) => testsIn(`unit/${folder}`)),
	'unit/executor/report/simplify.test.ts',
	'unit/executor/service/judgeAnswer.test.ts',
	'engine/contract.test.ts',
	'engine/otherNodes.test.ts',
]);
