import { startSandbox } from '../sandbox';
import { launchBrowser, openEditor } from '../workbench/editor/browser';
import { startFixture } from '../workbench/instance/fixture';
import { printSizes } from './screenshots/album';
import { takeCanvasPictures } from './screenshots/canvas';
import { takeNodePictures } from './screenshots/node';
import { takeSandboxPictures } from './screenshots/sandbox';
import { fillN8n } from './start/contents';
import { runMain } from '../workbench/servers/processes';

/** The one of `npm start`, since the address can be read in a picture. */
const sandboxPort = 8420;

/** No mail is sent for a picture, and no sheet is read; these only stand in credentials. */
const nobody = { email: 'nobody@example.com', privateKey: '-' };
const unused = { smtpPort: 1025, googleAccount: nobody, dataFolder: '-' };

/**
 * Takes all pictures of the documentation anew, light and dark, from the real editor with what `npm start` puts
 * into it.
 */
async function main(): Promise<void> {
	const { api, close } = await startFixture();
	const browser = await launchBrowser();
	const sandbox = await startSandbox({ port: sandboxPort });
	try {
		await fillN8n(api, { sandboxUrl: sandbox.url, baseUrl: sandbox.baseUrl, ...unused });
		const page = await openEditor(browser, api);
		await takeNodePictures(page, api, sandbox.control);
		await takeSandboxPictures(page, sandbox);
		await takeCanvasPictures(page, api);
		printSizes();
	} finally {
		await sandbox.close();
		await browser.close();
		await close();
	}
}

runMain(main);
