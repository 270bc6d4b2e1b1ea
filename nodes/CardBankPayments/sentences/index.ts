import { access } from './access';
import { agentRules } from './agentRules';
import { banks } from './banks';
import { changingReference } from './changingReference';
import { credential } from './credential';
import { hints } from './hints';
import { lookUps } from './lookUps';
import { memory } from './memory';
import { nextSteps } from './nextSteps';
import { notes } from './notes';
import { numbers } from './numbers';
import { outcomes } from './outcomes';
import { responses } from './responses';
import { sending } from './sending';
import { stoppedRun } from './stoppedRun';

/** All that the node says when it runs, for the test that shows it; product code imports the single files. */
export const sentences = {
	access,
	agentRules,
	banks,
	changingReference,
	credential,
	hints,
	lookUps,
	memory,
	nextSteps,
	notes,
	numbers,
	outcomes,
	responses,
	sending,
	stoppedRun,
};
