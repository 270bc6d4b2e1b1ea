import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerCases, tokenCases } from '../../security/answers/cases';
import { answerOf, HostileService, struckReference } from '../../security/answers/server';
import { writeFigures } from '../../figures';
import { failureText, lastRunOf, outputOf, type Execution } from '../harness/executions';
import { startFixture, type Fixture } from '../harness/fixture';
import { listBanks } from '../harness/otherRequests';
import { outcomesOf } from '../harness/outcomes';
import { fromItem, nodeNames, samplePayouts } from '../harness/workflows';

/** Those that fill memory, and those that could confuse n8n itself when it stores or shows them. */
const chosen = answerCases.filter(
	({ isHeavy, name }) => isHeavy || /key|keys|levels|markup|message|second answer/.test(name),
);

/** Long enough for 50 MB on a busy machine. */
const TIMEOUT_MS = 20_000;

describe('a service that turns hostile', () => {
	let fixture: Fixture;
	let service: HostileService;
	let runs = 0;
	/** How often n8n was asked whether it still works, and how often it did. */
	let asked = 0;
	let survived = 0;

	before(async () => {
		fixture = await startFixture();
		service = await new HostileService().start();
	});
	after(async () => {
		writeFigures('realAnswers', { tried: asked, survived });
		await service?.stop();
		await fixture?.close();
	});

	/** Three payouts, of which the second one gets the bad answer. */
	async function pay(onError: 'stopWorkflow' | 'continueRegularOutput'): Promise<Execution> {
		const items = samplePayouts(3, `RUN${++runs}`);
		items[1]!.orderReference = `RUN${runs}${struckReference}`;
		const credential = await fixture.createCredential({ baseUrl: service.baseUrl });
		const parameters = {
			...fromItem.createBankPayout,
			options: { concurrency: 1, timeout: TIMEOUT_MS },
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
		service.answer = answerOf('{"id":"good"}');
		const execution = await pay('stopWorkflow');
		assert.equal(execution.status, 'success');
		assert.deepEqual(outcomesInOrder(execution), ['accepted', 'accepted', 'accepted']);
		survived++;
	}

	for (const { name, answer, outcome } of chosen) {
		it(`does no harm with ${name}`, async () => {
			service.reset();
			service.answer = answer;
			const going = await pay('continueRegularOutput');
			assert.equal(going.status, 'success');
			assert.deepEqual(outcomesInOrder(going), ['accepted', outcome, 'accepted']);

			const stopping = await pay('stopWorkflow');
			assert.equal(stopping.status, outcome === 'accepted' ? 'success' : 'error');
			if (outcome !== 'accepted') {
				const reference = `RUN${runs}${struckReference}`;
				assert.equal(outcomesOf(stopping)[reference], outcome);
				const text = failureText(stopping).replaceAll('<br/>', '');
				assert.doesNotMatch(text, /[<>\p{Cf}]/u, 'markup reaches the builder');
				assert.ok(text.length < 5_000, `${text.length} characters`);
			}
			await assertAlive();
		});
	}

	for (const { name, answer } of tokenCases.filter(({ isHeavy }) => isHeavy)) {
		it(`does no harm with ${name}`, async () => {
			service.reset();
			service.tokenAnswer = answer;
			const execution = await pay('stopWorkflow');
			assert.equal(execution.status, 'error');
			assert.deepEqual(service.arrived, []);
			await assertAlive();
		});
	}

	it('gives no endless list of banks, and none with markup', async () => {
		const credential = await fixture.createCredential({ baseUrl: service.baseUrl });
		for (const { name, answer, isHeavy } of answerCases) {
			if (!isHeavy) continue;
			service.reset();
			service.banksAnswer = answer;
			const shown = await listBanks(fixture.api, credential);
			assert.match(shown, /Choose By BIC instead/, name);
			await assertAlive();
		}
		service.banksAnswer = answerOf(
			JSON.stringify([
				{ name: 'Evil Bank', bic: 'EVIL<b>\u202eZZ' },
				{ name: 'Good Bank<img>', bic: 'GOODTZTZ' },
			]),
		);
		const shown = await listBanks(fixture.api, credential);
		assert.doesNotMatch(shown, /[<>\p{Cf}]|EVIL/u);
		assert.match(shown, /Good Bank img \(GOODTZTZ\)/);
	});

	it('changes nothing in what the workflow stores of a run', async () => {
		service.reset();
		service.answer = answerOf('{"id":"1","__proto__":{"polluted":true}}');
		const execution = await pay('continueRegularOutput');
		assert.equal(lastRunOf(execution, nodeNames.payments).executionStatus, 'success');
		assert.equal(({} as { polluted?: boolean }).polluted, undefined);
	});
});
