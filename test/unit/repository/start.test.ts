import { sandboxSettings } from '../../../scripts/start/sandboxSettings';
import { tour } from '../../../scripts/start/tour';

it('the sandbox of npm start is strict about references, keeps the pace it is told, and calls n8n', () => {
	const webhookUrl = 'http://127.0.0.1:5678/webhook/payment-events';
	const settings = { plainReferences: true, settlementMs: 3000, paceSeconds: 0, webhookUrl };
	expect(sandboxSettings(5678)).toEqual(settings);
	process.env.SANDBOX_PACE = '1.5';
	expect(sandboxSettings(5678)).toEqual({ ...settings, paceSeconds: 1.5 });
});

it.each(['', 'a minute', '-1', 'Infinity'])('refuses to start with SANDBOX_PACE=%j', (pace) => {
	process.env.SANDBOX_PACE = pace;
	expect(() => sandboxSettings(5678)).toThrow(/SANDBOX_PACE takes the seconds/);
});

it('says where n8n is kept, also in a folder of the user', () => {
	const addresses = { n8n: '', sandbox: '', mail: '', sheet: '' };
	expect(tour({ ...addresses, dataFolder: '/kept/here' }, [])).toContain('kept in\n/kept/here\n');
});
