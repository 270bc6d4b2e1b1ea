import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerCases } from '../../security/answers/cases';
import { answerOf, HostileService, proof, STRUCK } from '../../security/answers/server';
import { writeFigures } from '../../../workbench/figures';
import { failureText, outputOf, type Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { listBanks } from '../../../workbench/servers/otherRequests';
import { outcomesOf } from '../../../workbench/workflows/outcomes';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

const heaviest = answerCases.find(({ isHeavy, outcome }) => isHeavy && outcome === 'unknown');
const confusing = answerCases.filter(
	({ isHeavy, name }) => !isHeavy && /key|keys|levels|markup|second answer/.test(name),
);

/**
 * One that fills memory, and those that could confuse n8n itself when it stores or shows them. What
 * the node makes of all the others: test/security/answers.
 */
const chosen = [heaviest!, ...confusing];

/** Long enough for 50 MB on a busy machine. */
const TIMEOUT_MS = 20_000;

describe('a service that turns hostile', () => {
	const fixture = useFixture();
	let service: HostileService;
	/** How often n8n was asked whether it still works, and how often it did. */
	let asked = 0;
	let survived = 0;

	before(async () => (service = await new HostileService().start()));
	after(async () => {
		writeFigures('realAnswers', { tried: asked, survived });
		await service?.stop();
	});

	/** Three payouts, of which the second one gets the bad answer. */
	async function pay(onError: 'stopWorkflow' | 'continueRegularOutput'): Promise<Execution> {
		const items = samplePayouts(3);
		// Each run is a workflow of its own, so that no guard knows it from another.
		items[1]!.orderReference = STRUCK;
		const credential = await fixture.createCredential({ baseUrl: service.baseUrl });
		const parameters = {
			...fromItem.createBankPayout,
			// How a hostile look-up is taken: test/faults.
			options: { concurrency: 1, timeout: TIMEOUT_MS, lookUpUnclear: false },
		};
		return await fixture.pay(items, { parameters, onError }, credential);
	}

	const outcomesInOrder = (execution: Execution) =>
		outputOf(execution, nodeNames.payments).map(
			({ json }) => (json.details as { outcome?: string } | undefined)?.outcome ?? 'accepted',
		);

	/** n8n lives, and its next execution works. */
	async function assertAlive(): Promise<void> {
		asked++;
		service.reset();
		service.answer = answerOf(`{${proof()}}`);
		const execution = await pay('stopWorkflow');
		assert.equal(execution.status, 'success');
		assert.deepEqual(outcomesInOrder(execution), ['accepted', 'accepted', 'accepted']);
		survived++;
	}

	for (const { name, answer, outcome, isHeavy } of chosen) {
		it(`does no harm with ${name}`, async () => {
			service.reset();
			service.answer = answer;
			const going = await pay('continueRegularOutput');
			assert.equal(going.status, 'success');
			assert.deepEqual(outcomesInOrder(going), ['accepted', outcome, 'accepted']);

			const stopping = await pay('stopWorkflow');
			assert.equal(stopping.status, outcome === 'accepted' ? 'success' : 'error');
			if (outcome !== 'accepted') {
				assert.equal(outcomesOf(stopping)[STRUCK], outcome);
				const text = failureText(stopping).replaceAll('<br/>', '');
				assert.doesNotMatch(text, /[<>\p{Cf}]/u, 'markup reaches the builder');
				assert.ok(text.length < 5_000, `${text.length} characters`);
			}
			// After the others, the good payouts of the next test show the same.
			if (isHeavy) await assertAlive();
		});
	}

	it('gives no endless list of banks, and none with markup', async () => {
		const credential = await fixture.createCredential({ baseUrl: service.baseUrl });
		// One is enough: payments, tokens and banks come in through one transport.
		const { name, answer } = heaviest!;
		service.reset();
		service.banksAnswer = answer;
		assert.match(await listBanks(fixture.api, credential), /Choose By BIC instead/, name);
		await assertAlive();
		const banks = [
			{ name: 'Evil Bank', bic: 'EVIL<b>\u202eZZ' },
			{ name: 'Good Bank<img>', bic: 'GOODTZTZ' },
		];
		service.banksAnswer = answerOf(JSON.stringify(banks));
		const shown = await listBanks(fixture.api, credential);
		assert.doesNotMatch(shown, /[<>\p{Cf}]|EVIL/u);
		assert.match(shown, /Good Bank img \(GOODTZTZ\)/);
	});
});
