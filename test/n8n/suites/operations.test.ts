import { after, before, describe } from 'node:test';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import { errorModeScenarios } from '../../scenarios/errorModes';
import { playInN8n } from '../../scenarios/n8nDriver';
import { operationScenarios } from '../../scenarios/operations';

describe('the operations in a real n8n', () => {
	let fixture: Fixture;
	before(async () => (fixture = await startFixture()));
	after(async () => await fixture?.close());

	playInN8n(operationScenarios, () => fixture, { settlementMs: 600_000 });

	describe('when the service refuses one of five payouts', () => {
		playInN8n(errorModeScenarios, () => fixture);
	});
});
