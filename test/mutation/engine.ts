import { runTogether } from './runTogether';

const quick = ['operations', 'errorModes', 'unableToStart', 'hints', 'unreachable'];
const slow = ['memory', 'limits', 'agent', 'guard', 'tokens', 'concurrency'];

runTogether([...quick, ...slow].map((name) => `engine/${name}.test.ts`));
