import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerCases, answerOf, HostileService, proof, STRUCK } from '../../security/answers';
import { outputOf } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

/**
 * One that fills memory, and those that could confuse n8n itself when it stores them. What the node
 * makes of all the others: test/security/answers.
 */
const chosen = [
	answerCases.find(({ isHeavy, outcome }) => isHeavy && outcome === 'unknown')!,
	...answerCases.filter(({ isHeavy, name }) => !isHeavy && /key|keys|levels|markup/.test(name)),
];

describe('a service that turns hostile', () => {
	const fixture = useFixture();
	let service: HostileService;
	before(async () => (service = await new HostileService().start()));
	after(async () => await service?.stop());

	it('does no harm to a real n8n, whose next execution works', async () => {
		const credential = await fixture.createCredential({ baseUrl: service.baseUrl });
		for (const { name, answer, outcome } of [
			...chosen,
			{ name: 'an ordinary response', answer: answerOf(`{${proof()}}`), outcome: 'accepted' },
		]) {
			service.reset();
			service.answer = answer;
			const items = samplePayouts(3);
			items[1]!.orderReference = STRUCK;
			// Long enough for 50 MB on a busy machine. How a hostile look-up is taken: test/faults.
			const options = { concurrency: 1, timeout: 20_000, lookUpUnclear: false };
			const parameters = { ...fromItem.createBankPayout, options };
			const onError = 'continueRegularOutput';
			const execution = await fixture.pay(items, { parameters, onError }, credential);
			const outcomes = outputOf(execution, nodeNames.payments).map(
				({ json }) => (json.details as { outcome?: string } | undefined)?.outcome ?? 'accepted',
			);
			assert.deepEqual(outcomes, ['accepted', outcome, 'accepted'], name);
		}
	});
});
