import { describe } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { playInN8n } from '../../scenarios/n8nDriver';
import { retryScenarios } from '../../scenarios/retry';

describe('payouts of which the service refuses one, in a real n8n', () => {
	playInN8n(retryScenarios, useFixture(), { uniqueOrderReferences: false });
});
