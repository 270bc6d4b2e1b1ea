import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { writeFigures } from '../../../workbench/figures';
import { useFixture } from '../../../workbench/instance/fixture';
import { n8nDriver, playInN8n } from '../../scenarios/n8nDriver';
import { atOnce, EXECUTIONS, tokenScenarios } from '../../scenarios/tokens';

const PAYOUTS = 50;

describe('the tokens in a real n8n', () => {
	const fixture = useFixture();
	const figures = { executions: EXECUTIONS, payouts: PAYOUTS, cold: 0, expired: 0, refused: 0 };
	after(() => writeFigures('tokens', figures));

	playInN8n(tokenScenarios, fixture);

	describe('for eight executions at the same time, with a service that keeps only its newest', () => {
		for (const which of ['cold', 'expired', 'refused'] as const) {
			const [name, play] = atOnce[which];
			it(name, async () => {
				await fixture.control.reset();
				const requests = await play(n8nDriver(fixture), PAYOUTS);
				figures[which] = requests;
				console.log(`${which} token: ${requests} token requests`);
				// Each execution may meet the same token; more would be hammering.
				assert.ok(requests >= 1 && requests <= EXECUTIONS, `${requests} token requests`);
			});
		}
	});
});
