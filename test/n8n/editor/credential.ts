import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
	chooseAuthentication,
	closeCredential,
	fillCredential,
	newCredential,
	openCredential,
	saveAndTest,
	testTexts,
} from '../../../workbench/editor/credentialDialog';
import { useEditor } from '../../../workbench/editor/editor';
import { addAction, beginWorkflow } from '../../../workbench/editor/nodeCreator';
import {
	executedSuccessfully,
	executeStep,
	outputTable,
	type,
} from '../../../workbench/editor/nodeView';
import { standIn } from '../../../workbench/servers/forSuite';
import { generateToken } from '../../../workbench/servers/sandboxClient';

// Which texts there are: test/unit/credential. Here stands that n8n shows them.
describe('in the editor, a builder who makes a credential from nothing', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);

	beforeEach(async () => {
		const { api, control } = editor.fixture;
		await control.reset();
		for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
		await beginWorkflow(page);
		await addAction(page, 'Card and Bank Payments', 'Preview card payment');
		await newCredential(page);
	});

	/** Saves with these values and reads why n8n could not connect. */
	async function refused(values: Record<string, string>, reason: RegExp): Promise<void> {
		await fillCredential(page, values);
		const text = await saveAndTest(page, reason);
		assert.match(text, new RegExp(testTexts.failed));
		assert.doesNotMatch(text, /a-wrong-key/);
	}

	async function succeeds(values: Record<string, string>): Promise<void> {
		await fillCredential(page, values);
		await saveAndTest(page, new RegExp(testTexts.succeeded));
	}

	it('with Generate Token: reads what is wrong, corrects it, uses it, and spoils it later', async () => {
		const { url, baseUrl } = editor.fixture.sandbox;
		const keys = { clientId: 'sandbox-client', apiKey: 'a-wrong-key' };
		await refused({ baseUrl: url, ...keys }, /There is no token endpoint at .*third-parties/);
		const wrongKey = /Token refused: the service does not accept the client ID or the API key/;
		await refused({ baseUrl }, wrongKey);
		await succeeds({ apiKey: 'sandbox-key' });
		await closeCredential(page);
		await type(page, 'amount', '25.00');
		await type(page, 'orderReference', 'INV-1');
		assert.match(await executeStep(page), executedSuccessfully);
		assert.match((await outputTable(page))[0]?.activeMethods ?? '', /VISA/);

		await openCredential(page);
		await refused({ apiKey: 'a-wrong-key' }, wrongKey);
		await closeCredential(page);
	});

	it('with Access Token: reads that it has expired, and pastes a new one', async () => {
		const { control, sandbox } = editor.fixture;
		await chooseAuthentication(page, 'Access Token');
		await succeeds({
			baseUrl: sandbox.baseUrl,
			accessToken: await generateToken(sandbox.baseUrl),
		});
		await control.expireTokens();
		const reason = /Token refused: generate a new access token.*\(HTTP 401\)/;
		await refused({ baseUrl: `${sandbox.baseUrl}/` }, reason);
		await succeeds({ accessToken: await generateToken(sandbox.baseUrl) });
		await closeCredential(page);
	});
});
