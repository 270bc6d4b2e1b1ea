import { agentRules } from './agentRules';
import { hints } from './hints';
import { lookUps } from './lookUps';
import { memory } from './memory';
import { nextSteps } from './nextSteps';
import { notes } from './notes';
import { outcomes } from './outcomes';
import { responses } from './responses';
import { sending } from './sending';
import { stoppedRun } from './stoppedRun';

/** All that the node says when it runs, for the test that shows it; product code imports the single files. */
export const sentences = {
	agentRules,
	hints,
	lookUps,
	memory,
	nextSteps,
	notes,
	outcomes,
	responses,
	sending,
	stoppedRun,
};
