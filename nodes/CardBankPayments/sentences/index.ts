import { agentRules } from './agentRules';

/** All that the node says when it runs, for the test that shows it; product code imports the single files. */
export const sentences = { agentRules };
