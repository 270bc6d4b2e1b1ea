import { runTogether } from './runTogether';

const suites = ['operations', 'errorModes', 'memory', 'limits', 'agent', 'guard', 'tokens'];

runTogether([...suites, 'concurrency'].map((name) => `engine/${name}.test.ts`));
