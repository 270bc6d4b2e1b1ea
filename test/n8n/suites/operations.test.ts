import { describe } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { errorModeScenarios } from '../../scenarios/errorModes';
import { playInN8n } from '../../scenarios/n8nDriver';
import { operationScenarios } from '../../scenarios/operations';

describe('the operations in a real n8n', () => {
	const fixture = useFixture();

	playInN8n(operationScenarios, fixture, { settlementMs: 600_000 });

	describe('when the service refuses one of five payouts', () => {
		playInN8n(errorModeScenarios, fixture);
	});
});
