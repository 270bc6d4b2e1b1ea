import { after, before, describe } from 'node:test';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import { playInN8n } from '../../scenarios/n8nDriver';
import { unclearScenarios } from '../../scenarios/unclear';

describe('a payout of which the answer is lost after the money moved, in a real n8n', () => {
	let fixture: Fixture;
	before(async () => (fixture = await startFixture()));
	after(async () => await fixture?.close());

	playInN8n(unclearScenarios, () => fixture, { uniqueOrderReferences: false });
});
