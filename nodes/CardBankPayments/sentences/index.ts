import { access } from './access';
import { agentRules } from './agentRules';
import { banks } from './banks';
import { changingReference } from './changingReference';
import { checks } from './checks';
import { credential } from './credential';
import { items } from './items';
import { notFound } from './notFound';
import { numbers } from './numbers';
import { options } from './options';
import { values } from './values';

/** All that the node says when it runs, for the test that shows it; product code imports the single files. */
export const sentences = {
	access,
	agentRules,
	banks,
	changingReference,
	checks,
	credential,
	items,
	notFound,
	numbers,
	options,
	values,
};
