import { definitions, mutationRun } from './common.mjs';

export default mutationRun('definitions', definitions);
