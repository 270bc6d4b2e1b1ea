import { runTogether, testsIn } from './runTogether';

runTogether([
	...testsIn('unit/node'),
	...testsIn('unit/credential'),
	'unit/executor/report/simplify.test.ts',
	'engine/contract.test.ts',
]);
