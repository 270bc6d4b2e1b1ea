import { access } from './access';
import { agentRules } from './agentRules';
import { banks } from './banks';
import { changingReference } from './changingReference';
import { credential } from './credential';
import { numbers } from './numbers';

/** All that the node says when it runs, for the test that shows it; product code imports the single files. */
export const sentences = { access, agentRules, banks, changingReference, credential, numbers };
