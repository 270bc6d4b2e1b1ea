import { runTogether, testsIn } from './runTogether';

runTogether(['executor', 'listSearch', 'shared'].flatMap((name) => testsIn(`unit/${name}`)));
