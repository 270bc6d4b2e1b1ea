import { describe } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { playInN8n } from '../../scenarios/n8nDriver';
import { unclearScenarios } from '../../scenarios/unclear';

describe('a payout of which the answer is lost after the money moved, in a real n8n', () => {
	const fixture = useFixture();

	playInN8n(unclearScenarios, fixture, { uniqueOrderReferences: false });
});
