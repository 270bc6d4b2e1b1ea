import { runTogether } from './runTogether';

const quick = ['operations', 'errorModes', 'unableToStart', 'hints', 'unreachable'];
const some = ['options', 'get', 'memoryFirst', 'httpsOnly', 'proxy', 'provenAnswers'];
const slow = [
	'memory',
	'limits',
	'agent',
	'guard',
	'lookUp',
	'tokens',
	'accounts',
	'pace',
	'concurrency',
];

runTogether([
	...[...quick, ...some, ...slow].map((name) => `engine/${name}.test.ts`),
	'unit/executor/service/session.test.ts',
]);
