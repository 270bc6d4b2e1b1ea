import { errorModeScenarios } from './errorModes';
import { guardScenarios } from './guard';
import { operationScenarios } from './operations';
import { retryScenarios } from './retry';
import { tokenScenarios } from './tokens';
import { unclearScenarios } from './unclear';

/** All scenarios, by their subject: for a service that pays whatever it is sent, and settles nothing. */
export const scenarios = {
	'a retry': retryScenarios,
	'the guard': guardScenarios,
	'an unclear payout': unclearScenarios,
	'a run': errorModeScenarios,
	'an operation': operationScenarios,
	'a token': tokenScenarios,
};

export const serviceOfScenarios = { uniqueOrderReferences: false };

const named = Object.values(scenarios).flatMap((each) => Object.entries(each));

/** Those that n8n has a part in. */
export const scenariosInN8n = Object.fromEntries(named.filter(([, { inN8n }]) => inN8n));

/** How many are played: what is renamed, or left out of a list, must not drop a proof in silence. */
export const scenarioCounts = { onEngine: 8, inN8n: 8 };

/** Only as many as have names of their own. */
export const scenarioNames = new Set(named.map(([name]) => name));
