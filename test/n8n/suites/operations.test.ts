import { describe } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { errorModeScenarios } from '../../scenarios/errorModes';
import { playInN8n } from '../../scenarios/n8nDriver';
import { operationScenarios } from '../../scenarios/operations';
import { savedScenarios } from '../../scenarios/saved';

describe('the operations in a real n8n', () => {
	const fixture = useFixture();

	playInN8n({ ...operationScenarios, ...savedScenarios }, fixture, { settlementMs: 600_000 });

	describe('when the service refuses one of five payouts', () => {
		playInN8n(errorModeScenarios, fixture);
	});
});
