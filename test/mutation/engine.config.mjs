import { engineFiles, mutationRun } from './common.mjs';

export default mutationRun('engine', engineFiles);
