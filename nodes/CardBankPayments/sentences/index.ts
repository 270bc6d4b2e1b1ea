import { access } from './access';
import { agentRules } from './agentRules';
import { banks } from './banks';
import { changingReference } from './changingReference';
import { checks } from './checks';
import { credential } from './credential';
import { hints } from './hints';
import { items } from './items';
import { lookUps } from './lookUps';
import { memory } from './memory';
import { nextSteps } from './nextSteps';
import { notFound } from './notFound';
import { notes } from './notes';
import { numbers } from './numbers';
import { options } from './options';
import { outcomes } from './outcomes';
import { records } from './records';
import { responses } from './responses';
import { sending } from './sending';
import { stoppedRun } from './stoppedRun';
import { values } from './values';

/** All that the node says when it runs, for the test that shows it; product code imports the single files. */
export const sentences = {
	access,
	agentRules,
	banks,
	changingReference,
	checks,
	credential,
	hints,
	items,
	lookUps,
	memory,
	nextSteps,
	notFound,
	notes,
	numbers,
	options,
	outcomes,
	records,
	responses,
	sending,
	stoppedRun,
	values,
};
