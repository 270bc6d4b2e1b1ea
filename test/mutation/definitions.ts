import { runTogether, testsIn } from './runTogether';

runTogether([
	...testsIn('unit/node'),
	...testsIn('unit/credentials'),
	'unit/executor/simplify.test.ts',
	'engine/contract.test.ts',
]);
