import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
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
import type { StoredCredential } from '../../../workbench/instance/api';
import { standIn } from '../../../workbench/servers/forSuite';
import { generateToken } from '../../../workbench/servers/generateToken';
import { freePort } from '../../../workbench/servers/ports';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

describe('in the editor, a builder who makes a credential from nothing', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);

	/** Opens the dialog in which each walk stays, until the credential works. */
	async function openDialog(): Promise<void> {
		const { api, control } = editor.fixture;
		await control.reset();
		for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
		await beginWorkflow(page);
		await addAction(page, 'Card and Bank Payments', 'Preview card payment');
		await newCredential(page);
	}

	/** Saves with these values and reads why n8n could not connect. */
	async function refused(values: Record<string, string>, reason: RegExp): Promise<string> {
		await fillCredential(page, values);
		const text = await saveAndTest(page, reason);
		assert.match(text, new RegExp(testTexts.failed));
		return text;
	}

	async function succeeds(values: Record<string, string>): Promise<void> {
		await fillCredential(page, values);
		await saveAndTest(page, new RegExp(testTexts.succeeded));
	}

	/** The node runs with the credential that was just made. */
	async function preview(): Promise<void> {
		await closeCredential(page);
		await type(page, 'amount', '25.00');
		await type(page, 'orderReference', 'INV-1');
		assert.match(await executeStep(page), executedSuccessfully);
		assert.match((await outputTable(page))[0]?.activeMethods ?? '', /VISA/);
	}

	const unreachable = async () => `http://127.0.0.1:${await freePort()}/third-parties`;
	const hostOf = (url: string) => new URL(url).host;
	const insecure = { baseUrl: 'http://payments.example.com/third-parties' };

	describe('with Generate Token', () => {
		const keys = { clientId: 'sandbox-client', apiKey: 'sandbox-key' };
		before(openDialog);

		it('reads that third-parties is missing at the end of the address', async () => {
			const { url } = editor.fixture.sandbox;
			const reason = `There is no token endpoint at ${hostOf(url)}/generate-token \\(HTTP 404\\)\\. Check the Base URL, which usually ends in third-parties, and the Token Path`;
			await refused({ baseUrl: url, ...keys }, new RegExp(reason));
		});

		it('reads that nobody answers at the address', async () => {
			const baseUrl = await unreachable();
			const reason = `The token endpoint at ${hostOf(baseUrl)}/third-parties/generate-token cannot be reached\\. Check the Base URL`;
			await refused({ baseUrl }, new RegExp(reason));
		});

		it('reads what an address has to begin with', async () => {
			await refused(
				insecure,
				/must start with https:\/\/; only an address on this machine \(localhost\) may use http:\/\//,
			);
			await refused(
				{ baseUrl: 'payments.example.com' },
				/is not a web address; enter it in full, e\.g\. https:\/\/api\.example\.com\/third-parties/,
			);
		});

		it('reads that the key is wrong, corrects it, and sees that it works', async () => {
			const { baseUrl } = editor.fixture.sandbox;
			const text = await refused(
				{ baseUrl, apiKey: 'a-wrong-key' },
				/Token refused: the service does not accept the client ID or the API key \(HTTP 401\)/,
			);
			assert.doesNotMatch(text, /a-wrong-key/);
			await succeeds({ apiKey: keys.apiKey });
		});

		it('uses it', preview);
	});

	describe('and who changes it later', () => {
		const mine = { clientId: 'sandbox-client', apiKey: 'sandbox-key' };
		const other = { clientId: 'client-2', apiKey: 'key-2' };
		let credential: StoredCredential;
		before(async () => {
			await editor.fixture.control.reset();
			credential = await editor.fixture.createCredential(mine);
		});

		async function pay(prefix: string): Promise<void> {
			const node = { parameters: fromItem.createBankPayout };
			await editor.openPayments(prefix, samplePayouts(1, prefix), node, credential);
			assert.match(await executeStep(page), executedSuccessfully);
		}

		it('reads that a wrong key is wrong, although the credential has paid before', async () => {
			await pay('BEFORE');
			await openCredential(page);
			const reason = /Token refused: the service does not accept the client ID or the API key/;
			await refused({ apiKey: 'a-wrong-key' }, reason);
		});

		it('pays from another account once its keys are entered', async () => {
			await editor.fixture.control.settings(other);
			await succeeds(other);
			await closeCredential(page);
			await pay('AFTER');
			const { payouts } = await editor.fixture.control.ledger();
			assert.deepEqual(
				payouts.map(({ orderReference, clientId }) => [orderReference, clientId]),
				[
					['BEFORE-001', mine.clientId],
					['AFTER-001', other.clientId],
				],
			);
		});
	});

	describe('with Access Token', () => {
		before(async () => {
			await openDialog();
			await chooseAuthentication(page, 'Access Token');
		});

		it('reads that third-parties is missing at the end of the address', async () => {
			await refused(
				{ baseUrl: editor.fixture.sandbox.url, accessToken: 'sandbox-access-token' },
				/The address is reachable, but not the service; the Base URL usually ends in third-parties \(HTTP 404\)/,
			);
		});

		it('reads what an address has to begin with', async () => {
			await refused(insecure, /must start with https:\/\//);
		});

		// n8n's test of a credential shows the code of a broken connection and leaves no room for a text.
		it("reads n8n's own code when nobody answers at the address", async () => {
			await refused({ baseUrl: await unreachable() }, /ECONNREFUSED/);
		});

		it('sees that it works', async () => {
			await succeeds({ baseUrl: editor.fixture.sandbox.baseUrl });
		});

		it('reads that the token has expired, pastes a new one, and sees that it works', async () => {
			const { control, sandbox } = editor.fixture;
			const token = await generateToken(sandbox.baseUrl);
			await succeeds({ accessToken: token });
			await control.expireTokens();
			const reason = /Token refused: generate a new access token.*\(HTTP 401\)/;
			const again = await refused({ baseUrl: `${sandbox.baseUrl}/` }, reason);
			assert.ok(!again.includes(token.slice('Bearer '.length)));
			await succeeds({ accessToken: await generateToken(sandbox.baseUrl) });
		});

		it('uses it', preview);
	});
});
